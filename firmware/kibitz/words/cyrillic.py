"""Serbian in Cyrillic letters, rewritten from its Latin ones; what people have typed never is."""

from . import number_of

_LETTERS = dict(
    zip(
        "abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ",
        "абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ",
    )
)
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

# Texts that are not just the Latin ones in other letters, by their keys' numbers.
INSTEAD = {
    number_of("wheel.capital"): "АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽ"
    "ĄĘŁŃÓŚŹŻÄÖÜẞÉ0123456789-'",
    number_of("wheel.small"): "абвгдђежзијклљмнњопрстћуфхцчџшabcčćdđefghijklmnopqrsštuvwxyzž"
    "ąęłńóśźżäöüßé0123456789-' ",
    number_of("bid.short.betl"): "Б",
}


def rewritten(key: str | int, text: str) -> str:
    """The text of a key in Cyrillic letters, but for its {blanks} and the words of KEPT."""
    number = number_of(key)
    if number in INSTEAD:
        return INSTEAD[number]
    out = []
    word = ""
    in_blank = False
    for char in text:
        if not in_blank and (char in _LETTERS or char in _FOREIGN):
            word += char
            continue
        if word:
            out.append(_word(word))
            word = ""
        in_blank = char == "{" or in_blank and char != "}"
        out.append(char)
    if word:
        out.append(_word(word))
    return "".join(out)


def _word(word: str) -> str:
    if word in KEPT:
        return word
    for char in _FOREIGN:
        if char in word:
            return word
    out = []
    place = 0
    while place < len(word):
        pair = word[place : place + 2]
        out.append(_DIGRAPHS.get(pair) or _LETTERS[word[place]])
        place += 2 if pair in _DIGRAPHS else 1
    return "".join(out)
