"""What the app says, in Polish.

As card players say it: lewa, atu, licytacja, wpadka, skucha. A name cannot be declined and nobody's
gender is known, so people stand in the nominative and verbs in the present.
"""

TEXTS = {
    # -- the keys: at most 40 pixels each, about eight letters
    "key": """
up=góra
down=dół
choose=wybierz
ok=ok
no=nie
yes=tak
less=mniej
more=więcej
next=kolejny
change=zmień
go_on=dalej
close=zamknij
back=wstecz
left=lewo
right=prawo
take=weź
done=gotowe
erase=kasuj
deals=rozdaje
pass=pas
higher=wyżej
bid=gram {bid}
trick=+1
count=policz
sheet=zapis
home=początek
check=sprawdź
lower=niżej
call=mów {call}
rare=inne…
digit=cyfra
die=kość {number}
judge=werdykt
""",
    # -- lists, numbers, messages
    "list": """
place={at}/{of}
and_on=,\x20
""",
    "number": """
range={low} do {high}
""",
    "value": """
yes=tak
no=nie
each=każda
count=na koniec
forward=zgodnie
backward=odwrotnie
entered=wszystkie
quiet=po cichu
on=tak
off=nie
climbing=rośnie
twos=dwójki
kings=króle
cards=karty
number=liczba
highest=najwięcej
lowest=najmniej
french=francuskie
hungarian=węgierskie
30s=30 s
1min=1 min
2min=2 min
5min=5 min
10min=10 min
30min=30 min
never=nigdy
""",
    "message": """
title=Uwaga
""",
    # -- the first screen
    "home": """
title=Kibitz
version=wersja {version}
resume=Wznów
last=Ostatnia
new=Nowa gra
new.note=W grze M cofa, a M długo otwiera menu.
settings=Ustawienia
finished=Skończone gry
""",
    "new": """
put_away=Odłożyć rozpoczętą grę? Zapis zostaje, ale nie da się jej już wznowić.
""",
    "menu": """
title=Menu
undo=Cofnij
sheet=Zapis
count=Wpisz liczbę lew
about=O tej grze
settings=Ustawienia
leave=Opuść grę
""",
    "undo": """
title=Cofnąć?
""",
    # -- settings
    "settings": """
title=Ustawienia
""",
    "setting": """
language=Język
language.text=W tym języku mówi urządzenie.
suits=Kolory
suits.text=Jakimi kartami grasz w Meksiko.
tricks=Lewy
tricks.text=Klawisz za każdą lewę, albo liczenie na koniec.
calls=Zapowiedzi
calls.text=Wpisuj każdą, albo po cichu: tylko sprawdzenia.
odds=Szanse
odds.text=Pokazuj stronę z szansami.
penalties=Karty w remiku
penalties.text=Licz pozostałe karty, albo wpisuj punkty.
sound=Dźwięk
sound.text=Stuk przy naciśnięciu, i ton przy werdykcie.
dim=Ekran słabnie
dim.text=Tyle po ostatnim naciśnięciu.
dark=Ekran gaśnie
dark.text=Naciśnięcie, które go budzi, nic innego nie robi.
battery=Bateria
battery.text=Poniżej {volts} trzy ogniwa są prawie puste.
""",
    "battery": """
volts={whole},{hundredths} V
low=Bateria jest słaba: {volts}. Nowe ogniwa albo USB, proszę. Co wpisane, jest zapisane.
""",
    # -- what could not be saved or read
    "save": """
failed=Nie można zapisać gry: pamięć jest pełna lub zepsuta. Piszcie na papierze.
""",
    "broken": """
settings=Części ustawień nie dało się odczytać. Zostają w osobnym pliku.
part=Końca zapisanej gry nie dało się odczytać. Sprawdźcie, jaki jest stan.
game=Zapisanej gry nie dało się odczytać. Jej plik zostaje.
""",
    "strange": """
text=To rozdanie gra się karta po karcie, czego tu nie można wpisać. M cofa.
""",
    # -- about a game: its rules in short, at most five lines a page
    "about": """
options=opcje
meksiko.1=Troje gra o lewy, 32 karty od siódemki do asa: po dziesięć, i dwie w talonie.
meksiko.2=Kto siedzi za rozdającym, musi licytować. Inni licytują wyżej, albo pasują. Gra \
najwyższa odzywka.
meksiko.3=Rozgrywający bierze talon, odkłada dwie karty, wybiera atu i wychodzi. W grze Meksiko \
nie ma żadnego z nich.
meksiko.4=Dokładaj do koloru; nie masz, bij atutem. Bierze najwyższe atu, albo najwyższa karta \
koloru.
meksiko.5=Ugrane: punkt za lewę. Wpadka: minus odzywka. Meksiko: 20 albo -20. Inni: punkt za \
lewę.
meksiko.6=Cel kończy grę: wygrywa najwyższa suma. Przy remisie kto rozgrywał, albo ma wtedy \
więcej lew.
meksiko-club.1=Troje gra o lewy, 32 karty od siódemki do asa: po dziesięć, i dwie w talonie.
meksiko-club.2=Kto siedzi za rozdającym, musi licytować. Inni licytują wyżej, albo pasują. \
Meksiko to wszystkie lewy.
meksiko-club.3=Rozgrywający bierze talon, odkłada dwie karty, wybiera atu i wychodzi. W grze \
Meksiko talon zostaje.
meksiko-club.4=Ugrane: punkt za lewę. Wpadka: minus odzywka, w otwartej podwójnie. Meksiko: 20, \
albo tyle w minus.
meksiko-club.5=Gangsterzy: punkt za lewę, w Meksiko dwa. Kto nie ma żadnej, traci w otwartej \
odzywkę.
meksiko-club.6=Suma nie spada poniżej 0. Cel kończy grę, i wygrywa najwyższa suma.
meksykanka.1=Wyższa kość to dziesiątki: 31 do 65. Pary to 100 do 600. Jeden i dwa: meksykanka, \
ponad wszystko.
meksykanka.2=Rzuć, spójrz, podaj kubek i powiedz liczbę, prawdziwą lub nie. Następny mówi \
więcej, albo sprawdza.
meksykanka.3=Chcesz powiedzieć więcej? Podaj kubek bez patrzenia, albo rzuć na nowo i spójrz.
meksykanka.4=Sprawdzenie: gdy kości sięgają zapowiedzi, skuchę ma sprawdzający; gdy nie, ten, \
kto ją mówił.
meksykanka.5=Meksykankę pokazuje się od razu. Następny ma dwie próby, by ją rzucić. Kto \
przegra, ma skuchę.
meksykanka.6=Nieważny rzut się powtarza. Za dużo skuch, i odpadasz. Wygrywa, kto został.
mexican-rummy.1=Weź kartę; wyłóż całe zadanie; potem dokładaj i wymieniaj dzikie; odrzuć jedną.
mexican-rummy.2=Grupa to trzy lub więcej równych, sekwens cztery lub więcej w kolorze. As nisko \
lub wysoko, nigdy w środku.
mexican-rummy.3=Jokery i dzikie karty zastępują każdą. Dzika na swoim miejscu liczy się jako \
ona sama.
mexican-rummy.4=Kto nie ma kart, zamyka. Ostatnią kartę się odrzuca; w rundzie 7 nie wolno.
mexican-rummy.5=Karty na ręce: joker i dzika 20, as 15, od dziesiątki do króla 10, inne 5. \
Wygrywa najniższa suma.
counter.1=Punkty dla jednego lub dla wszystkich, więcej lub mniej. Grę kończy cel, albo stół.
""",
    # -- setting a game up
    "rules": """
title=Jakie zasady?
note.meksiko=Zwykłe zasady: wpadka kosztuje tyle, ile odzywka.
note.meksiko-club=Wpadka kosztuje podwójnie, brak lewy odzywkę.
note.meksykanka=Dwie kości i kubek: sędzia każdego sprawdzenia.
note.mexican-rummy=Siedem rund z zadaniem; wygrywa najmniej punktów.
note.counter=Punkty do innych gier: 2 do 12 graczy, w górę lub w dół.
""",
    "game": """
no_screens=Tej gry urządzenie jeszcze nie pokaże. Pozostaje zapisana.
meksiko=Meksiko
meksiko-club=Meksiko klub
meksykanka=Meksykanka
mexican-rummy=Remik meksyk.
counter=Licznik
""",
    "option": """
four=Czterech graczy
four.text=Rozdający nie gra w tym rozdaniu.
dealer_moves=Rozdawanie
dealer_moves.text=Po rozdaniu: zgodnie z grą, albo odwrotnie.
target=Gra do
target.text=Tyle punktów kończy grę.
betl=Betl
betl.text=Ani jednej lewy, wart 7, między 6 a 7.
bid_ten=Odzywka dziesięć
bid_ten.text=Można licytować także dziesięć.
open=Gra otwarta
open.text=Wpadka podwójnie, brak lewy kosztuje odzywkę.
exceed=Ponad cel
exceed.text=Nie wystarczy cel tylko osiągnąć.
meksiko_zero=Bez lewy: -20
meksiko_zero.text=W grze Meksiko; tylko gdy gra jest otwarta.
lives=Skuchy
lives.text=Po tylu odpadasz.
mexican_call=Na słowo
mexican_call.text=Meksykanka bez pokazania; potem tylko sprawdzenie.
packs=Talie
packs.text=Tasowane razem; trzy na sześć osób.
all_wild=Same dzikie
all_wild.text=Układ może być z samych dzikich kart.
strict=Surowo
strict.text=Bez dokładania w kolejce, w której wykładasz.
swap=Wymiana dzikich
swap.text=Prawdziwa karta może zastąpić dziką.
single=Jedna talia
single.text=Dla 2 lub 3 graczy, bez rund 6 i 7.
wild=Dzika karta
wild.text=Rośnie od 3 do 9, albo zawsze dwójka lub król.
buy=Kupowanie
buy.text=Odrzuconą kartę można kupić, trzy razy.
start=Na początek
start.text=Tyle ma każdy. To samo co cel: bez końca.
wins=Wygrywa
wins.text=Najwyższa lub najniższa suma.
step=Krok
step.text=Tyle punktów; klawisz długo liczy szybciej.
""",
    "player": """
title=Gracz {seat} z {of}
title.open=Gracz {seat}
note=W kolejności gry. C długo: zapomnij imię.
seating=w kolejności gry:
open=…
spell=Wpisz imię…
everybody=To już wszyscy
made_up=Gracz {number}
taken={name} już siedzi przy tym stole. Wybierz inne imię.
forget.title=Imiona
forget=Zapomnieć imię {name}?
""",
    "dealer": """
title=Kto rozdaje pierwszy?
note=Zaczyna następny. Klawisz długo: losowanie miejsc.
draw=Losowanie miejsc
""",
    # -- spelling
    "wheel": """
capital=AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻČĐŠŽÄÖÜẞÉ0123456789-'
small=aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźżčđšžäöüßé0123456789-\x20
""",
    "spell": """
left=jeszcze {count}
note=C długo: imię gotowe
empty=Imię musi mieć choć jedną literę.
full=Imię ma najwyżej {most} liter.
""",
    # -- what happened last
    "event": """
bid={who} licytuje {bid}
pass={who} pasuje
trump={who}: atu {suit}
trick=Lewa {number}: {who}
tricks=Liczba lew {counts}
between=\x20-\x20
other=Ostatni wpis
first=Rzut na początek, najlepszy {best}
start={who} zaczyna
call={who} mówi {call}
reroll={who} rzuca i mówi {call}
check={who} sprawdza: {dice}
shown={who} pokazuje meksykankę
duel={who} próbuje: {dice}
cocked=Rzut nieważny
""",
    # -- Meksiko
    "suit": """
spades=pik
hearts=kier
diamonds=karo
clubs=trefl
""",
    "hungarian": """
spades=wino
hearts=czerwień
diamonds=dzwonek
clubs=żołądź
J=N
Q=W
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
title=Rozdanie {number}
dealer={who} daje
""",
    "auction": """
turn=licytuje:
opening=musi
""",
    "trump": """
title={who}: atu?
""",
    "tricks": """
title={who} {contract}
number=lewa {number}
""",
    "standing": """
needs={who}: jeszcze {needed}
made={who} ma swoje
lost={who} wpada
betl={who}: bez lewy
""",
    "count": """
title=Lewy: {who}
range={low} do {high}
unknown=-
""",
    "result": """
made={who} wygrywa {contract}
failed={who} wpada {contract}
tricks=lew: {count}
""",
    # -- the end, the sheet
    "end": """
winner={who} wygrywa
shared=Wspólna wygrana
highest=Wygrywa najwyższa suma
tie-declarer=Remis: kto rozgrywał
tie-tricks=Remis: więcej lew teraz
tie-shared=Remis, lew też: wspólnie
last-in=Wygrywa, kto został
cycles.one=po {n} kolejce
cycles.few=po {n} kolejkach
cycles.other=po {n} kolejkach
lowest=Wygrywa najniższa suma
tie-outs=Remis: częściej zamyka
mexican-rummy.tie-shared=Remis we wszystkim
key.totals=sumy
counter.tie-shared=Remis: wspólnie
""",
    "sheet": """
title=Zapis
totals=Suma
called=mówi
checked=sprawdza
empty=Żadna kolejka nie jest jeszcze skończona.
""",
    # -- Meksykanka
    "call": """
meksykanka=meksykanka
large.meksykanka=MEKS
cell.meksykanka=⚀⚁
""",
    "hint": """
more=A długo: inne
number=B długo: liczba
hold_b=B długo
hold_c=C długo
""",
    "cup": """
cycle=Kolejka {number}
opens=otwiera
called={who} mówi
rerolled={who} rzuca
""",
    "digits": """
title=Jaka liczba?
least=od {low}
hold=C długo: weź {number}
low=M: o cyfrę mniej
""",
    "more": """
title=Inne
meksykanka=Pokazana meksykanka
odds=Szanse
number=Inna liczba…
reroll=Rzuć, mów {call}
cocked=Rzut nieważny
""",
    "cocked": """
text=Ten sam gracz rzuca jeszcze raz. Poza tym nic się nie zmienia.
""",
    "start": """
title=Kto zaczyna?
roll=Wszyscy rzucają
tie=Remis: kto zaczyna?
again=Rzucają jeszcze raz
""",
    "roll_off": """
title=Rzut na początek
best=dotąd {roll}
""",
    "check": """
title={who} sprawdza
called={who} mówi
""",
    "duel": """
title={who} ma ⚀⚁
try=próba {number} z {of}
""",
    "verdict": """
true={who} sprawdza: prawda
false={who} sprawdza: za dużo
hit={who} rzuca meksykankę
missed={who} nie trafia
skucha=skucha:
out=odpada:
""",
    "quiet": """
title=kto mówił?
call=Ile było?
""",
    "odds": """
title=Szanse zapowiedzi
duel=Szanse w pojedynku
true=prawda
reached=tyle
beaten=więcej
hit=meksykanka trafiona
""",
    # -- Mexican Rummy
    "rummy": """
round=Runda {number}
round.of=Runda {number} z {of}
wild=dzika
cards.one=karta
cards.few=karty
cards.other=kart
begins=zaczyna
meld.set=grupa
meld.run=sekw.
key.score=stan
key.over=koniec
key.out=zamyka
key.blocked=blokada
key.kind=rodzaj
key.one=+1
key.less=-{step}
key.more=+{step}
key.points=punkty
key.totals=sumy
key.order=miejsca
out.title=Kto zamyka?
blocked.note=Blokada? Przytrzymaj klawisz.
nobody=Nikt: blokada
hand.title={who}: co zostało
number.hint=C długo: licz karty
cards.hint=A długo: mniej, C: liczba
joker=JK
ranks={low}-{high}
out={who} zamyka
blocked=Blokada
level=Wszyscy równo
leads={who} prowadzi
lead={who} prowadzą
is_behind={who} traci {points}
are_behind={who} tracą {points}
and=\x20+\x20
place={place}.
standing=Stan gry
event.out=Runda {number}: {who} zamyka
event.blocked=Runda {number}: blokada
""",
    # -- the counter
    "counter": """
start=
key.round=wszyscy
target=do {target}
no_target=bez celu
entries.one={n} wpis
entries.few={n} wpisy
entries.other={n} wpisów
who={who}
before=ma
points=punkty
after=razem
none=·
round=Punkty dla wszystkich
end=Zakończ grę
end.highest=Zakończyć grę w tym miejscu? Wygrywa najwyższa suma.
end.lowest=Zakończyć grę w tym miejscu? Wygrywa najniższa suma.
event.add={points}: {who}
event.points=Punkty dla wszystkich: {points}
event.end=Koniec gry
reached={who} ma {target}
reached.several=Kilka osób ma {target}
""",
    # -- the draw for seats
    "draw": """
title=Losowanie miejsc
text=Najwyższa karta rozdaje pierwsza, as jest najwyższy. Wpiszcie karty, albo niech losuje \
urządzenie.
key.enter=wpisz
key.draw=losuj
key.higher=wyżej
key.lower=niżej
key.again=jeszcze
key.seats=miejsca
key.anew=od nowa
card={who} ciągnie
tie=Remis: jeszcze raz
drawn=Wylosowane
seat={seat}. {who}
between=\x20
deals={who} rozdaje
""",
    # -- finished games
    "finished": """
title=Skończone gry
none=Żadna gra nie jest jeszcze skończona ani odłożona.
number=nr {number}
broken=Uszkodzony plik
broken.text=Tego pliku nie da się odczytać. Można go usunąć.
part=Nie wszystko czytelne
unfinished=Odłożona przed końcem
key.show=pokaż
key.delete=usuń
delete.title=Usunąć?
delete=Usunąć grę nr {number} i jej zapis? Nie da się ich przywrócić.
stays=Gry nie można usunąć: pamięć jest zepsuta lub chroniona.
""",
    # -- what the rules do not allow
    "refused": """
bad-json=Tego wiersza nie da się odczytać.
bad-setup=Tak gra nie może się zacząć.
unknown-game=Ta gra nie jest znana.
bad-players=Liczba graczy albo jakieś imię nie pasuje do tej gry.
bad-option=Takiej opcji ta gra nie ma.
unknown-event=Tego w tej grze nie ma.
not-now=Teraz nie można.
bad-value=Taka wartość nie jest możliwa.
bid-too-low=Licytuj wyżej albo pasuj.
must-bid=Pierwszy gracz musi licytować, co najmniej 5.
call-too-low=Trzeba powiedzieć więcej.
not-a-roll=Kość pokazuje od 1 do 6.
bad-tricks=Jest dziesięć lew, a kto pauzuje, nie ma żadnej.
bad-penalty=Tylu punktów karnych być nie może.
not-your-card=Tej karty nie ma w ręce.
must-follow=Trzeba dołożyć do koloru.
must-trump=Trzeba przebić atutem.
bad-meld=To nie jest ani grupa, ani sekwens.
bad-contract=To nie jest zadanie tej rundy.
bad-layoff=Tej karty nie można tu dołożyć.
bad-swap=Takiej wymiany nie ma.
bad-deal=Rozdane karty nie zgadzają się z talią.
nothing-to-undo=Nie ma czego cofać.
over=Gra jest skończona.
""",
}


def plural(n: int) -> str:
    """The form of a word for so many things: 1 karta, 2 karty, 5 kart, 12 kart, 21 kart."""
    if n == 1:
        return "one"
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return "few"
    return "other"
