"""What the app says, in English. How a language is written down is told in `kibitz.words`."""

TEXTS = {
    # -- the keys: at most 40 pixels each, about eight letters
    "key": """
up=up
down=down
choose=choose
ok=ok
no=no
yes=yes
less=less
more=more
next=next
change=change
go_on=go on
close=close
back=back
left=left
right=right
take=take
done=done
erase=erase
deals=deals
pass=pass
higher=higher
bid=bid {bid}
trick=+1
count=count
sheet=sheet
home=home
check=check
lower=lower
call=call {call}
rare=more…
digit=digit
die=die {number}
judge=judge
""",
    # -- lists, numbers, messages
    "list": """
place={at}/{of}
and_on=,\x20
""",
    "number": """
range={low} to {high}
""",
    "value": """
yes=yes
no=no
each=each
count=count
forward=forward
backward=backward
entered=entered
quiet=quiet
on=on
off=off
climbing=climbing
twos=twos
kings=kings
cards=cards
number=number
highest=highest
lowest=lowest
french=French
hungarian=Hungarian
30s=30 s
1min=1 min
2min=2 min
5min=5 min
10min=10 min
30min=30 min
never=never
""",
    "message": """
title=Please note
""",
    # -- the first screen
    "home": """
title=Kibitz
version=version {version}
resume=Resume
last=Last game
new=New game
new.note=In a game M takes back, and M held opens the menu.
settings=Settings
finished=Finished games
""",
    "new": """
put_away=Put the running game away? Its sheet is kept, but it cannot be resumed.
""",
    "menu": """
title=Menu
undo=Take back
sheet=Score sheet
count=Enter final count
about=About this game
settings=Settings
leave=Leave the game
""",
    "undo": """
title=Take back?
""",
    # -- settings
    "settings": """
title=Settings
""",
    "setting": """
language=Language
language.text=What the device speaks.
suits=Suits
suits.text=The pack that you play Meksiko with.
tricks=Tricks
tricks.text=Press for each trick, or count after the hand.
calls=Dice calls
calls.text=Enter every call, or quietly: only the checks.
odds=Chances
odds.text=Offer a page of chances.
penalties=Rummy hands
penalties.text=Count the cards left, or enter the penalty.
sound=Sound
sound.text=Clicks at a press, and a tone at a verdict.
dim=Glass dims
dim.text=So long after the last press.
dark=Glass goes dark
dark.text=The press that wakes it does nothing else.
battery=Battery
battery.text=Below {volts} the three cells are nearly empty.
""",
    "battery": """
volts={whole}.{hundredths} V
low=The battery is low: {volts}. New cells, please, or USB. What is booked is saved.
""",
    # -- about a game: its rules in short, at most five lines a page
    "about": """
options=options
meksiko.1=Three play for tricks with 32 cards, seven to ace: ten each, and two in the talon.
meksiko.2=The player after the dealer must bid. The others bid more, or pass. The highest bid plays.
meksiko.3=The declarer takes the talon, lays two cards away, names the trump and leads. In a \
Meksiko there is neither.
meksiko.4=Follow suit; if you cannot, play a trump. The highest trump wins, or the highest card of \
the suit led.
meksiko.5=Made: a point a trick. Failed: minus the bid. Meksiko: 20 or -20. The others: a point a \
trick.
meksiko.6=The target ends the game: the highest total wins. On a tie the last declarer, or more \
tricks just then.
meksiko-club.1=Three play for tricks with 32 cards, seven to ace: ten each, and two in the talon.
meksiko-club.2=The player after the dealer must bid. The others bid more, or pass. A Meksiko is \
all ten tricks.
meksiko-club.3=The declarer takes the talon, lays two cards away, names the trump and leads. In a \
Meksiko the talon stays.
meksiko-club.4=Made: a point a trick. Failed: minus the bid, twice in an open game. Meksiko: 20, \
or the same lost.
meksiko-club.5=The others: a point a trick, two in a Meksiko. Having none costs the bid in an open \
game.
meksiko-club.6=No total falls below 0. The target ends the game, and the highest total wins.
meksykanka.1=The higher die counts tens: 31 to 65. Pairs are 100 to 600. A one and a two: the \
meksykanka, above all.
meksykanka.2=Roll, look, pass the cup on and say a number, true or not. The next one says more, or \
checks.
meksykanka.3=To say more, pass the cup on unseen, or roll again unseen and look at the new dice.
meksykanka.4=A check: if the dice reach the call, the checker gets the skucha; if not, the one who \
called.
meksykanka.5=A meksykanka is shown at once. The next one has two tries to roll one, too. Who loses \
that gets the skucha.
meksykanka.6=Cocked dice are rolled again. Too many skuchas, and you are out. The last one in wins.
mexican-rummy.1=Draw one; lay the whole contract down; then lay off, and swap for wild cards; \
discard one.
mexican-rummy.2=A set is three or more of a rank, a run four or more in a suit. The ace is low or \
high, never between.
mexican-rummy.3=Jokers and the wild rank stand for any card. A wild card in its own place counts \
as itself.
mexican-rummy.4=Who has no card left is out. The last card is a discard; in round 7 it must not be \
one.
mexican-rummy.5=Cards left cost: joker or wild 20, ace 15, ten to king 10, others 5. The lowest \
total wins.
counter.1=Points for one or for all, more or less. The target ends the game, or the table does.
""",
    # -- what could not be saved or read
    "save": """
failed=The game cannot be saved: the memory is full or broken. Keep a sheet on paper.
""",
    "broken": """
settings=Some settings could not be read. They are kept in a file of their own.
part=The end of the saved game could not be read. Check where it stands now.
game=The saved game could not be read. Its file is kept.
""",
    "strange": """
text=This hand is played card by card, which cannot be entered here. M goes back.
""",
    # -- setting a game up
    "rules": """
title=Which rules?
note.meksiko=The widely played rules: failing costs the bid.
note.meksiko-club=Failing costs twice the bid, no trick costs the bid.
note.meksykanka=Two dice and a cup: the judge of every check.
note.mexican-rummy=Seven rounds, a contract each; the lowest wins.
note.counter=Points for any other game: 2 to 12 players, up or down.
""",
    "game": """
no_screens=This device cannot show this game yet. It stays saved.
meksiko=Meksiko
meksiko-club=Mexico Club
meksykanka=Meksykanka
mexican-rummy=Mexican Rummy
counter=Counter
""",
    "option": """
four=Four players
four.text=The dealer sits out of the hand.
dealer_moves=Dealer moves
dealer_moves.text=After a hand: with the play, or against it.
target=Play to
target.text=So many points end the game.
betl=Betl
betl.text=A bid of no trick, worth 7, between 6 and 7.
bid_ten=Bid of ten
bid_ten.text=Ten may be bid, too.
open=Open game
open.text=Failing costs double, no trick costs the bid.
exceed=Pass the target
exceed.text=Reaching it is not enough to end the game.
meksiko_zero=No trick: -20
meksiko_zero.text=In a Meksiko; only if the game is open.
lives=Skuchas
lives.text=With so many you are out.
mexican_call=The word
mexican_call.text=Meksykanka may be called unseen; then only a check.
packs=Packs
packs.text=Shuffled together; three for six players.
all_wild=All-wild melds
all_wild.text=A meld may be of wild cards only.
strict=Strict
strict.text=No laying off in the turn of laying down.
swap=Swap wild cards
swap.text=A natural card may take a wild one.
single=Single pack
single.text=2 or 3 players, rounds 6 and 7 left out.
wild=Wild rank
wild.text=Climbs from 3 to 9, or stays the 2 or the king.
buy=Buying
buy.text=The top discard may be bought, three times.
start=Begin with
start.text=Everybody has it. The same as the target: no end.
wins=Who wins
wins.text=The highest or the lowest total.
step=A press counts
step.text=So many points; held, a key counts faster.
""",
    "player": """
title=Player {seat} of {of}
title.open=Player {seat}
note=In the order of play. Hold C to forget a name.
seating=in the order of play:
open=…
spell=Spell a name…
everybody=That is everybody
made_up=Player {number}
taken={name} already sits at this table. Give the other one another name.
forget.title=Names
forget=Forget the name {name}?
""",
    "dealer": """
title=Who deals first?
note=The next player begins. A key held draws for seats.
draw=Draw for seats
""",
    # -- spelling
    "wheel": """
capital=ABCDEFGHIJKLMNOPQRSTUVWXYZČĆĐŠŽĄĘŁŃÓŚŹŻÄÖÜẞÉ0123456789-'
small=abcdefghijklmnopqrstuvwxyzčćđšžąęłńóśźżäöüßé0123456789-\x20
""",
    "spell": """
left={count} left
note=hold C: the name is done
empty=A name needs at least one letter.
full=A name has at most {most} letters.
""",
    # -- what happened last
    "event": """
bid={who} bid {bid}
pass={who} passed
trump={who} named {suit} trump
trick=Trick {number} to {who}
tricks=The final count {counts}
between=\x20-\x20
other=The last entry
first=The roll for the start, best {best}
start={who} was named to start
call={who} called {call}
reroll={who} rerolled and called {call}
check={who} checked: {dice}
shown={who} showed a meksykanka
duel={who} tried: {dice}
cocked=Cocked dice
""",
    # -- Meksiko
    "suit": """
spades=spades
hearts=hearts
diamonds=diamonds
clubs=clubs
""",
    "hungarian": """
spades=leaves
hearts=hearts
diamonds=bells
clubs=acorns
J=U
Q=O
""",
    "bid": """
meksiko=Meksiko
betl=betl
short.meksiko=M
short.betl=B
large.meksiko=MEKSIKO
large.betl=BETL
""",
    "hand": """
title=Hand {number}
dealer={who} deals
""",
    "auction": """
turn=to bid:
opening=must bid
""",
    "trump": """
title={who}: trump?
""",
    "tricks": """
title={who} {contract}
number=trick {number}
""",
    "standing": """
needs={who} needs {needed} more
made={who} has made it
lost={who} has failed
betl={who} must take none
""",
    "count": """
title=Tricks of {who}?
range={low} to {high}
unknown=-
""",
    "result": """
made={who} made {contract}
failed={who} failed {contract}
tricks=won {count}
""",
    # -- the end, the sheet
    "end": """
winner={who} wins
shared=A shared win
highest=The highest total wins
tie-declarer=Tie: the declarer wins
tie-tricks=Tie: more tricks just now
tie-shared=Tie, in tricks too: shared
last-in=The last one in wins
cycles.one=after {n} cycle
cycles.other=after {n} cycles
lowest=The lowest total wins
tie-outs=Tie: more rounds gone out
mexican-rummy.tie-shared=Tie, in rounds too: shared
key.totals=totals
counter.tie-shared=Tie: shared
""",
    "sheet": """
title=Sheet
totals=Total
called=called
checked=checked
empty=No cycle has ended yet.
""",
    # -- Meksykanka
    "call": """
meksykanka=meksykanka
large.meksykanka=MEKS
cell.meksykanka=⚀⚁
""",
    "hint": """
more=hold A: more…
number=hold B: number
hold_b=hold B
hold_c=hold C
""",
    "cup": """
cycle=Cycle {number}
opens=opens the cycle
called={who} called
rerolled={who} rerolled
""",
    "digits": """
title=Which number?
least=from {low}
hold=hold C: take {number}
low=M: one digit less
""",
    "more": """
title=More
meksykanka=Meksykanka is shown
odds=Chances
number=Any number…
reroll=Reroll, call {call}
cocked=Cocked dice
""",
    "cocked": """
text=The same player rolls again. Nothing else changes.
""",
    "start": """
title=Who starts?
roll=Everybody rolls
tie=A tie: who starts?
again=They roll again
""",
    "roll_off": """
title=Roll for the start
best=best: {roll}
""",
    "check": """
title={who} checks
called={who} called
""",
    "duel": """
title={who} shows ⚀⚁
try=try {number} of {of}
""",
    "verdict": """
true={who} checks: it is true
false={who} checks: too high
hit={who} hits a meksykanka
missed={who} misses
skucha=skucha:
out=is out:
""",
    "quiet": """
title=who called?
call=Which call?
""",
    "odds": """
title=Chances of a call of
duel=Chances in the duel
true=is true
reached=reached
beaten=beaten
hit=a meksykanka is hit
""",
    # -- Mexican Rummy
    "rummy": """
round=Round {number}
round.of=Round {number} of {of}
wild=wild
cards.one=card
cards.other=cards
begins=begins
meld.set=set
meld.run=run
key.score=score
key.over=over
key.out=out
key.blocked=blocked
key.kind=kind
key.one=+1
key.less=-{step}
key.more=+{step}
key.points=points
key.totals=totals
key.order=order
out.title=Who went out?
blocked.note=Blocked? Then hold a key.
nobody=Nobody: blocked
hand.title={who}: cards left
number.hint=hold C: count the cards
cards.hint=hold A: less, C: a number
joker=JK
ranks={low}-{high}
out={who} went out
blocked=Blocked
level=All are level
leads={who} leads
lead={who} lead
is_behind={who} is {points} behind
are_behind={who} are {points} behind
and=\x20+\x20
place={place}.
standing=Standing
event.out=Round {number}: {who} went out
event.blocked=Round {number}: blocked
""",
    # -- the counter
    "counter": """
start=
key.round=for all
target=to {target}
no_target=no target
entries.one={n} entry
entries.other={n} entries
who={who}
before=has
points=points
after=makes
none=·
round=Points for all
end=End the game
end.highest=End the game here? The highest total wins.
end.lowest=End the game here? The lowest total wins.
event.add={points} for {who}
event.points=Points for all: {points}
event.end=The end of the game
reached={who} has reached {target}
reached.several=Several have reached {target}
""",
    # -- the draw for seats
    "draw": """
title=Draw for seats
text=The highest card deals first, aces are high. Enter the cards you draw, or let the device \
draw.
key.enter=enter
key.draw=draw
key.higher=higher
key.lower=lower
key.again=again
key.seats=seats
key.anew=anew
card={who} draws
tie=A tie: draw again
drawn=Drawn
seat={seat}. {who}
between=\x20
deals={who} deals first
""",
    # -- finished games
    "finished": """
title=Finished games
none=No game has been finished or put away yet.
number=no. {number}
broken=Broken file
broken.text=This file cannot be read. It can be deleted.
part=Not all can be read
unfinished=Put away unfinished
key.show=show
key.delete=delete
delete.title=Delete?
delete=Delete game no. {number} with its sheet? It cannot be brought back.
stays=The game cannot be deleted: the memory is broken or protected.
""",
}


def plural(n: int) -> str:
    """The form of a word for so many things."""
    return "one" if n == 1 else "other"
