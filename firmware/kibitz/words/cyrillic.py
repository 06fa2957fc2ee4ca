"""Serbian in Cyrillic letters, rewritten from its Latin ones; what people have typed never is."""

_LATIN = "abvgdđežzijklmnoprstćufhcčš"
_CYRILLIC = "абвгдђежзијклмнопрстћуфхцчш"
_LATIN_CAPITALS = "ABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ"
_CYRILLIC_CAPITALS = "АБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ"
_DIGRAPHS = {
    "lj": "љ",
    "nj": "њ",
    "dž": "џ",
    "Lj": "Љ",
    "Nj": "Њ",
    "Dž": "Џ",
    "LJ": "Љ",
    "NJ": "Њ",
    "DŽ": "Џ",
}
_FOREIGN = "qwxyQWXY"  # a word that has one of these is no Serbian word

# Words that stay as they are: what is printed on the device and on cards, and units.
KEPT = ("Kibitz", "USB", "A", "B", "C", "M", "JK", "V")

# Texts that are not just the Latin ones in other letters.
INSTEAD = {
    "wheel.capital": "АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽ"
    "ĄĘŁŃÓŚŹŻÄÖÜẞÉ0123456789-'",
    "wheel.small": "абвгдђежзијклљмнњопрстћуфхцчџшabcčćdđefghijklmnopqrsštuvwxyzž"
    "ąęłńóśźżäöüßé0123456789- ",
    "bid.short.betl": "Б",
}


def rewritten(section: str, lines: str) -> str:
    """A section of a language's table (see kibitz.words), its texts in Cyrillic letters.

    Names of texts, {blanks} and the words of KEPT stay as they are.
    """
    letters = dict(zip(_LATIN + _LATIN_CAPITALS, _CYRILLIC + _CYRILLIC_CAPITALS))
    out = []
    for line in lines.split("\n"):
        name, _, text = line.partition("=")
        if name:
            other = INSTEAD.get(section + "." + name)
            line = name + "=" + (_rewritten(text, letters) if other is None else other)
        out.append(line)
    return "\n".join(out)


def _rewritten(text: str, letters: dict) -> str:
    """The words of a text one by one, and what is between them as it is."""
    out = []
    word = ""
    in_blank = False
    for char in text:
        if not in_blank and (char in letters or char in _FOREIGN):
            word += char
            continue
        if word:
            out.append(_word(word, letters))
            word = ""
        in_blank = char == "{" or in_blank and char != "}"
        out.append(char)
    if word:
        out.append(_word(word, letters))
    return "".join(out)


def _word(word: str, letters: dict) -> str:
    if word in KEPT:
        return word
    for char in _FOREIGN:
        if char in word:
            return word
    out = []
    place = 0
    while place < len(word):
        pair = word[place : place + 2]
        out.append(_DIGRAPHS.get(pair) or letters[word[place]])
        place += 2 if pair in _DIGRAPHS else 1
    return "".join(out)
