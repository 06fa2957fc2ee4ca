"""What the window shows: the device with its glass and keys, and under it what state it is in.

Draws with pygame (see host_sim.window) what a `Look` says and decides nothing.
"""

from typing import NamedTuple

import pygame

from kibitz.canvas import HEIGHT_PX, WIDTH_PX
from kibitz.world import DARK, DIM, FULL

from . import picture
from .device import KEYS

TITLE = "Kibitz"

# Lengths in pixels of the glass, from the upper left corner of the device.
MARGIN_px = 4
SIDE_px = 11  # of the body, beside the glass's rim
TOP_px = 11  # of the body, above the rim
RIM_px = picture.BEZEL_PX
GLASS_px = (MARGIN_px + SIDE_px + RIM_px, MARGIN_px + TOP_px + RIM_px)
BODY_WIDTH_px = WIDTH_PX + 2 * (RIM_px + SIDE_px)
COLUMNS_px = (21, 64, 107)  # the middles of the glass's three columns, over A, B and C
KEY_RADIUS_px = 9
KEYS_px = GLASS_px[1] + HEIGHT_PX + RIM_px + 6 + KEY_RADIUS_px  # the middle of the three keys
BODY_HEIGHT_px = KEYS_px + KEY_RADIUS_px + 6 - MARGIN_px
BODY_CORNER_px = 8
SIDE_KEY_px = (9, 24)  # M: how far it stands out, and how long it is
LINE_px = 8  # of text, under the device
WIDTH_px = MARGIN_px + BODY_WIDTH_px + SIDE_KEY_px[0] + MARGIN_px
HEIGHT_px = MARGIN_px + BODY_HEIGHT_px + 3 + 2 * LINE_px + 1
TEXT_px = 5  # the height of letters
FONT_px = 7  # of the font that has such letters
KEY_FONT_px = 11
CELL_px = (11, 5)  # the picture of the battery

SCALES = (2, 8)  # screen pixels for a pixel of the glass, in a window of its own choice
SHARE = 0.8  # of the desktop that it takes at most
GRID_SCALE = 4  # from here on the pixels are seen to stand apart, as on a real panel

BACKGROUND = (23, 25, 28)
BODY = (58, 64, 72)
BODY_EDGE = (84, 92, 102)
NAME = (150, 160, 170)
KEY_UP = (196, 201, 207)
KEY_DOWN = (240, 176, 64)
KEY_TEXT = (30, 33, 37)
TEXT = (196, 203, 210)
FAINT = (128, 136, 145)
LOW = (235, 94, 80)
GRID = (*picture.COLORS[picture.DARK], 80)  # over two edges of every pixel

# What the glass's pixels look like when it is lit so brightly.
LIT = {
    DARK: picture.COLORS[picture.DARK],
    DIM: picture.DIM_COLOR,
    FULL: picture.COLORS[picture.LIT],
}

# Three cells: empty, and fresh.
CELLS_mv = (3_000, 4_600)


class Look(NamedTuple):
    """All that is to be seen.

    frame: what the glass was sent, None before the first. level: how bright it is. mask: the keys
    that are down. battery_mv: None on USB. states: words on the device's state. note: the last
    line.
    """

    frame: bytes | None
    level: int
    mask: int
    battery_mv: int | None
    states: tuple[str, ...]
    note: str


def icon() -> pygame.Surface:
    """A small device, for the desktop."""
    image = pygame.Surface((32, 32), pygame.SRCALPHA)
    pygame.draw.rect(image, BODY, (1, 4, 30, 24), border_radius=4)
    pygame.draw.rect(image, LIT[DARK], (4, 7, 24, 12))
    for y, width in ((10, 14), (14, 19)):
        pygame.draw.rect(image, LIT[FULL], (6, y, width, 2))
    for x in (8, 16, 24):
        pygame.draw.circle(image, KEY_UP, (x, 23), 2)
    return image


def largest_scale(width: int, height: int) -> int:
    """How many screen pixels a pixel of the glass may have in a window of this size; at least 1."""
    return max(1, min(width // WIDTH_px, height // HEIGHT_px))


def chosen_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """The size of a window that suits the desktop."""
    scale = largest_scale(int(desktop[0] * SHARE), int(desktop[1] * SHARE))
    scale = max(SCALES[0], min(SCALES[1], scale))
    return WIDTH_px * scale, HEIGHT_px * scale


class View:
    """Draws looks on a surface, as large as it has room for in whole pixels.

    size: of the surface when the view was made; one of another size needs another view.
    """

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.size = width, height = surface.get_size()
        self.scale = largest_scale(width, height)
        self._left = max(0, (width - WIDTH_px * self.scale) // 2)
        self._top = max(0, (height - HEIGHT_px * self.scale) // 2)
        self._font = pygame.font.Font(None, FONT_px * self.scale)
        self._key_font = pygame.font.Font(None, KEY_FONT_px * self.scale)
        self._grid = self._make_grid()

    # -- where things are -------------------------------------------------------------------------

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A place in the window; lengths in pixels of the glass."""
        scale = self.scale
        left, top = self._left + round(x * scale), self._top + round(y * scale)
        return pygame.Rect(left, top, round(width * scale), round(height * scale))

    def glass(self) -> pygame.Rect:
        """Where the glass's pixels are."""
        return self.rect(*GLASS_px, WIDTH_PX, HEIGHT_PX)

    def keys(self) -> dict[str, pygame.Rect]:
        """Where the keys are, by their letters. A, B and C are round."""
        size = 2 * KEY_RADIUS_px
        places = {
            letter: self.rect(
                GLASS_px[0] + column - KEY_RADIUS_px, KEYS_px - KEY_RADIUS_px, size, size
            )
            for letter, column in zip("abc", COLUMNS_px, strict=True)
        }
        middle = GLASS_px[1] + HEIGHT_PX / 2
        out, length = SIDE_KEY_px
        places["m"] = self.rect(MARGIN_px + BODY_WIDTH_px, middle - length / 2, out, length)
        return places

    def key_at(self, place: tuple[int, int]) -> int:
        """The key at a place of the window, 0 if there is none."""
        for letter, rect in self.keys().items():
            if rect.collidepoint(place) and (letter == "m" or _in_circle(rect, place)):
                return KEYS[letter]
        return 0

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, look: Look) -> None:
        """Draw all of it."""
        self.surface.fill(BACKGROUND)
        self._side_key(look.mask)
        self._body()
        self._screen(look.frame, LIT[look.level])
        for letter in "abc":
            self._key(letter, look.mask)
        self._states(look)
        below = MARGIN_px + BODY_HEIGHT_px + 3 + LINE_px
        self._text(look.note, MARGIN_px + BODY_WIDTH_px / 2, below, FAINT, centred=True)

    def _body(self) -> None:
        rect = self.rect(MARGIN_px, MARGIN_px, BODY_WIDTH_px, BODY_HEIGHT_px)
        corner = BODY_CORNER_px * self.scale
        pygame.draw.rect(self.surface, BODY, rect, border_radius=corner)
        pygame.draw.rect(self.surface, BODY_EDGE, rect, max(1, self.scale // 2), corner)
        x, y = GLASS_px[0], MARGIN_px + (TOP_px - TEXT_px) / 2
        self._text(TITLE, x, y, NAME)
        rim = self.glass().inflate(2 * RIM_px * self.scale, 2 * RIM_px * self.scale)
        color = picture.COLORS[picture.RIM]
        pygame.draw.rect(self.surface, color, rim, border_radius=RIM_px * self.scale)

    def _screen(self, frame: bytes | None, lit: tuple[int, int, int]) -> None:
        place = self.glass()
        if frame is None:
            pygame.draw.rect(self.surface, LIT[DARK], place)
            return
        pixels = b"".join([bytes(row) for row in picture.rows(frame)])
        small = pygame.image.frombytes(pixels, (WIDTH_PX, HEIGHT_PX), "P")
        small.set_palette([LIT[DARK], lit])
        self.surface.blit(pygame.transform.scale(small, place.size), place)
        if self.scale >= GRID_SCALE:
            self.surface.blit(self._grid, place)

    def _make_grid(self) -> pygame.Surface:
        grid = pygame.Surface(self.glass().size, pygame.SRCALPHA)
        for x in range(0, grid.get_width(), self.scale):
            grid.fill(GRID, (x, 0, 1, grid.get_height()))
        for y in range(0, grid.get_height(), self.scale):
            grid.fill(GRID, (0, y, grid.get_width(), 1))
        return grid

    def _key(self, letter: str, mask: int) -> None:
        rect = self.keys()[letter]
        down = bool(mask & KEYS[letter])
        radius = rect.width // 2
        pygame.draw.circle(self.surface, BODY_EDGE, rect.center, radius)
        radius -= self.scale if not down else round(1.5 * self.scale)
        color = KEY_DOWN if down else KEY_UP
        # Smooth where this pygame can do it.
        getattr(pygame.draw, "aacircle", pygame.draw.circle)(
            self.surface, color, rect.center, radius
        )
        self._letter(letter, rect)

    def _side_key(self, mask: int) -> None:
        rect = self.keys()["m"]
        down = bool(mask & KEYS["m"])
        if down:
            rect.width -= round(1.5 * self.scale)
        color = KEY_DOWN if down else KEY_UP
        corner = 2 * self.scale
        pygame.draw.rect(
            self.surface,
            color,
            rect,
            border_top_right_radius=corner,
            border_bottom_right_radius=corner,
        )
        self._letter("m", rect)

    def _letter(self, letter: str, rect: pygame.Rect) -> None:
        image = self._key_font.render(letter.upper(), True, KEY_TEXT)
        image = image.subsurface(image.get_bounding_rect())  # no room for what hangs below
        self.surface.blit(image, image.get_rect(center=rect.center))

    def _states(self, look: Look) -> None:
        """The battery, and words."""
        x, y = float(GLASS_px[0]), MARGIN_px + BODY_HEIGHT_px + 3
        if look.battery_mv is not None:
            self._cell(look.battery_mv, x, y)
            x += CELL_px[0] + 4
        power = "on USB" if look.battery_mv is None else f"{look.battery_mv / 1000:.2f} V"
        for text in (power, *look.states):
            x += self._text(text, x, y, TEXT) + 6

    def _cell(self, mv: int, x: float, y: float) -> None:
        """A battery, filled as far as the cells are."""
        empty, fresh = CELLS_mv
        full = max(0.0, min(1.0, (mv - empty) / (fresh - empty)))
        width, height = CELL_px
        line = max(1, self.scale // 3)
        pygame.draw.rect(self.surface, TEXT, self.rect(x, y, width, height), line)
        pygame.draw.rect(self.surface, TEXT, self.rect(x + width, y + 1.5, 1, height - 3))
        color = LOW if full < 0.2 else TEXT
        inner = self.rect(x + 1, y + 1, max(0.5, full * (width - 2)), height - 2)
        pygame.draw.rect(self.surface, color, inner)

    def _text(
        self, text: str, x: float, y: float, color: tuple[int, int, int], centred: bool = False
    ) -> float:
        """Write a line at a place; how wide it is, in pixels of the glass.

        What is too long for the window is cut.
        """
        room = self.surface.get_width() - (0 if centred else self.rect(x, y, 0, 0).left)
        shown = text
        while self._font.size(shown)[0] > room and len(text) > 1:
            text = text[:-1]
            shown = text.rstrip() + "..."
        image = self._font.render(shown, True, color)
        line = self.rect(x, y, 0, TEXT_px)
        place = image.get_rect(midleft=(line.left, line.centery))
        if centred:
            place.centerx = line.left
        self.surface.blit(image, place)
        return image.get_width() / self.scale


def _in_circle(rect: pygame.Rect, place: tuple[int, int]) -> bool:
    across, down = place[0] - rect.centerx, place[1] - rect.centery
    return across * across + down * down <= (rect.width / 2) ** 2
