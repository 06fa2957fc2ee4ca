"""Spelling a name with three keys."""

from . import paint
from .keys import KEY_A, KEY_B, KEY_C
from .saves import NAME_LENGTH, is_name
from .screen import Screen
from .words import say

# What stands on the wheel beside the letters.
DONE = "✓"
ERASE = "⌫"
_PARTING = ("", " ", "-")  # what is before a part of a name; "" at the beginning
SIGHT = 3  # letters in sight on either side of the marked one


class SpellScreen(Screen):
    """A letter wheel: A and B turn it, held they keep turning; C takes the letter, held it is done.

    The wheel has a capital where a name or a part of it begins, small letters elsewhere; a part
    begins after a space, a hyphen, and the apostrophe of O'Neil, but not that of Sa'id. To the left
    of its first letter stand "erase" and "done". text: the name up to now. place: of what is marked
    on the wheel. refusal: a function that says in a sentence why a name cannot be had, or "". done:
    a function that gets the name.
    """

    taps = KEY_C

    def __init__(self, app, title: str, refusal, done):
        super().__init__(app)
        self.title = title
        self.text = ""
        self.place = 0
        self.refusal = refusal
        self.done = done
        self._spelled = ""  # the name in the picture
        self._left = ""  # what the header's right end says there

    def wheel(self) -> str:
        """All that can be taken now, in the order of the wheel."""
        last, before = self.text[-1:], self.text[-3:-2]
        capital = last in _PARTING or (last == "'" and before in _PARTING)
        return say("wheel.capital" if capital else "wheel.small") + DONE + ERASE

    def marked(self) -> str:
        """The letter, or DONE or ERASE, that C takes."""
        return self.wheel()[self.place]

    def draw(self, canvas) -> None:
        self._spelled, self._left = self.text, self.left()
        paint.header(canvas, self.title, self._left)
        paint.spelling(canvas, self.text)
        paint.wheel(canvas, self.sight())
        paint.foot(canvas, say("spell.note"))

    def redraw(self, canvas) -> None:
        """The wheel has turned, or the name is another one."""
        paint.wheel(canvas, self.sight())
        if self.text != self._spelled:
            was, self._left = self._left, self.left()
            self._spelled = self.text
            paint.spelling(canvas, self.text)
            paint.header_end(canvas, self.title, self._left, was)

    def sight(self) -> list:
        """The letters in sight."""
        wheel = self.wheel()
        return [wheel[(self.place + offset) % len(wheel)] for offset in range(-SIGHT, SIGHT + 1)]

    def left(self) -> str:
        """How many letters there is room for."""
        return say("spell.left", count=NAME_LENGTH - len(self.text))

    def labels(self) -> tuple:
        marked = self.marked()
        word = "key.take"
        if marked == DONE:
            word = "key.done"
        elif marked == ERASE:
            word = "key.erase"
        return (say("key.left"), say("key.right"), say(word))

    def press(self, key: int) -> None:
        if key != KEY_C:
            self.repeat(key, 1)
        elif self.marked() == DONE:
            self.finish()
        elif self.marked() == ERASE:
            self._becomes(self.text[:-1])
        elif len(self.text) == NAME_LENGTH:
            self.app.tell(say("spell.full", most=NAME_LENGTH))
        else:
            self._becomes(self.text + self.marked())

    def _becomes(self, text: str) -> None:
        """The name is another one. What is marked stays so, also on the other wheel,
        which has the letters at the same places but no space: then it is the first letter."""
        marked = self.marked()
        self.text = text
        if marked in (ERASE, " "):
            self.place = max(0, self.wheel().find(marked))
        self.touched()

    def hold(self, key: int) -> None:
        if key == KEY_C:
            self.finish()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        """One letter at a time, however long the key is held: letters are looked for by eye."""
        if key in (KEY_A, KEY_B):
            self.place = (self.place + (1 if key == KEY_B else -1)) % len(self.wheel())
            self.touched()

    def finish(self) -> None:
        """The name is complete."""
        name = self.text.strip()
        refusal = self.refusal(name) if is_name(name) else say("spell.empty")
        if refusal:
            self.app.tell(refusal)
            return
        self.app.pop()
        self.done(name)
