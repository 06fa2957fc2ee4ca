"""The list of parts: as CSV for a spreadsheet or a shop, and as a page to tick off."""

import csv
import html
import io
from dataclasses import dataclass

from hardware import circuit

COLUMNS = (
    *("Designator", "Quantity", "Value", "Manufacturer", "Manufacturer part number", "Package"),
    *("Description", "Digi-Key", "Mouser", "LCSC", "Order names", "Price at 1", "Price at 10"),
    *("Substitutes", "For the breadboard build", "For the board", "Comfort"),
)
BUILDS = ("breadboard", "board", "comfort")
NOT_FITTED, GENERIC = "not fitted", "generic"


@dataclass(frozen=True)
class Row:
    """A line of the list: which parts, of which kind, and how many each build needs."""

    refs: tuple[str, ...]
    kind: circuit.Kind
    needed: tuple[int, int, int]
    fitted: bool = True

    @property
    def quantity(self) -> int:
        return max(sum(self.needed[1:]), self.needed[0])

    def price(self, build: int) -> float:
        return self.needed[build] * self.kind.price[0]


def rows() -> list[Row]:
    """The parts of the circuit, like ones together, then what belongs to it."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for part in circuit.PARTS:
        if not circuit.KINDS[part.kind].sheet_only:
            groups.setdefault((part.kind, part.fitted), []).append(part.ref)
    found = []
    for (kind, fitted), refs in groups.items():
        comfort = sum(ref in circuit.COMFORT for ref in refs)
        board = len(refs) - comfort if fitted else 0
        breadboard = sum(ref in circuit.ON_BREADBOARD for ref in refs)
        needed = (breadboard, board, comfort)
        found.append(Row(tuple(refs), circuit.KINDS[kind], needed, fitted))
    for kind, *counts in circuit.EXTRAS:
        found.append(Row((), circuit.KINDS[kind], (counts[0], counts[1], counts[2])))
    return found


def totals() -> tuple[float, ...]:
    """What each build costs, bought one by one. Comfort comes on top of the board."""
    return tuple(round(sum(row.price(build) for row in rows()), 2) for build in range(len(BUILDS)))


SHOP_NAMES = {"digikey": "Digi-Key", "mouser": "Mouser", "lcsc": "LCSC"}
PAGES = "https://www.digikey.com/en/products/detail/"


def orders(kind: circuit.Kind) -> dict[str, str]:
    """The order name at each shop that has one."""
    names = {shop: getattr(kind, shop) for shop in circuit.SHOPS}
    none = ("", circuit.ANYWHERE, circuit.LOOK_UP)
    return {shop: name for shop, name in names.items() if name not in none}


def sureness(kind: circuit.Kind) -> str:
    """How sure the order names are, for who orders by them."""
    names = orders(kind)
    if not names:
        return circuit.LOOK_UP if kind.digikey == circuit.LOOK_UP else circuit.ANYWHERE
    told = []
    for words, shops in (
        ("seen", [shop for shop in names if shop not in kind.derived]),
        ("by the shop's rule, look it up", kind.derived),
    ):
        if shops:
            told.append(f"{', '.join(SHOP_NAMES[shop] for shop in shops)}: {words}")
    return "; ".join(told)


def _cells(row: Row) -> list[str]:
    kind = row.kind
    refs = " ".join(row.refs) + ("" if row.fitted else f" ({NOT_FITTED})")
    return [
        *(refs, str(row.quantity), kind.value, kind.maker, kind.mpn, kind.package),
        *(kind.description, kind.digikey, kind.mouser, kind.lcsc, sureness(kind)),
        *(f"{price:.2f}" for price in kind.price),
        *(kind.substitutes, *(str(count or "") for count in row.needed)),
    ]


def as_csv() -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(row) for row in rows())
    blank = [""] * (len(COLUMNS) - len(BUILDS) - 1)
    writer.writerow(["Total, USD, estimated", *blank, *(f"{total:.2f}" for total in totals())])
    return out.getvalue()


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kibitz: the parts</title>
<style>
body {{ font: 15px/1.4 sans-serif; margin: 1.5em; color: #222; }}
.sides {{ display: flex; flex-wrap: wrap; gap: 1.5em; }}
svg {{ width: 620px; max-width: 95vw; background: #24473a; border-radius: 6px; }}
svg .part {{ fill: #d9c27a; stroke: #fff; stroke-width: .2; cursor: pointer; }}
svg .on {{ fill: #ff5a36; }}
small {{ color: #666; }}
svg text {{ font-size: 2.2px; fill: #222; text-anchor: middle; pointer-events: none; }}
table {{ border-collapse: collapse; }}
td, th {{ border-bottom: 1px solid #ccc; padding: .25em .5em; text-align: left; }}
tr.on {{ background: #ffe1d9; }}
tr.done td {{ color: #999; text-decoration: line-through; }}
tbody tr {{ cursor: pointer; }}
.build {{ margin: 1em 0; }}
</style>
</head>
<body>
<h1>Kibitz: the parts</h1>
<p>Click a line or a part on the board to see where it goes; tick what you have. Prices are
estimates in US dollars, bought one by one. Order names with a question mark follow from the shop's
rule and were not seen there: look them up.</p>
<p class="build">
{choices}
</p>
<div class="sides">
<div>{board}</div>
<table>
<thead>
<tr><th></th><th>Part</th><th>Where</th><th>How many</th><th>Order names</th><th>Each</th></tr>
</thead>
<tbody>
{lines}
</tbody>
</table>
</div>
<script>
const rows = [...document.querySelectorAll("tbody tr")];
const parts = [...document.querySelectorAll("svg .part")];
function show(refs) {{
  parts.forEach(p => p.classList.toggle("on", refs.includes(p.dataset.ref)));
  rows.forEach(r => r.classList.toggle("on",
    r.dataset.refs.split(" ").some(ref => ref && refs.includes(ref))));
}}
rows.forEach(r => r.addEventListener("click", () => show(r.dataset.refs.split(" "))));
parts.forEach(p => p.addEventListener("click", () => show([p.dataset.ref])));
document.querySelectorAll("tbody input").forEach(box => box.addEventListener("change", () =>
  box.closest("tr").classList.toggle("done", box.checked)));
function choose() {{
  const build = document.querySelector("input[name=build]:checked").value;
  rows.forEach(r => {{
    const count = r.dataset[build];
    r.hidden = count === "0";
    r.querySelector(".count").textContent = count;
  }});
}}
document.querySelectorAll("input[name=build]").forEach(i => i.addEventListener("change", choose));
choose();
</script>
</body>
</html>
"""
# How much room a part takes on the picture of the board, if its kind is not a small one.
SIZES = {
    "pico": (circuit.PICO_WIDTH, circuit.PICO_LENGTH),
    "oled": (10.2, 2.6),
    "key": (6.0, 6.0),
    "switch": (8.6, 4.4),
    "diode": (7.6, 2.2),
    "piezo": (12.2, 12.2),
    "r150": (7.6, 2.5),
    "r4k7": (7.6, 2.5),
    "lead": (6.2, 3.0),
}
SMALL = (3.6, 2.6)
LABEL_DOWN = 0.8


def _choices() -> str:
    lines = []
    for build, name, total in zip(
        BUILDS,
        ("The breadboard build", "The board", "Comfort, on top"),
        totals(),
        strict=True,
    ):
        checked = " checked" if build == BUILDS[0] else ""
        radio = f'<input type="radio" name="build" value="{build}"{checked}>'
        lines.append(f"<label>{radio} {name}, about {total:.2f} USD</label><br>")
    return "\n".join(lines)


def _board() -> str:
    view = f"0 0 {circuit.BOARD_WIDTH:g} {circuit.BOARD_HEIGHT:g}"
    out = [f'<svg viewBox="{view}" role="img" aria-label="the board from above">']
    for part in circuit.PARTS:
        if circuit.KINDS[part.kind].sheet_only:
            continue
        width, height = SIZES.get(part.kind, SMALL)
        x, y = part.at
        box = f'x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}"'
        out.append(f'<rect class="part" data-ref="{part.ref}" rx=".6" {box}/>')
        out.append(f'<text x="{x:g}" y="{y + LABEL_DOWN:g}">{part.ref}</text>')
    return "\n".join([*out, "</svg>"])


def _order(kind: circuit.Kind, shop: str, name: str) -> str:
    words = html.escape(f"{SHOP_NAMES[shop]} {name}") + "?" * (shop in kind.derived)
    if shop == "digikey" and kind.page:
        return f'<a href="{PAGES}{kind.page}">{words}</a>'
    return words


def _named(kind: circuit.Kind) -> list[str]:
    """The maker's name of the part, and the shops'."""
    names = ", ".join(_order(kind, shop, name) for shop, name in orders(kind).items())
    lines = [names or sureness(kind)]
    if kind.mpn != GENERIC:
        lines.insert(0, html.escape(f"{kind.maker}: {kind.mpn}"))
    return lines


def _instead(kind: circuit.Kind) -> str:
    return f"<br><small>or: {html.escape(kind.substitutes)}</small>" if kind.substitutes else ""


def _line(row: Row) -> str:
    kind = row.kind
    counts = " ".join(
        f'data-{build}="{count}"' for build, count in zip(BUILDS, row.needed, strict=True)
    )
    cells = [
        '<input type="checkbox">',
        f"<b>{html.escape(kind.value)}</b><br>{html.escape(kind.description)}{_instead(kind)}",
        html.escape(", ".join(row.refs)),
        '<span class="count"></span>',
        "<br>".join(_named(kind)),
        f"{kind.price[0]:.2f}",
    ]
    columns = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr data-refs="{" ".join(row.refs)}" {counts}>{columns}</tr>'


def as_page() -> str:
    lines = "\n".join(_line(row) for row in rows() if row.fitted)
    return PAGE.format(choices=_choices(), board=_board(), lines=lines)
