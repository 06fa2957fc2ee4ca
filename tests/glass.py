"""What is on the glass, looked at for what nobody could read: texts that meet each other or leave
the glass, that are shortened, or are drawn in a font that lacks a letter of theirs.

The fixture `glass` (conftest.py) notes what is drawn. Then

    draw_all(device, glass)              the screen in front, from nothing
    faults(glass, names, brief)          what is wrong with it, in words
    untold(device, glass)                labels that are not whole under their columns
"""

import re

from kibitz import meksykanka_paint
from kibitz.canvas import HEIGHT_PX, LABELS_Y_PX, THREE_COLUMNS, WIDTH_PX
from kibitz.font import ELLIPSIS, Font
from kibitz.meksykanka_screens import MOST_CALL
from kibitz.words import say


class Mark:
    """Something on the glass: a text's cell, a die, marks. apart: columns to the next text."""

    def __init__(self, what, x, y, width, height, apart=0):
        self.what, self.apart = what, apart
        self.left, self.top, self.right, self.bottom = x, y, x + width, y + height

    def meets(self, other):
        """True if they overlap, or stand so close that they are read as one."""
        apart = min(self.apart, other.apart)
        across = self.left < other.right + apart and other.left < self.right + apart
        return across and self.top < other.bottom and other.top < self.bottom

    def __repr__(self):
        return f"{self.what!r} x {self.left}-{self.right} y {self.top}-{self.bottom}"


class Glass:
    """What was drawn since it was cleared.

    marks: texts, dice and so on. shortened: (text, whether it has an ellipsis) of all that were.
    """

    def __init__(self):
        self.marks = []
        self.shortened = []

    def clear(self):
        self.marks.clear()
        self.shortened.clear()


def note_all(monkeypatch):
    """A Glass that notes all that is drawn as long as the test lasts."""
    seen = Glass()
    draw, fit = Font.draw, Font.fit
    die, marks = meksykanka_paint.die, meksykanka_paint.marks

    def drawing(font, canvas, text, x, y, ink=1):
        if text:
            seen.marks.append(Mark(text, x, y, font.width(text), font.height, 1))
        return draw(font, canvas, text, x, y, ink)

    def fitting(font, text, *args):
        fitted = fit(font, text, *args)
        if fitted != text:
            seen.shortened.append((text, ELLIPSIS in fitted))
        return fitted

    def drawing_die(canvas, x, y, unit, face):
        side = meksykanka_paint.DIE_UNITS * unit
        seen.marks.append(Mark(f"die {face}", x, y, side, side))
        die(canvas, x, y, unit, face)

    def drawing_marks(canvas, x, width, y, skuchas, lives, most=4, high=4):
        seen.marks.append(Mark(f"{skuchas} of {lives}", x, y, width, high))
        marks(canvas, x, width, y, skuchas, lives, most, high)

    monkeypatch.setattr(Font, "draw", drawing)
    monkeypatch.setattr(Font, "fit", fitting)
    monkeypatch.setattr(Font, "strict", True)
    monkeypatch.setattr(meksykanka_paint, "die", drawing_die)
    monkeypatch.setattr(meksykanka_paint, "marks", drawing_marks)
    return seen


def faults(glass, names, brief):
    """What is wrong with the picture that was drawn last.

    Nothing but names is ever shortened, and brief names at most at the head of a narrow column. A
    number may be too long for anything.
    """
    found = []
    marks = glass.marks
    for place, one in enumerate(marks):
        if not (one.left >= 0 and one.right <= WIDTH_PX):
            found.append(f"{one} leaves the glass")
        if not (one.top >= 0 and one.bottom <= HEIGHT_PX):
            found.append(f"{one} leaves the glass")
        if one.top < LABELS_Y_PX < one.bottom:
            found.append(f"{one} reaches into the labels")
        found += [f"{one} meets {other}" for other in marks[:place] if one.meets(other)]
    for text, dotted in glass.shortened:
        people = re.sub(r"^\d+\. ", "", text).split(say("rummy.and"))
        is_name = all(one in names for one in people)
        if text.isdigit() and len(text) > len(str(MOST_CALL)):
            continue
        if not is_name or dotted and brief and len(people) == 1:
            found.append(f"{text!r} is shortened")
    return found


def draw_all(device, glass):
    """Draw the screen in front, with nothing of it on the canvas already."""
    glass.clear()
    app = device.app
    app._drawn, app._labels = None, ("",) * len(THREE_COLUMNS)
    app.top.changed()
    device.tick()


def untold(device, glass):
    """Labels that are not whole under their columns."""
    found = []
    for (x, width), label in zip(THREE_COLUMNS, device.app.top.labels(), strict=True):
        drawn = [m for m in glass.marks if m.what == label and m.top >= LABELS_Y_PX]
        if label and not any(x <= one.left and one.right <= x + width for one in drawn):
            found.append(f"the label {label!r} is not whole")
    return found
