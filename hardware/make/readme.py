"""The tables of hardware/README.md that are made from the circuit."""

import json

from hardware import circuit
from hardware.make import bom
from host_sim import budgets, table_time
from kibitz import pins

BEGIN = "<!-- {name}: begin (made by make hardware) -->"
END = "<!-- {name}: end -->"


def wiring() -> str:
    """What a person with a soldering iron connects: the firmware's wires, then power."""
    rows = [(part, terminal, f"GP{gp}", circuit.pico_pin(gp)) for part, terminal, gp in pins.WIRES]
    oled = pins.WIRES[0][0]
    grounds = [pin for pin, name in circuit.PICO_NAMES.items() if name == "GND"]
    rows[2:2] = [
        (oled, "VCC", "3V3 (OUT)", circuit.pico_pin("3V3")),
        (oled, "GND", "GND", grounds[1]),
    ]
    rows += [
        ("keys, piezo", "the other end", "GND", grounds[3]),
        ("battery", "+, through diode and switch", "VSYS", circuit.pico_pin("VSYS")),
        ("battery", "-", "GND", grounds[6]),
    ]
    lines = ["| part | terminal | Pico | pin on the board |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {' | '.join(map(str, row))} |" for row in rows])


def cost() -> str:
    """What each build costs."""
    lines = ["| build | parts, about |", "|---|--:|"]
    names = ("breadboard", "board, without the box", "comfort (piezo, screws), on top")
    for name, total in zip(names, bom.totals(), strict=True):
        lines.append(f"| {name} | {total:.0f} USD |")
    return "\n".join(lines)


def evenings() -> list[tuple[str, table_time.Shares]]:
    """How the device spends its time: what was measured of an evening, and what else there is."""
    told = json.loads(budgets.MEASURED.read_text("utf-8"))["evening"]["shares"]
    table = table_time.Shares(**told)
    lit = f"{table.pixels:.0%} of the dots lit"
    return [
        (f"at the table: asleep {table.asleep:.1%} of the time, {lit}", table),
        (
            "left alone for more than five minutes: asleep, the glass dark",
            table_time.Shares(1, 0, 0),
        ),
        (f"for comparison: never asleep, {lit}", table._replace(asleep=0)),
    ]


def battery() -> str:
    """How long the cells last, by the firmware's own reckoning."""
    cells = f"{table_time.CELLS_mAh:,} mAh last"
    lines = [f"| estimate | current | {cells} |", "|---|--:|--:|"]
    told = [(name, shares, table_time.ASLEEP_mA) for name, shares in evenings()]
    most_mA = table_time.ASLEEP_AT_MOST_mA
    told.insert(1, (f"the same, if sleep takes {most_mA} mA", told[0][1], most_mA))
    for name, shares, asleep_mA in told:
        current = table_time.average_mA(shares, asleep_mA)
        hours = table_time.hours(shares, asleep_mA)
        lines.append(f"| {name} | {current:.1f} mA | {hours:,.0f} h |")
    return "\n".join(lines)


TABLES = {"wiring": wiring, "cost": cost, "battery": battery}


def filled(text: str) -> str:
    """The README with its tables made anew."""
    for name, make in TABLES.items():
        begin, end = BEGIN.format(name=name), END.format(name=name)
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise ValueError(f"the README has no block {name}")
        text = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return text
