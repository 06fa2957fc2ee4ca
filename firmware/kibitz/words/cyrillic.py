"""Serbian in Cyrillic letters, rewritten from its Latin ones; what people have typed never is."""

from . import number_of

_FOREIGN = ""  # what stands for letters that are in no Serbian word
_LETTERS = dict(
    list(
        zip(
            "abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ",
            "абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ",
        )
    )
    + [(letter, _FOREIGN) for letter in "qwxyQWXY"]
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
_SECONDS = "jžJŽ"  # which may be the second letter of a pair
_END = "\n"  # no letter

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
    first, *others = text.split("{")
    out = _words(first)
    for part in others:
        blank, _, rest = part.partition("}")
        out += ["{", blank, "}"] + _words(rest)
    return "".join(out)


def _words(text: str) -> list:
    """A text without blanks, in pieces."""
    out: list = []
    latin = ""
    letters: list = []
    for char in text + _END:
        letter = _LETTERS.get(char)
        if letter is not None:
            pair = latin[-1:] + char if char in _SECONDS else ""
            if pair in _DIGRAPHS:
                letters.pop()
                letter = _DIGRAPHS[pair]
            latin += char
            letters.append(letter)
            continue
        if latin:
            if latin in KEPT or _FOREIGN in letters:
                out.append(latin)
            else:
                out += letters
            latin, letters = "", []
        out.append(char)
    out.pop()
    return out
