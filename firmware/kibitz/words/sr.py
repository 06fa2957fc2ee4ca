"""What the app says, in Serbian, Latin letters (`cyrillic` rewrites them if that is wanted).

As card players say it: adut, štih, licitacija, pad, kup. A name cannot be declined and nobody's
gender is known, so people stand in the nominative and verbs in the present.
"""

TEXTS = {
    # -- the keys: at most 40 pixels each, about eight letters
    "key": """
up=gore
down=dole
choose=izaberi
ok=ok
no=ne
yes=da
less=manje
more=više
next=sledeći
change=promeni
go_on=nastavi
close=zatvori
back=nazad
left=levo
right=desno
take=uzmi
done=gotovo
erase=briši
deals=deli
pass=dalje
higher=više
bid=zovi {bid}
trick=+1
count=izbroj
sheet=lista
home=početak
check=proveri
lower=niže
call=kaži {call}
rare=još…
digit=cifra
die=kocka {number}
judge=presudi
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
yes=da
no=ne
each=svaki
count=na kraju
forward=napred
backward=nazad
entered=sva
quiet=tiho
on=da
off=ne
climbing=raste
twos=dvojke
kings=kraljevi
cards=karte
number=broj
highest=najviše
lowest=najmanje
french=francuske
hungarian=mađarske
30s=30 s
1min=1 min
2min=2 min
5min=5 min
10min=10 min
30min=30 min
never=nikad
""",
    "message": """
title=Pažnja
""",
    # -- the first screen
    "home": """
title=Kibitz
version=verzija {version}
resume=Nastavi
last=Poslednja
new=Nova igra
new.note=U igri M vraća potez, a držano M otvara meni.
settings=Podešavanja
finished=Završene igre
""",
    "new": """
put_away=Skloniti započetu igru? Lista ostaje, ali igra više ne može da se nastavi.
""",
    "menu": """
title=Meni
undo=Vrati potez
sheet=Lista poena
count=Unesi konačan broj
about=O ovoj igri
settings=Podešavanja
leave=Napusti igru
""",
    "undo": """
title=Vratiti?
""",
    # -- settings
    "settings": """
title=Podešavanja
""",
    "setting": """
language=Jezik
language.text=Jezik i pismo uređaja.
suits=Boje
suits.text=Kojim kartama se igra Meksiko.
tricks=Štihovi
tricks.text=Dugme za svaki štih, ili brojanje na kraju.
calls=Zvanja
calls.text=Unosi se svako zvanje, ili tiho: samo provere.
odds=Šanse
odds.text=Ponudi stranicu sa šansama.
penalties=Karte u remiju
penalties.text=Broje se preostale karte, ili unose poeni.
sound=Zvuk
sound.text=Klik na pritisak, i ton na presudu.
dim=Ekran slabi
dim.text=Toliko posle poslednjeg pritiska.
dark=Ekran se gasi
dark.text=Pritisak koji ga budi ne radi ništa drugo.
battery=Baterija
battery.text=Ispod {volts} su tri baterije skoro prazne.
""",
    "battery": """
volts={whole},{hundredths} V
low=Baterija je slaba: {volts}. Stavite nove, ili USB. Što je upisano, sačuvano je.
""",
    # -- what could not be saved or read
    "save": """
failed=Igra ne može da se sačuva: memorija je puna ili pokvarena. Vodite listu na papiru.
""",
    "broken": """
settings=Neka podešavanja nisu mogla da se pročitaju. Ostaju u svojoj datoteci.
part=Kraj sačuvane igre nije mogao da se pročita. Proverite dokle se stiglo.
game=Sačuvana igra nije mogla da se pročita. Njena datoteka ostaje.
""",
    "strange": """
text=Ova ruka se igra kartu po kartu, što ovde ne može da se unese. M vodi nazad.
""",
    # -- about a game: its rules in short, at most five lines a page
    "about": """
options=opcije
meksiko.1=Troje igra na štihove, 32 karte od sedmice do keca: po deset, i dve u kupu.
meksiko.2=Ko sedi iza delioca mora da zove. Ostali zovu više, ili kažu dalje. Igra najviše \
zvanje.
meksiko.3=Ko igra uzima kup, sklanja dve karte, bira adut i izlazi. U Meksiku nema ni jednog ni \
drugog.
meksiko.4=Boja se prati; ko je nema, seče adutom. Nosi najjači adut, ili najjača karta tražene \
boje.
meksiko.5=Prođe: poen po štihu. Padne: minus zvano. Meksiko: 20 ili -20. Ostali: poen po štihu.
meksiko.6=Cilj završava igru: pobeđuje najveći zbir. Kad je isto, ko je poslednji igrao, ili \
ima više štihova.
meksiko-club.1=Troje igra na štihove, 32 karte od sedmice do keca: po deset, i dve u kupu.
meksiko-club.2=Ko sedi iza delioca mora da zove. Ostali zovu više, ili kažu dalje. Meksiko je \
svih deset štihova.
meksiko-club.3=Ko igra uzima kup, sklanja dve karte, bira adut i izlazi. U Meksiku kup ostaje.
meksiko-club.4=Prođe: poen po štihu. Pad: minus zvano, u javnoj igri duplo. Meksiko: 20, ili \
toliko u minus.
meksiko-club.5=Gangsteri: poen po štihu, u Meksiku dva. Ko nema nijedan, u javnoj igri gubi \
zvano.
meksiko-club.6=Zbir ne ide ispod 0. Cilj završava igru, i pobeđuje najveći zbir.
meksykanka.1=Veća kocka su desetice: 31 do 65. Parovi su 100 do 600. Jedan i dva: meksikanka, \
iznad svega.
meksykanka.2=Baci, pogledaj, dodaj čašu i reci broj, tačan ili ne. Sledeći kaže više, ili \
proverava.
meksykanka.3=Da kažeš više, dodaj čašu nepogledanu, ili baci ponovo i pogledaj nove kocke.
meksykanka.4=Provera: ako kocke dostižu rečeno, skuhu dobija ko proverava; ako ne, ko je to \
rekao.
meksykanka.5=Meksikanka se odmah pokazuje. Sledeći ima dva pokušaja da je baci. Ko izgubi, \
dobija skuhu.
meksykanka.6=Nevažeće kocke bacaju se ponovo. Previše skuha, i ispadaš. Pobeđuje ko ostane.
mexican-rummy.1=Izvuci kartu; izloži ceo zadatak; onda dodaj i menjaj divlje; odbaci jednu.
mexican-rummy.2=Set je tri ili više istih, niz četiri ili više u boji. Kec je nizak ili \
visok, nikad između.
mexican-rummy.3=Džokeri i divlje karte menjaju svaku. Divlja na svom mestu važi kao ona sama.
mexican-rummy.4=Ko više nema karata, izlazi. Poslednja se odbacuje; u rundi 7 to ne sme.
mexican-rummy.5=Karte u ruci: džoker i divlja 20, kec 15, od desetke do kralja 10, ostale 5. \
Pobeđuje najmanji zbir.
counter.1=Poeni za jednog ili za sve, više ili manje. Igru završava cilj, ili sto.
""",
    # -- setting a game up
    "rules": """
title=Koja pravila?
note.meksiko=Uobičajena pravila: pad košta zvano.
note.meksiko-club=Pad košta duplo, bez štiha gubiš zvano.
note.meksykanka=Dve kocke i čaša: sudija svake provere.
note.mexican-rummy=Sedam rundi, zadatak u svakoj; najmanje dobija.
note.counter=Poeni za druge igre: 2 do 12 igrača, gore ili dole.
""",
    "game": """
no_screens=Uređaj još ne ume da prikaže ovu igru. Ostaje sačuvana.
meksiko=Meksiko
meksiko-club=Meksiko klub
meksykanka=Meksikanka
mexican-rummy=Meksički remi
counter=Brojač
""",
    "option": """
four=Četiri igrača
four.text=Ko deli, tu ruku ne igra.
dealer_moves=Deljenje ide
dealer_moves.text=Posle ruke: u smeru igre, ili suprotno.
target=Igra se do
target.text=Ko ima toliko poena, završava igru.
betl=Betl
betl.text=Nijedan štih, vredi 7, između 6 i 7.
bid_ten=Zvanje deset
bid_ten.text=Sme da se zove i deset.
open=Javna igra
open.text=Pad košta duplo, bez štiha gubiš zvano.
exceed=Preko cilja
exceed.text=Nije dovoljno da se cilj samo dostigne.
meksiko_zero=Bez štiha: -20
meksiko_zero.text=U Meksiku; samo ako je igra javna.
lives=Skuhe
lives.text=Sa toliko se ispada.
mexican_call=Na reč
mexican_call.text=Meksikanka i na reč; onda samo provera.
packs=Špilovi
packs.text=Mešaju se zajedno; tri za šest igrača.
all_wild=Samo divlje
all_wild.text=Grupa sme da bude od samih divljih karata.
strict=Strogo
strict.text=U potezu u kom se otvaraš nema dodavanja.
swap=Zamena divlje
swap.text=Prava karta sme da zameni divlju.
single=Jedan špil
single.text=2 ili 3 igrača, bez 6. i 7. runde.
wild=Divlja karta
wild.text=Raste od 3 do 9, ili je uvek dvojka ili kralj.
buy=Kupovina
buy.text=Gornja odbačena karta se kupuje, triput.
start=Početak
start.text=Toliko ima svako. Isto kao cilj: bez kraja.
wins=Pobeđuje
wins.text=Najveći ili najmanji zbir.
step=Korak
step.text=Toliko poena; kad se dugme drži, ide brže.
""",
    "player": """
title=Igrač {seat} od {of}
title.open=Igrač {seat}
note=Redom kojim se igra. Drži C: ime se briše.
seating=redom kojim se igra:
open=…
spell=Upiši ime…
everybody=To su svi
made_up=Igrač {number}
taken={name} već sedi za ovim stolom. Daj ovom igraču drugo ime.
forget.title=Imena
forget=Zaboraviti ime {name}?
""",
    "dealer": """
title=Ko prvi deli?
note=Sledeći počinje. Držano dugme izvlači mesta.
draw=Izvlačenje mesta
""",
    # -- spelling
    "wheel": """
capital=ABCČĆDĐEFGHIJKLMNOPRSŠTUVZŽQWXYĄĘŁŃÓŚŹŻÄÖÜẞÉ0123456789-'
small=abcčćdđefghijklmnoprsštuvzžqwxyąęłńóśźżäöüßé0123456789-\x20
""",
    "spell": """
left=još {count}
note=drži C: ime je gotovo
empty=Ime mora da ima bar jedno slovo.
full=Ime ima najviše {most} slova.
""",
    # -- what happened last
    "event": """
bid={who} zove {bid}
pass={who}: dalje
trump={who}: adut {suit}
trick=Štih {number}: {who}
tricks=Konačan broj {counts}
between=\x20-\x20
other=Poslednji unos
first=Bacanje za početak, najbolje {best}
start={who} počinje
call={who} kaže {call}
reroll={who} baca ponovo i kaže {call}
check={who} proverava: {dice}
shown={who} pokazuje meksikanku
duel={who} pokušava: {dice}
cocked=Nevažeće bacanje
""",
    # -- Meksiko
    "suit": """
spades=pik
hearts=herc
diamonds=karo
clubs=tref
""",
    "hungarian": """
spades=list
hearts=srce
diamonds=bundeva
clubs=žir
J=D
Q=G
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
title=Ruka {number}
dealer={who} deli
""",
    "auction": """
turn=zove:
opening=mora
""",
    "trump": """
title={who}: adut?
""",
    "tricks": """
title={who} {contract}
number=štih {number}
""",
    "standing": """
needs={who}: treba još {needed}
made={who} je na konju
lost={who} pada
betl={who}: nijedan štih
""",
    "count": """
title=Štihovi: {who}
range={low} do {high}
unknown=-
""",
    "result": """
made={who} prođe {contract}
failed={who} pada {contract}
tricks=nosi {count}
""",
    # -- the end, the sheet
    "end": """
winner={who} pobeđuje
shared=Podeljena pobeda
highest=Pobeđuje najveći zbir
tie-declarer=Isto: dobija ko je zvao
tie-tricks=Isto: više štihova sada
tie-shared=Isto, i štihova: dele
last-in=Pobeđuje ko ostane
cycles.one=posle {n} kruga
cycles.few=posle {n} kruga
cycles.other=posle {n} krugova
lowest=Pobeđuje najmanji zbir
tie-outs=Isto: više puta van
mexican-rummy.tie-shared=Isto u svemu: dele
key.totals=zbirovi
counter.tie-shared=Isto: dele
""",
    "sheet": """
title=Lista
totals=Zbir
called=zvanje
checked=provera
empty=Nijedan krug još nije gotov.
""",
    # -- Meksykanka
    "call": """
meksykanka=meksikanka
large.meksykanka=MEKS
cell.meksykanka=⚀⚁
""",
    "hint": """
more=drži A: još…
number=drži B: broj
hold_b=drži B
hold_c=drži C
""",
    "cup": """
cycle=Krug {number}
opens=otvara krug
called={who} kaže
rerolled={who} baca
""",
    "digits": """
title=Koji broj?
least=od {low}
hold=drži C: uzmi {number}
low=M: jedna cifra manje
""",
    "more": """
title=Još
meksykanka=Meksikanka pokazana
odds=Šanse
number=Neki drugi broj…
reroll=Baci, kaži {call}
cocked=Nevažeće bacanje
""",
    "cocked": """
text=Isti igrač baca ponovo. Ništa drugo se ne menja.
""",
    "start": """
title=Ko počinje?
roll=Svi bacaju
tie=Isto: ko počinje?
again=Bacaju ponovo
""",
    "roll_off": """
title=Bacanje za početak
best=do sada {roll}
""",
    "check": """
title={who} proverava
called={who} kaže
""",
    "duel": """
title={who} ima ⚀⚁
try=pokušaj {number} od {of}
""",
    "verdict": """
true={who} proverava: tačno je
false={who} proverava: previše
hit={who} baca meksikanku
missed={who} promašuje
skucha=skuha:
out=ispada:
""",
    "quiet": """
title=ko je zvao?
call=Koje zvanje?
""",
    "odds": """
title=Šanse za zvanje
duel=Šanse u duelu
true=tačno
reached=bar to
beaten=više
hit=pada meksikanka
""",
    # -- Mexican Rummy
    "rummy": """
round=Runda {number}
round.of=Runda {number} od {of}
wild=divlja
cards.one=karta
cards.few=karte
cards.other=karata
begins=počinje
meld.set=set
meld.run=niz
key.score=stanje
key.over=kraj
key.out=izlazi
key.blocked=blokada
key.kind=vrsta
key.one=+1
key.less=-{step}
key.more=+{step}
key.points=poeni
key.totals=zbirovi
key.order=poredak
out.title=Ko izlazi?
blocked.note=Blokirano? Onda drži dugme.
nobody=Niko: blokirano
hand.title={who}: šta ostaje
number.hint=drži C: brojanje karata
cards.hint=drži A: manje, C: broj
joker=JK
ranks={low}-{high}
out={who} izlazi
blocked=Blokirano
level=Svi su isti
leads={who} vodi
lead={who} vode
is_behind={who} zaostaje {points}
are_behind={who} zaostaju {points}
and=\x20+\x20
place={place}.
standing=Stanje
event.out=Runda {number}: {who} izlazi
event.blocked=Runda {number}: blokirano
""",
    # -- the counter
    "counter": """
start=
key.round=za sve
target=do {target}
no_target=bez cilja
entries.one={n} unos
entries.few={n} unosa
entries.other={n} unosa
who={who}
before=ima
points=poeni
after=biće
none=·
round=Poeni za sve
end=Završi igru
end.highest=Završiti igru ovde? Pobeđuje najveći zbir.
end.lowest=Završiti igru ovde? Pobeđuje najmanji zbir.
event.add={points}: {who}
event.points=Poeni za sve: {points}
event.end=Kraj igre
reached={who} ima {target}
reached.several=Više njih ima {target}
""",
    # -- the draw for seats
    "draw": """
title=Izvlačenje mesta
text=Najjača karta deli prva, kec je najjači. Unesite izvučene karte, ili neka uređaj izvlači.
key.enter=unesi
key.draw=izvuci
key.higher=više
key.lower=niže
key.again=ponovo
key.seats=mesta
key.anew=iznova
card={who} izvlači
tie=Isto: izvlači se ponovo
drawn=Izvučeno
seat={seat}. {who}
between=\x20
deals=Deli {who}
""",
    # -- finished games
    "finished": """
title=Završene igre
none=Još nijedna igra nije završena ni sklonjena.
number=br. {number}
broken=Oštećena datoteka
broken.text=Ova datoteka ne može da se pročita. Može da se obriše.
part=Nije sve čitljivo
unfinished=Sklonjena pre kraja
key.show=pokaži
key.delete=obriši
delete.title=Obrisati?
delete=Obrisati igru br. {number} i njenu listu? To ne može da se vrati.
stays=Igra ne može da se obriše: memorija je pokvarena ili zaštićena.
""",
    # -- what the rules do not allow
    "refused": """
bad-json=Ovaj red nije čitljiv.
bad-setup=Ovako igra ne može da počne.
unknown-game=Ova igra nije poznata.
bad-players=Broj igrača ili neko ime ne odgovara ovoj igri.
bad-option=Ovu mogućnost ova igra nema.
unknown-event=Toga u ovoj igri nema.
not-now=To sada ne može.
bad-value=Ta vrednost ne može.
bid-too-low=Zovi više, ili reci dalje.
must-bid=Prvi igrač mora da zove, bar 5.
call-too-low=Mora se reći veći broj.
not-a-roll=Kocka pokazuje 1 do 6.
bad-tricks=Štihova je ukupno deset, a ko sedi van ruke nema nijedan.
bad-penalty=Toliko kaznenih poena nije moguće.
not-your-card=Te karte nema u ruci.
must-follow=Boja mora da se prati.
must-trump=Mora da se seče adutom.
bad-meld=To nije ni set ni niz.
bad-contract=To nije zadatak ove runde.
bad-layoff=Tu ta karta ne može da se doda.
bad-swap=Ta zamena ne može.
bad-deal=Podeljene karte ne odgovaraju špilu.
nothing-to-undo=Nema šta da se vrati.
over=Igra je gotova.
""",
}


def plural(n: int) -> str:
    """The form of a word for so many things: 1 krug, 2 kruga, 5 krugova, 11 krugova, 21 krug."""
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return "few"
    return "other"
