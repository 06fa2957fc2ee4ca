"""What the app says, in German.

As card players say it: Stich, Trumpf, Geber, bieten, Bettel. The letters of the ranks are those of
the packs that are sold in German-speaking countries: B and D for the jack and the queen.
"""

TEXTS = {
    # -- the keys: at most 40 pixels each, about eight letters
    "key": """
up=auf
down=ab
choose=wählen
ok=ok
no=nein
yes=ja
less=weniger
more=mehr
next=nächste
change=ändern
go_on=weiter
close=zu
back=zurück
left=links
right=rechts
take=nimm
done=fertig
erase=lösche
deals=gibt
pass=passe
higher=höher
bid=biete {bid}
trick=+1
count=zählen
sheet=Zettel
home=Start
check=prüfen
lower=tiefer
call=sag {call}
rare=mehr…
digit=Ziffer
die=Würfel {number}
judge=Urteil
""",
    # -- lists, numbers, messages
    "list": """
place={at}/{of}
and_on=,\x20
""",
    "number": """
range={low} bis {high}
""",
    "value": """
yes=ja
no=nein
each=einzeln
count=am Ende
forward=mit dem Spiel
backward=dagegen
entered=alle
quiet=still
on=ja
off=nein
climbing=steigt
twos=Zweien
kings=Könige
cards=Karten
number=Zahl
highest=die meisten
lowest=die wenigsten
french=französisch
hungarian=ungarisch
30s=30 s
1min=1 min
2min=2 min
5min=5 min
10min=10 min
30min=30 min
never=nie
""",
    "message": """
title=Achtung
""",
    # -- the first screen
    "home": """
title=Kibitz
version=Version {version}
resume=Weiter
last=Letzte
new=Neue Partie
new.note=M nimmt im Spiel zurück, M lang öffnet das Menü.
settings=Einstellungen
finished=Alte Partien
""",
    "new": """
put_away=Die laufende Partie weglegen? Ihr Zettel bleibt, weitergespielt werden kann sie nicht.
""",
    "menu": """
title=Menü
undo=Zurücknehmen
sheet=Punktezettel
count=Stiche eingeben
about=Über das Spiel
settings=Einstellungen
leave=Partie verlassen
""",
    "undo": """
title=Zurücknehmen?
""",
    # -- settings
    "settings": """
title=Einstellungen
""",
    "setting": """
language=Sprache
language.text=In dieser Sprache spricht das Gerät.
suits=Farben
suits.text=Mit welchem Blatt ihr Meksiko spielt.
tricks=Stiche
tricks.text=Eine Taste für jeden Stich, oder am Ende zählen.
calls=Ansagen
calls.text=Jede Ansage eingeben, oder still: nur das Prüfen.
odds=Chancen
odds.text=Eine Seite mit Chancen anbieten.
penalties=Rommé: Rest
penalties.text=Die Restkarten zählen, oder Punkte eingeben.
sound=Ton
sound.text=Klicks beim Drücken, und ein Ton beim Urteil.
dim=Glas dunkler
dim.text=So lange nach dem letzten Druck.
dark=Glas aus
dark.text=Der Druck, der es weckt, tut sonst nichts.
battery=Batterie
battery.text=Unter {volts} sind die drei Zellen fast leer.
""",
    "battery": """
volts={whole},{hundredths} V
low=Die Batterie ist schwach: {volts}. Bitte neue Zellen, oder USB. Was eingetragen ist, ist \
gesichert.
""",
    # -- what could not be saved or read
    "save": """
failed=Die Partie lässt sich nicht speichern: Der Speicher ist voll oder defekt. Schreibt auf \
Papier.
""",
    "broken": """
settings=Manche Einstellungen waren nicht lesbar. Sie bleiben in einer eigenen Datei.
part=Das Ende der gespeicherten Partie war nicht lesbar. Prüft, wo sie jetzt steht.
game=Die gespeicherte Partie war nicht lesbar. Ihre Datei bleibt.
""",
    "strange": """
text=Dieses Spiel läuft Karte für Karte; das lässt sich hier nicht eingeben. M führt zurück.
""",
    # -- about a game: its rules in short, at most five lines a page
    "about": """
options=Optionen
meksiko.1=Drei spielen um Stiche, 32 Karten von der Sieben bis zum Ass: je zehn, und zwei im \
Talon.
meksiko.2=Wer nach dem Geber sitzt, muss bieten. Die anderen bieten mehr oder passen. Das \
höchste Gebot spielt.
meksiko.3=Der Alleinspieler nimmt den Talon, legt zwei Karten weg, nennt Trumpf und spielt aus. \
Im Meksiko nichts davon.
meksiko.4=Farbe bedienen; wer nicht kann, sticht. Es gewinnt der höchste Trumpf, oder die \
höchste Karte der Farbe.
meksiko.5=Gewonnen: ein Punkt je Stich. Verloren: minus Gebot. Meksiko: 20 oder -20. Andere: \
ein Punkt je Stich.
meksiko.6=Das Ziel beendet die Partie: Die meisten Punkte gewinnen. Bei Gleichstand, wer \
gespielt hat, oder mehr Stiche.
meksiko-club.1=Drei spielen um Stiche, 32 Karten von der Sieben bis zum Ass: je zehn, und zwei \
im Talon.
meksiko-club.2=Wer nach dem Geber sitzt, muss bieten. Die anderen bieten mehr oder passen. \
Meksiko heißt alle zehn Stiche.
meksiko-club.3=Der Alleinspieler nimmt den Talon, legt zwei Karten weg, nennt Trumpf und spielt \
aus. Im Meksiko bleibt er liegen.
meksiko-club.4=Gewonnen: ein Punkt je Stich. Verloren: minus Gebot, offen doppelt. Meksiko: 20, \
oder so viel im Minus.
meksiko-club.5=Die Gangster: ein Punkt je Stich, im Meksiko zwei. Wer keinen hat, verliert \
offen das Gebot.
meksiko-club.6=Kein Stand fällt unter 0. Das Ziel beendet die Partie, und die meisten Punkte \
gewinnen.
meksykanka.1=Der höhere Würfel zählt Zehner: 31 bis 65. Pasche sind 100 bis 600. Eins und zwei: \
Meksykanka, über allem.
meksykanka.2=Würfle, schau, gib den Becher weiter und sag eine Zahl, wahr oder nicht. Der \
Nächste sagt mehr oder prüft.
meksykanka.3=Um mehr zu sagen, gib den Becher ungesehen weiter, oder würfle ungesehen neu und \
schau dann.
meksykanka.4=Prüfen: Reichen die Würfel an die Ansage, bekommt die Skucha, wer prüft; sonst, \
wer sie gesagt hat.
meksykanka.5=Eine Meksykanka wird gleich gezeigt. Der Nächste hat zwei Versuche auf eine. Wer \
verliert, bekommt die Skucha.
meksykanka.6=Ein Fehlwurf wird wiederholt. Zu viele Skuchas, und du bist raus. Wer übrig \
bleibt, gewinnt.
mexican-rummy.1=Zieh eine; leg die ganze Aufgabe aus; dann leg an und tausch wilde Karten; wirf \
eine ab.
mexican-rummy.2=Ein Satz: drei oder mehr gleiche. Eine Folge: vier oder mehr in Farbe. Das Ass \
ist tief oder hoch, nie dazwischen.
mexican-rummy.3=Joker und wilde Karten stehen für jede. Eine wilde an ihrem eigenen Platz zählt \
als sie selbst.
mexican-rummy.4=Wer keine Karte mehr hat, ist fertig. Die letzte wird abgeworfen; in Runde 7 \
darf sie das nicht.
mexican-rummy.5=Restkarten: Joker und wilde 20, Ass 15, von Zehn bis König 10, andere 5. Die \
wenigsten Punkte gewinnen.
counter.1=Punkte für einen oder für alle, mehr oder weniger. Das Ziel beendet die Partie, oder \
der Tisch.
""",
    # -- setting a game up
    "rules": """
title=Welche Regeln?
note.meksiko=Die üblichen Regeln: wer verliert, zahlt das Gebot.
note.meksiko-club=Verlieren kostet doppelt, kein Stich das Gebot.
note.meksykanka=Zwei Würfel und ein Becher: der Richter beim Prüfen.
note.mexican-rummy=Sieben Runden mit Aufgabe; wenig Punkte gewinnen.
note.counter=Punkte für andere Spiele: 2 bis 12 Spieler, auf oder ab.
""",
    "game": """
no_screens=Dieses Spiel kann das Gerät noch nicht zeigen. Es bleibt gespeichert.
meksiko=Meksiko
meksiko-club=Meksiko-Club
meksykanka=Meksykanka
mexican-rummy=Mexiko-Rommé
counter=Zähler
""",
    "option": """
four=Zu viert
four.text=Wer gibt, setzt in dem Spiel aus.
dealer_moves=Geber
dealer_moves.text=Wandert nach dem Spiel: mit ihm, oder dagegen.
target=Ziel
target.text=Mit so vielen Punkten ist Schluss.
betl=Bettel
betl.text=Gar kein Stich, zählt 7, zwischen 6 und 7.
bid_ten=Zehn bieten
bid_ten.text=Auch zehn darf geboten werden.
open=Offenes Spiel
open.text=Verlieren kostet doppelt, kein Stich das Gebot.
exceed=Ziel übertreffen
exceed.text=Das Ziel nur zu erreichen, genügt nicht.
meksiko_zero=Kein Stich: -20
meksiko_zero.text=Im Meksiko; nur wenn das Spiel offen ist.
lives=Skuchas
lives.text=Mit so vielen scheidest du aus.
mexican_call=Das Wort
mexican_call.text=Meksykanka verdeckt ansagen; dann nur prüfen.
packs=Pakete
packs.text=Zusammen gemischt; drei für sechs Spieler.
all_wild=Nur wilde
all_wild.text=Eine Meldung darf nur aus wilden Karten sein.
strict=Streng
strict.text=Kein Anlegen im Zug, in dem du auslegst.
swap=Wilde tauschen
swap.text=Die echte Karte darf eine wilde holen.
single=Ein Paket
single.text=2 oder 3 Spieler, ohne Runden 6 und 7.
wild=Wilder Wert
wild.text=Steigt von 3 bis 9, oder immer die 2 oder der König.
buy=Kaufen
buy.text=Die oberste Ablage darf man kaufen, dreimal.
start=Beginn mit
start.text=So viel hat jeder. Gleich dem Ziel: kein Ende.
wins=Es gewinnen
wins.text=Die meisten oder die wenigsten Punkte.
step=Schritt
step.text=So viele Punkte; eine Taste lang zählt schneller.
""",
    "player": """
title=Spieler {seat} von {of}
title.open=Spieler {seat}
note=In der Spielrichtung. C lang: Namen vergessen.
seating=in der Spielrichtung:
open=…
spell=Namen schreiben…
everybody=Das sind alle
made_up=Spieler {number}
taken={name} sitzt schon am Tisch. Gib hier einen anderen Namen.
forget.title=Namen
forget=Den Namen {name} vergessen?
""",
    "dealer": """
title=Wer gibt zuerst?
note=Der Nächste beginnt. Taste lang: Plätze auslosen.
draw=Plätze auslosen
""",
    # -- spelling
    "wheel": """
capital=AÄBCDEFGHIJKLMNOÖPQRSẞTUÜVWXYZČĆĐŠŽĄĘŁŃÓŚŹŻÉ0123456789-'
small=aäbcdefghijklmnoöpqrsßtuüvwxyzčćđšžąęłńóśźżé0123456789-\x20
""",
    "spell": """
left=noch {count}
note=C lang: Name fertig
empty=Ein Name braucht wenigstens einen Buchstaben.
full=Ein Name hat höchstens {most} Buchstaben.
""",
    # -- what happened last
    "event": """
bid={who} bietet {bid}
pass={who} passt
trump={who}: Trumpf {suit}
trick=Stich {number}: {who}
tricks=Stiche am Ende {counts}
between=\x20-\x20
other=Die letzte Eingabe
first=Würfeln um den Start, am besten {best}
start={who} beginnt
call={who} sagt {call}
reroll={who} würfelt neu und sagt {call}
check={who} prüft: {dice}
shown={who} zeigt eine Meksykanka
duel={who} versucht es: {dice}
cocked=Fehlwurf
""",
    # -- Meksiko
    "suit": """
spades=Pik
hearts=Herz
diamonds=Karo
clubs=Kreuz
""",
    "hungarian": """
spades=Laub
hearts=Herz
diamonds=Schellen
clubs=Eichel
J=U
Q=O
""",
    "rank": """
J=B
Q=D
""",
    "bid": """
meksiko=Meksiko
betl=Bettel
short.meksiko=M
short.betl=B
large.meksiko=MEKSIKO
large.betl=BETTEL
""",
    "hand": """
title=Spiel {number}
dealer={who} gibt
""",
    "auction": """
turn=bietet:
opening=muss
""",
    "trump": """
title={who}: Trumpf?
""",
    "tricks": """
title={who} {contract}
number=Stich {number}
""",
    "standing": """
needs={who} braucht noch {needed}
made={who} hat es geschafft
lost={who} hat verloren
betl={who}: kein Stich
""",
    "count": """
title=Stiche von {who}?
range={low} bis {high}
unknown=-
""",
    "result": """
made={who} gewinnt {contract}
failed={who} verliert {contract}
tricks=holt {count}
""",
    # -- the end, the sheet
    "end": """
winner={who} gewinnt
shared=Geteilter Sieg
highest=Die meisten Punkte gewinnen
tie-declarer=Gleich: wer gespielt hat
tie-tricks=Gleich: mehr Stiche zuletzt
tie-shared=Gleich, auch in Stichen
last-in=Wer übrig bleibt, gewinnt
cycles.one=nach {n} Runde
cycles.other=nach {n} Runden
lowest=Die wenigsten gewinnen
tie-outs=Gleich: öfter fertig
mexican-rummy.tie-shared=Gleich, auch in Runden
key.totals=Stand
counter.tie-shared=Gleich: geteilt
""",
    "sheet": """
title=Zettel
totals=Stand
called=sagt
checked=prüft
empty=Noch keine Runde ist zu Ende.
""",
    # -- Meksykanka
    "call": """
meksykanka=Meksykanka
large.meksykanka=MEKS
cell.meksykanka=⚀⚁
""",
    "hint": """
more=A lang: mehr…
number=B lang: Zahl
hold_b=B lang
hold_c=C lang
""",
    "cup": """
cycle=Runde {number}
opens=eröffnet
called={who} sagt
rerolled={who} würfelt
""",
    "digits": """
title=Welche Zahl?
least=ab {low}
hold=C lang: {number} nehmen
low=M: eine Ziffer weniger
""",
    "more": """
title=Mehr
meksykanka=Meksykanka gezeigt
odds=Chancen
number=Jede Zahl…
reroll=Neu würfeln, {call}
cocked=Fehlwurf
""",
    "cocked": """
text=Derselbe Spieler würfelt noch einmal. Sonst ändert sich nichts.
""",
    "start": """
title=Wer beginnt?
roll=Alle würfeln
tie=Gleich: wer beginnt?
again=Sie würfeln noch mal
""",
    "roll_off": """
title=Würfeln um den Start
best=bisher {roll}
""",
    "check": """
title={who} prüft
called={who} sagt
""",
    "duel": """
title={who} hat ⚀⚁
try=Versuch {number} von {of}
""",
    "verdict": """
true={who} prüft: stimmt
false={who} prüft: zu hoch
hit={who} würfelt Meksykanka
missed={who} trifft nicht
skucha=Skucha:
out=ist raus:
""",
    "quiet": """
title=wer sagte an?
call=Welche Ansage?
""",
    "odds": """
title=Chancen der Ansage
duel=Chancen im Duell
true=stimmt
reached=erreicht
beaten=höher
hit=Meksykanka fällt
""",
    # -- Mexican Rummy
    "rummy": """
round=Runde {number}
round.of=Runde {number} von {of}
wild=wild
cards.one=Karte
cards.other=Karten
begins=beginnt
meld.set=Satz
meld.run=Folge
key.score=Stand
key.over=Ende
key.out=fertig
key.blocked=Block
key.kind=Sorte
key.one=+1
key.less=-{step}
key.more=+{step}
key.points=Punkte
key.totals=Stand
key.order=Plätze
out.title=Wer ist fertig?
blocked.note=Blockiert? Dann eine Taste lang.
nobody=Niemand: blockiert
hand.title={who}: Restkarten
number.hint=C lang: Karten zählen
cards.hint=A lang: weniger, C: Zahl
joker=JK
ranks={low}-{high}
out={who} fertig
blocked=Blockiert
level=Alle gleich
leads={who} führt
lead={who} führen
is_behind={who} liegt {points} zurück
are_behind={who} liegen {points} zurück
and=\x20+\x20
place={place}.
standing=Zwischenstand
event.out=Runde {number}: {who} ist fertig
event.blocked=Runde {number}: blockiert
""",
    # -- the counter
    "counter": """
start=
key.round=für alle
target=bis {target}
no_target=ohne Ziel
entries.one={n} Eintrag
entries.other={n} Einträge
who={who}
before=hat
points=Punkte
after=macht
none=·
round=Punkte für alle
end=Partie beenden
end.highest=Die Partie hier beenden? Die meisten Punkte gewinnen.
end.lowest=Die Partie hier beenden? Die wenigsten Punkte gewinnen.
event.add={points} für {who}
event.points=Punkte für alle: {points}
event.end=Das Ende der Partie
reached={who} hat {target}
reached.several=Mehrere haben {target}
""",
    # -- the draw for seats
    "draw": """
title=Plätze auslosen
text=Die höchste Karte gibt zuerst, das Ass ist hoch. Gebt eure Karten ein, oder lasst das Gerät \
ziehen.
key.enter=eingeben
key.draw=ziehen
key.higher=höher
key.lower=tiefer
key.again=noch mal
key.seats=Plätze
key.anew=neu
card={who} zieht
tie=Gleich: noch mal ziehen
drawn=Gezogen
seat={seat}. {who}
between=\x20
deals={who} gibt zuerst
""",
    # -- finished games
    "finished": """
title=Alte Partien
none=Noch keine Partie ist beendet oder weggelegt.
number=Nr. {number}
broken=Defekte Datei
broken.text=Diese Datei ist nicht lesbar. Man kann sie löschen.
part=Nicht alles lesbar
unfinished=Unfertig weggelegt
key.show=zeigen
key.delete=löschen
delete.title=Löschen?
delete=Partie Nr. {number} und ihren Zettel löschen? Das ist endgültig.
stays=Die Partie lässt sich nicht löschen: Der Speicher ist defekt oder geschützt.
""",
    # -- what the rules do not allow
    "refused": """
bad-json=Diese Zeile ist nicht lesbar.
bad-setup=So kann die Partie nicht beginnen.
unknown-game=Dieses Spiel ist nicht bekannt.
bad-players=Die Zahl der Spieler oder ein Name passt nicht zu diesem Spiel.
bad-option=Diese Möglichkeit hat das Spiel nicht.
unknown-event=Das gibt es in diesem Spiel nicht.
not-now=Das geht jetzt nicht.
bad-value=Dieser Wert ist nicht möglich.
bid-too-low=Biete mehr, oder passe.
must-bid=Der erste Spieler muss bieten, mindestens 5.
call-too-low=Die Ansage muss höher sein.
not-a-roll=Ein Würfel zeigt 1 bis 6.
bad-tricks=Es sind zehn Stiche, und wer aussetzt, hat keinen.
bad-penalty=So viele Strafpunkte kann es nicht geben.
not-your-card=Diese Karte ist nicht auf der Hand.
must-follow=Du musst Farbe bedienen.
must-trump=Du musst stechen.
bad-meld=Das ist weder Satz noch Folge.
bad-contract=Das ist nicht die Aufgabe dieser Runde.
bad-layoff=Dort passt diese Karte nicht an.
bad-swap=Dieser Tausch geht nicht.
bad-deal=Die gegebenen Karten stimmen nicht.
nothing-to-undo=Es gibt nichts zurückzunehmen.
over=Die Partie ist zu Ende.
""",
}


def plural(n: int) -> str:
    """The form of a word for so many things."""
    return "one" if n == 1 else "other"
