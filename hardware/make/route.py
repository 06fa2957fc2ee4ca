"""Finds the tracks of a two-layer board: a search over a grid, one net after the other.

Knows nothing of KiCad. A net's pads are joined one by one to what is already connected, on the
cheapest way that keeps its distance from everything else. The same input gives the same tracks.
"""

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

LAYERS = 2
STEP, DIAGONAL, VIA_COST = 10, 14, 120
INSIDE = 0.85  # how far from a pad's middle towards its rim a line may end
BACK_COST = 2  # more for each step on the back, which is kept for the ground plane

Spot = tuple[int, int, int]  # column, row, layer


@dataclass(frozen=True)
class Pad:
    """A rectangle of copper; through hole pads are on both layers."""

    net: str
    x: float
    y: float
    width: float
    height: float
    layers: tuple[int, ...] = (0, 1)


@dataclass(frozen=True)
class Rules:
    clearance: float = 0.27  # a little more than asked for, since only half steps are looked at
    edge: float = 0.6
    via: float = 0.8


@dataclass
class Track:
    net: str
    layer: int
    width: float
    points: list[tuple[float, float]]


@dataclass
class Routed:
    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[str, float, float]] = field(default_factory=list)


class NoWay(Exception):
    """A net that cannot be joined."""


class Router:
    def __init__(self, size: tuple[float, float], origin: tuple[float, float], pitch: float):
        self.size, self.pitch = size, pitch
        self.origin = (origin[0] % pitch, origin[1] % pitch)
        self.columns = int((size[0] - self.origin[0]) / pitch) + 1
        self.rows = int((size[1] - self.origin[1]) / pitch) + 1
        self.rules = Rules()
        self.pads: list[Pad] = []
        self.holes: list[tuple[float, float, float]] = []  # x, y, radius of what copper must avoid
        self.done = Routed()

    # -- the grid --

    def place(self, column: int, row: int) -> tuple[float, float]:
        x = self.origin[0] + column * self.pitch
        return round(x, 4), round(self.origin[1] + row * self.pitch, 4)

    def half(self, column: int, row: int) -> tuple[float, float]:
        """Where a point of the grid of half steps is, on which obstacles are noted."""
        return (
            self.origin[0] + column * self.pitch / 2,
            self.origin[1] + row * self.pitch / 2,
        )

    def within(self, pad: Pad) -> list[Spot]:
        """The grid's points on the pad, well inside it even if it is round."""
        found = []
        for column in self._span(pad.x, pad.width, 0):
            for row in self._span(pad.y, pad.height, 1):
                x, y = self.place(column, row)
                off = math.hypot((x - pad.x) / pad.width, (y - pad.y) / pad.height) * 2
                if off <= INSIDE:
                    found.append((off, column, row))
        return [(column, row, layer) for _, column, row in sorted(found) for layer in pad.layers]

    def _span(self, middle: float, size: float, axis: int, parts: int = 1) -> range:
        """The columns or rows over this length; of half steps if parts is 2."""
        step = self.pitch / parts
        count = (self.rows if axis else self.columns) * parts
        first = math.ceil((middle - size / 2 - self.origin[axis]) / step - 1e-9)
        last = math.floor((middle + size / 2 - self.origin[axis]) / step + 1e-9)
        return range(max(first, 0), min(last, count - 1) + 1)

    # -- what is in the way --

    def blocked(self, net: str, width: float) -> list[set[tuple[int, int]]]:
        """The half steps of each layer on which a line of this width would come too near."""
        out: list[set[tuple[int, int]]] = [set() for _ in range(LAYERS)]
        half = width / 2
        margin = half + self.rules.edge
        for column in range(2 * self.columns):
            for row in range(2 * self.rows):
                x, y = self.half(column, row)
                far = min(x, y, self.size[0] - x, self.size[1] - y)
                if far < margin:
                    for layer in out:
                        layer.add((column, row))
        gap = half + self.rules.clearance
        for pad in self.pads:
            if pad.net != net:
                for number in pad.layers:
                    out[number] |= self._near_pad(pad, gap)
        for x, y, radius in self.holes:
            for layer in out:
                layer |= self._near_line((x, y), (x, y), radius + gap)
        for track in self.done.tracks:
            if track.net != net:
                for start, end in zip(track.points, track.points[1:], strict=False):
                    out[track.layer] |= self._near_line(start, end, track.width / 2 + gap)
        for other, x, y in self.done.vias:
            if other != net:
                for layer in out:
                    layer |= self._near_line((x, y), (x, y), self.rules.via / 2 + gap)
        return out

    def _near_pad(self, pad: Pad, gap: float) -> set[tuple[int, int]]:
        found = set()
        for column in self._span(pad.x, pad.width + 2 * gap, 0, 2):
            for row in self._span(pad.y, pad.height + 2 * gap, 1, 2):
                x, y = self.half(column, row)
                right = max(abs(x - pad.x) - pad.width / 2, 0)
                down = max(abs(y - pad.y) - pad.height / 2, 0)
                if math.hypot(right, down) < gap - 1e-6:
                    found.add((column, row))
        return found

    def _near_line(self, start, end, gap: float) -> set[tuple[int, int]]:
        middle = [(a + b) / 2 for a, b in zip(start, end, strict=True)]
        size = [abs(a - b) + 2 * gap for a, b in zip(start, end, strict=True)]
        found = set()
        for column in self._span(middle[0], size[0], 0, 2):
            for row in self._span(middle[1], size[1], 1, 2):
                if distance(self.half(column, row), start, end) < gap - 1e-6:
                    found.add((column, row))
        return found

    # -- the search --

    def join(self, net: str, width: float) -> None:
        """Connects all pads of the net."""
        pads = [pad for pad in self.pads if pad.net == net]
        if len(pads) < 2:
            return
        line = self.blocked(net, width)
        via = self.blocked(net, self.rules.via)
        free_for_via = via[0] | via[1]
        reached = set(self._free(pads[0], line))
        left = pads[1:]
        while left:
            goals = {
                spot: index for index, pad in enumerate(left) for spot in self._free(pad, line)
            }
            way = self._search(reached, goals, line, free_for_via)
            if way is None:
                raise NoWay(f"{net}: {len(left)} pads are not reached")
            pad = left.pop(goals[way[-1]])
            self._keep(net, width, way)
            reached |= set(way) | set(self._free(pad, line))

    def _free(self, pad: Pad, line) -> list[Spot]:
        spots = self.within(pad)
        return [spot for spot in spots if (2 * spot[0], 2 * spot[1]) not in line[spot[2]]]

    def _search(self, starts, goals, line, no_via) -> list[Spot] | None:
        cost = dict.fromkeys(starts, 0)
        came: dict[Spot, Spot] = {}
        queue = [(0, spot) for spot in sorted(starts)]
        heapq.heapify(queue)
        while queue:
            so_far, spot = heapq.heappop(queue)
            if so_far > cost[spot]:
                continue
            if spot in goals:
                way = [spot]
                while way[-1] in came:
                    way.append(came[way[-1]])
                return way[::-1]
            for price, to in self._steps(spot, line, no_via):
                if so_far + price < cost.get(to, math.inf):
                    cost[to], came[to] = so_far + price, spot
                    heapq.heappush(queue, (so_far + price, to))
        return None

    def _steps(self, spot: Spot, line, no_via) -> Iterator[tuple[int, Spot]]:
        column, row, layer = spot
        extra = BACK_COST * layer
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            to = (column + right, row + down)
            inside = 0 <= to[0] < self.columns and 0 <= to[1] < self.rows
            between = (2 * column + right, 2 * row + down)
            if inside and between not in line[layer] and (2 * to[0], 2 * to[1]) not in line[layer]:
                yield (DIAGONAL if right and down else STEP) + extra, (*to, layer)
        if (2 * column, 2 * row) not in no_via:
            yield VIA_COST, (column, row, 1 - layer)

    def _keep(self, net: str, width: float, way: list[Spot]) -> None:
        points = [self.place(way[0][0], way[0][1])]
        layer = way[0][2]
        for spot in way[1:]:
            here = self.place(spot[0], spot[1])
            if spot[2] != layer:
                self._track(net, layer, width, points)
                if not self._on_a_through_pad(net, here):
                    self.done.vias.append((net, *here))
                points, layer = [here], spot[2]
            else:
                points.append(here)
        self._track(net, layer, width, points)

    def _on_a_through_pad(self, net: str, at: tuple[float, float]) -> bool:
        return any(
            pad.net == net
            and len(pad.layers) == LAYERS
            and abs(at[0] - pad.x) <= pad.width / 2
            and abs(at[1] - pad.y) <= pad.height / 2
            for pad in self.pads
        )

    def _track(self, net: str, layer: int, width: float, points) -> None:
        if len(points) > 1:
            self.done.tracks.append(Track(net, layer, width, straightened(points)))


def straightened(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same line without the points on which it does not turn."""
    kept = points[:1]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        turn = (here[0] - before[0]) * (after[1] - here[1])
        turn -= (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) > 1e-6:
            kept.append(here)
    return kept + points[-1:]


def distance(point, start, end) -> float:
    """From a point to the nearest of a line from start to end."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    share = 0.0
    if length:
        share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
        share = min(max(share, 0.0), 1.0)
    nearest = (start[0] + share * along[0], start[1] + share * along[1])
    return math.hypot(point[0] - nearest[0], point[1] - nearest[1])
