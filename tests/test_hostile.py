"""Whatever somebody puts into a transcript, a file's name or a flash: clear words, bounded memory,
nothing outside the folder that was named."""

import io
import json
import os
import re
import resource
import subprocess
import sys
from itertools import repeat

import pytest

from host_sim import export, import_games, places, replay, sheet, sheet_page
from host_sim.device import DeviceError, FolderStorage
from host_sim.untrusted import csv_text, printable
from kibitz.saves import checked
from rules_core.transcript import LONGEST_LINE_bytes, Replayer
from saved import contents, save
from support import MICROPYTHON, ROOT, micropython

MiB = 1 << 20
# The commands' own code takes some 100 MiB of addresses.
ROOM_bytes = 200 * MiB
MORE_THAN_ROOM_bytes = 256 * MiB
TIMEOUT_s = 300

SETUP = b'{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"]}\n'
COUNTER = b'{"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}}\n'
BID = b'{"bid": 5}\n'
POINTS = b'{"points": [1, -1]}\n'

# Lines that are no event of a game, with the code they are refused with.
LINES = {
    "lists in lists": (b"[" * 100_000 + b"]" * 100_000, "bad-json"),
    "objects in objects": (b'{"bid": ' * 50_000 + b"5" + b"}" * 50_000, "bad-json"),
    "lists without an end": (b'{"bid": ' + b"[" * 500_000, "bad-json"),
    "a bid of lists": (b'{"bid": ' + b"[" * 90 + b"]" * 90 + b"}", "bad-value"),
    "a number of 10,000 digits": (b'{"bid": ' + b"9" * 10_000 + b"}", "bad-json"),
    "minus that": (b'{"bid": -' + b"9" * 10_000 + b"}", "bad-json"),
    "a number of 4,000 digits": (b'{"bid": ' + b"9" * 4_000 + b"}", "bad-value"),
    "minus that one": (b'{"bid": -' + b"9" * 4_000 + b"}", "bad-value"),
    "a fraction beyond all": (b'{"bid": 1e999}', "bad-value"),
    "an exponent beyond all": (b'{"bid": 1e' + b"9" * 10_000 + b"}", "bad-value"),
    "no number": (b'{"bid": NaN}', "bad-json"),
    "no UTF-8": (b'{"bid": "\xff\xfe"}', "bad-json"),
    "half a character": (b'{"bid": "\xc4"}', "bad-json"),
    "a surrogate in UTF-8": (b'{"bid": "\xed\xa0\x80"}', "bad-json"),
    "a NUL": (b"\0", "bad-json"),
    "a NUL in a text": (b'{"bid": "\0"}', "bad-json"),
    "an escaped NUL": (b'{"bid": "\\u0000"}', "bad-value"),
    "a byte order mark": (b'\xef\xbb\xbf{"bid": 5}', "bad-json"),
    "UTF-16": ('{"bid": 5}'.encode("utf-16").replace(b"\n", b""), "bad-json"),
    "two lines by a carriage return": (b'{"bid": 5}\r{"bid": 6}', "bad-json"),
    "a carriage return in a text": (b'{"bid": "\r"}', "bad-json"),
    "an escape sequence": (b"\x1b[2J\x1b]0;x\x07", "bad-json"),
    "a line separator": ('{"bid": 5}\u2028{"bid": 6}'.encode(), "bad-json"),
    "nothing": (b"", "bad-json"),
    "a key that is no word": (b'{"\\u001b[2J": 5}', "unknown-event"),
    "many keys": (
        b"{" + b", ".join([b'"%d": 0' % n for n in range(50_000)]) + b"}",
        "unknown-event",
    ),
    "a long key": (b'{"' + b"x" * 900_000 + b'": 0}', "unknown-event"),
    "a long text": (b'{"bid": "' + b"x" * 900_000 + b'"}', "bad-value"),
    "too long": (b'{"bid": 5}' + b" " * LONGEST_LINE_bytes, "bad-json"),
}
lines = pytest.mark.parametrize(
    ("line", "code"), LINES.values(), ids=[name.replace(" ", "-") for name in LINES]
)

# Names of at most 12 characters that mean something to a terminal, a page, a spreadsheet, a shell
# or a file system.
NAMES = (
    *("\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\x00", "\r\nAna", "a\tb", "\x7f", "\x08\x08\x08x"),
    *("\u202eabc", "\u2066\u2069", "\u200b", "\u2028\u2029", "\ud800", "\ufeff", "\U000e0041"),
    *("../../etc/x", "/etc/passwd", "..", "con", "a/b\\c", "$(reboot)", "`id`", "%s%n{0}"),
    *("=cmd()", "+1", "-1", "@sum", "＝1", "a;=1", 'x",=1', "a\t=1", " =1", "'=1"),
    *("<script>", "&lt;<b>", "'\"><i>", "--><!--", "]]>", "</style>", "javascript:"),
)
# What a terminal or a page must never get: controls but the line feed, what turns text over.
STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
names = pytest.mark.parametrize("name", NAMES, ids=ascii)


def game_of(name):
    """A counter's game with this name in it, as a transcript."""
    setup = {"game": "counter", "players": [name, "Bora"], "options": {"target": 3}}
    return json.dumps(setup) + "\n" + '{"points": [1, 0]}\n{"points": [2, 0]}\n'


def host_sim(*arguments, chunks=(), cwd=None):
    """A command in bounded memory, fed with these chunks: (status, output, errors)."""

    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (ROOM_bytes, ROOM_bytes))

    process = subprocess.Popen(
        [sys.executable, "-m", "host_sim", *map(str, arguments)],
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'firmware'}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=bound,
    )
    try:
        for chunk in chunks:
            process.stdin.write(chunk)
    except BrokenPipeError:
        pass
    out, err = process.communicate(timeout=TIMEOUT_s)
    return process.returncode, out.decode("utf-8"), err.decode("utf-8")


# -- lines ----------------------------------------------------------------------------------------


@lines
def test_a_line_is_refused_in_one_sentence_and_changes_nothing(line, code):
    written = []
    chunks = [SETUP + BID + line + b"\n" + BID.replace(b"5", b"6"), b""]
    assert replay.replay(lambda size: chunks.pop(0), written.append) == 1
    answers = [json.loads(answer) for answer in b"".join(written).splitlines()]
    assert [answer.get("error") for answer in answers] == [None, None, code, None]
    assert answers[2]["state"] == answers[1]["state"]
    assert len(answers[2]["message"]) < 300
    assert not STEERING.search(b"".join(written).decode("ascii"))


@lines
def test_as_a_first_line_it_is_no_game(line, code):
    replayer = Replayer()
    answer = replayer.answer(replay.parse(line))
    assert answer["error"] == (code if code == "bad-json" else "bad-setup")
    assert answer["state"] is None


@lines
def test_sheet_and_import_say_which_line_it_is(line, code, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_bytes(SETUP + line + b"\n" + BID)
    device = tmp_path / "device"
    device.mkdir()
    assert sheet.main([str(path)]) == 1
    assert import_games.main([str(path), str(device)]) == 1
    told = capsys.readouterr()
    assert told.err.count(f"line 2 is refused ({code})") == 2
    assert not STEERING.search(told.out + told.err)
    assert contents(device) == {}


def test_keys_given_twice_and_numbers_of_any_size_are_in_order():
    """What the contract allows is allowed, however odd it looks."""
    replayer = Replayer()
    setup = b'{"game": "chess", "game": "meksykanka", "players": ["Ana", "Bora"]}'
    for line in (setup, b'{"start": 0}', b'{"call": ' + b"7" * 4_000 + b"}"):
        assert replayer.answer(replay.parse(line))["ok"]
    assert sheet.as_text(replayer.game) and sheet.as_json(replayer.game)


# -- more than there is memory for ----------------------------------------------------------------


def long_line(before=SETUP, after=BID):
    yield before
    yield from repeat(b"x" * MiB, MORE_THAN_ROOM_bytes // MiB)
    yield b"\n" + after


@pytest.mark.parametrize("command", ["replay", "sheet", "import"])
def test_a_line_longer_than_the_memory(command, tmp_path):
    (tmp_path / "device").mkdir()
    target = [tmp_path / "device"] if command == "import" else []
    status, out, err = host_sim(command, "-", *target, chunks=long_line())
    assert status == 1, err
    if command == "replay":
        answers = [json.loads(line) for line in out.splitlines()]
        assert [answer.get("error") for answer in answers] == [None, "bad-json", None]
        err = answers[1]["message"]
    assert f"A line has at most {LONGEST_LINE_bytes} bytes." in err
    assert contents(tmp_path / "device") == {}


@pytest.mark.parametrize("command", ["replay", "sheet", "import"])
def test_a_first_line_longer_than_the_memory(command):
    status, out, err = host_sim(command, "-", chunks=long_line(b"", b""))
    assert status == 2 and "Traceback" not in err
    assert "at most" in out + err


def test_a_file_on_a_device_longer_than_the_memory(tmp_path):
    save(tmp_path / "device", [json.loads(COUNTER), json.loads(POINTS)])
    with open(tmp_path / "device" / "game-0002.jsonl", "wb") as file:
        file.write(COUNTER + POINTS * 3)
        file.truncate(MORE_THAN_ROOM_bytes)  # a hole: it takes no room on the disk
    status, out, err = host_sim("export", tmp_path / "device", tmp_path / "out")
    assert status == 1, err
    assert "Game 2: Line 5 is refused (bad-json)" in err
    assert (tmp_path / "out" / "game-0002.jsonl").read_bytes() == COUNTER + POINTS * 3
    kept = tmp_path / "out" / "damaged" / "game-0002.jsonl"
    assert kept.stat().st_size == export.LARGEST_COPY_bytes and "cut off" in err


def test_an_image_larger_than_any_flash(tmp_path):
    with open(tmp_path / "flash.img", "wb") as file:
        file.truncate(MORE_THAN_ROOM_bytes)
    status, _, err = host_sim("export", tmp_path / "flash.img", tmp_path / "out")
    assert status == 2 and "larger than any flash" in err


def many_events(count):
    yield COUNTER
    at_once = 1000
    yield from repeat(POINTS * at_once, count // at_once)


def test_as_many_events_as_there_is_room_for(tmp_path):
    """Half a kilobyte each: a million take 460 MiB. An undo is no dearer at the end."""
    many = 150_000
    with open(tmp_path / "game.jsonl", "wb") as file:
        file.writelines([*many_events(many), b'{"undo": true}\n' * 1000])
    program = (
        "import os, sys; from host_sim import replay; seen = [0, b''];"
        "file = os.open(sys.argv[1], os.O_RDONLY);"
        "write = lambda data: seen.__setitem__(slice(2), [seen[0] + data.count(b'\\n'), data]);"
        "assert replay.replay(lambda size: os.read(file, size), write) == 0;"
        "print(seen[0], seen[1].splitlines()[-1].decode())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "game.jsonl"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM_bytes, ROOM_bytes)),
        timeout=TIMEOUT_s,
    )
    assert run.returncode == 0, run.stderr
    answered, _, last = run.stdout.partition(" ")
    assert int(answered) == many + 1001
    assert json.loads(last)["state"]["scores"] == [many - 1000, 1000 - many]


def test_many_events_through_sheet_import_and_export(tmp_path):
    many = 20_000
    status, out, err = host_sim("sheet", "--csv", "-", chunks=many_events(many))
    assert status == 0, err
    assert out.count("\n") == many + 2
    (tmp_path / "device").mkdir()
    status, _, err = host_sim("import", "-", tmp_path / "device", chunks=many_events(many))
    assert status == 0, err
    status, _, err = host_sim("export", tmp_path / "device", tmp_path / "out")
    assert status == 0, err
    assert (tmp_path / "out" / "game-0001.jsonl").read_bytes() == b"".join(many_events(many))
    page = (tmp_path / "out" / "game-0001.html").read_text("utf-8")
    printed = sheet_page.MOST_LINES
    assert page.count("<tr>") < printed + 10 and f"{many - printed} more, see the CSV" in page


def test_more_than_there_is_memory_for_is_said_in_a_sentence():
    status, _, err = host_sim("sheet", "-", chunks=many_events(400_000))
    assert (status, err) == (2, "kibitz: that is more than there is memory for.\n")


# -- names ----------------------------------------------------------------------------------------


@names
def test_a_name_steers_no_terminal(name, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_text(game_of(name))
    (tmp_path / "device").mkdir()
    for command in (
        [sheet, str(path)],
        [sheet, "--csv", str(path)],
        [sheet, "--json", str(path)],
        [import_games, str(path), str(tmp_path / "device")],
        [export, str(tmp_path / "device"), str(tmp_path / "out")],
    ):
        assert command[0].main(command[1:]) == 0
    told = capsys.readouterr()
    assert not STEERING.search(told.out + told.err)
    written = []
    with open(path, "rb") as file:
        assert replay.replay(file.read1, written.append) == 0
    assert not STEERING.search(b"".join(written).decode("ascii"))


@names
def test_a_name_is_only_a_text_in_what_is_exported(name, tmp_path, capsys):
    from test_export import Reader

    setup, *events = [json.loads(line) for line in game_of(name).splitlines()]
    save(tmp_path / "device", [setup, *events])
    assert export.main([str(tmp_path / "device"), str(tmp_path / "out")]) == 0
    made = {path.name for path in tmp_path.rglob("*")} - {"device", "out"}
    own = {f"game-0001.{ending}" for ending in ("csv", "html", "jsonl", "sum")}
    assert made == own | {"index.html", "sheets.html", "slot-a.txt", "slot-b.txt"}
    for page in ("game-0001.html", "index.html", "sheets.html"):
        text = (tmp_path / "out" / page).read_text("utf-8")
        assert not STEERING.search(text)
        found = Reader(text)
        assert not {"script", "i", "b", "img"} & set(found.tags) and found.tags.count("style") == 1
        assert printable(name) in "".join(found.texts)
    sheets = (tmp_path / "out" / "game-0001.csv").read_text("utf-8")
    assert not STEERING.search(sheets)
    assert_no_formulas(sheets)


def assert_no_formulas(text):
    """Nothing is computed, whatever the reader takes for the end of a cell."""
    import csv

    for delimiter in ",;|\t":
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            for cell in row:
                numbers = re.fullmatch(r"[+-]?\d+", cell)
                assert numbers or not re.match(r"\s*[=+\-@＝＋－＠]", cell), cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [("=1", "'=1"), ("Ana-Maria", "Ana-Maria"), ("a;=1", "a;'=1"), (" +1", "' +1"), ("-", "'-")],
)
def test_only_what_would_be_computed_is_quoted(text, cell):
    assert csv_text(text) == cell


def test_messages_with_the_names_of_files(tmp_path, capsys):
    path = tmp_path / "\x1b[2Jgame.jsonl"
    path.write_bytes(SETUP + b"{\n")
    for command in (sheet, import_games, replay):
        command.main([str(path)])
        command.main([str(path) + "\x9b1m"])
    export.main([str(path), str(tmp_path / "out\u202e")])
    (tmp_path / "\x1bdevice").mkdir()
    export.main([str(tmp_path / "\x1bdevice"), str(tmp_path / "out\u202e")])
    told = capfd_text(capsys)
    assert "game.jsonl" in told and not STEERING.search(told)


def capfd_text(capture):
    told = capture.readouterr()
    return told.out + told.err


# -- nothing outside ------------------------------------------------------------------------------


class Flash(places.Place):
    """A flash with names that no good device gives."""

    what = "the flash"

    def __init__(self, files):
        self.files = places.Files(
            {name: (lambda data=data: io.BytesIO(data)) for name, data in files.items()}
        )


def test_names_of_files_are_no_paths(tmp_path, capsys):
    names = ["../x", "/x", "damaged-../../x", "damaged-\x1b[2J", "damaged-/etc/x", "aside-..\\x"]
    names += ["game-../1.jsonl", "game-0001.jsonl/../../x", "damaged-" + "x" * 300, "new-.."]
    place = Flash({**dict.fromkeys(names, b"x"), "game-0001.jsonl": COUNTER + POINTS})
    target = tmp_path / "deep" / "out"
    assert export.export(place, export.Target(target)) == 0
    outside = [path for path in tmp_path.rglob("*") if target not in path.parents]
    assert sorted(outside) == [tmp_path / "deep", target]
    kept = contents(target / "damaged")
    assert len(kept) == 6 and set(kept.values()) == {b"x"}
    assert all(re.fullmatch(r"[\w.-]{1,81}", name) and name[0] != "." for name in kept)
    assert not STEERING.search(capfd_text(capsys))


def test_an_image_with_such_names(tmp_path):
    uf2 = pytest.importorskip("host_sim.uf2")
    littlefs = pytest.importorskip("littlefs")
    context = littlefs.UserContext(
        buffer=bytearray(uf2.image({"kibitz-saves/game-0001.jsonl": b""}))
    )
    flash = littlefs.LittleFS(context, mount=False, filename_encoding="latin-1", **uf2.GEOMETRY)
    flash.mount()
    for name, data in (
        ("game-0001.jsonl", COUNTER + POINTS),
        ("damaged-..\\..\\x", b"x"),
        ("damaged-\x1b[2J\xff", b"x"),
        ("...", b"x"),
    ):
        with flash.open(f"/kibitz-saves/{name}", "wb") as file:
            file.write(data)
    flash.mkdir("/kibitz-saves/game-0002.jsonl")
    flash.unmount()
    (tmp_path / "flash.img").write_bytes(context.buffer)
    assert export.main([str(tmp_path / "flash.img"), str(tmp_path / "out")]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"flash.img", "out"}
    assert set(contents(tmp_path / "out" / "damaged")) == {"file-0001", "file-0002"}
    assert (tmp_path / "out" / "game-0001.jsonl").read_bytes() == COUNTER + POINTS


def links_in(folder, outside):
    """A folder full of links to the outside, under all names that are likely to be written."""
    folder.mkdir()
    outside.mkdir()
    (outside / "there").write_text("mine")
    for name in (".lock", "slot-a.txt", "slot-b.txt", "settings-a.txt", "new-game-0001.sum"):
        for ending in ("", ".tmp"):
            (folder / (name + ending)).symlink_to(outside / "there")
    for number in (1, 2, 3):
        for ending in ("jsonl", "sum", "jsonl.tmp", "sum.tmp"):
            name = "there" if number == 2 else f"fresh-{number}-{ending}"
            (folder / f"game-{number:04d}.{ending}").symlink_to(outside / name)


def test_an_import_follows_no_link(tmp_path, capsys):
    links_in(tmp_path / "device", tmp_path / "outside")
    path = tmp_path / "game.jsonl"
    path.write_bytes(COUNTER + POINTS)
    import_games.main([str(path), str(tmp_path / "device")])
    import_games.main(["--resume", str(path), str(tmp_path / "device")])
    assert contents(tmp_path / "outside") == {"there": b"mine"}


def test_a_simulated_device_follows_no_link(tmp_path):
    links_in(tmp_path / "device", tmp_path / "outside")
    (tmp_path / "device" / ".lock").unlink()
    storage = FolderStorage(tmp_path / "device")
    for name in ("slot-a.txt", "game-0001.jsonl", "game-0002.sum"):
        for write in (storage.write, storage.append):
            try:
                write(name, "x")
            except OSError:
                pass
    storage.close()
    assert contents(tmp_path / "outside") == {"there": b"mine"}


def test_an_export_follows_no_link(tmp_path, capsys):
    save(tmp_path / "device", [json.loads(COUNTER), json.loads(POINTS)])
    links_in(tmp_path / "out", tmp_path / "outside")
    assert export.main([str(tmp_path / "device"), str(tmp_path / "out")]) == 2
    (tmp_path / "device" / "game-0002.jsonl").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_bytes(COUNTER)
    assert export.main([str(tmp_path / "device"), str(tmp_path / "new")]) == 0
    assert not (tmp_path / "new" / "game-0002.jsonl").exists()
    assert contents(tmp_path / "outside") == {"there": b"mine"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_a_devices_folder_is_no_file(tmp_path):
    save(tmp_path / "device", [json.loads(COUNTER), json.loads(POINTS)])
    os.mkfifo(tmp_path / "device" / "game-0002.jsonl")
    status, _, err = host_sim("export", tmp_path / "device", tmp_path / "out")
    assert status == 0, err


# -- the device -----------------------------------------------------------------------------------

GAME = SETUP + BID
BROKEN, KEPT, TOO_LONG = "could not be read", "Its file is kept", "Its file is whole"
# So long as a game may become on a device, and no entry like another.
FULL = COUNTER + b"".join([b'{"points": [%d, %d]}\n' % (n, -n) for n in range(1064)])
# What is put on the flash as the running game: (bytes, what the table is told, events that remain).
ON_FLASH = {
    "100,000 lines": (COUNTER + POINTS * 100_000, TOO_LONG, None),
    "100,000 bids and undos": (SETUP + (BID + b'{"undo": true}\n') * 50_000, TOO_LONG, None),
    "4,000 bids and undos": (SETUP + (BID + b'{"undo": true}\n') * 2_000, "", 0),
    "a full count": (FULL, "", 1064),
    "100,000 empty lines": (b"\n" * 100_000, KEPT, None),
    "a line of a megabyte": (GAME + b"x" * MiB + b"\n", BROKEN, 1),
    "a bid of a megabyte": (GAME + b'{"bid": ' + b" " * MiB + b"6}\n", BROKEN, 1),
    "a megabyte without an end": (GAME + b" " * MiB, BROKEN, 1),
    "a first line of a megabyte": (b"{" + b" " * MiB + SETUP[1:], KEPT, None),
    "10,000 lists in lists": (GAME + b'{"bid": ' + b"[" * 10_000 + b"]" * 10_000, BROKEN, 1),
    "1,900 lists in lists": (GAME + b'{"bid": ' + b"[" * 1_900 + b"]" * 1_900 + b"}\n", BROKEN, 1),
    "a setup of lists": (b'{"game": ' + b"[" * 1_900 + b"]" * 1_900 + b"}\n", KEPT, None),
    "a number of 10,000 digits": (GAME + b'{"bid": ' + b"9" * 10_000 + b"}\n", BROKEN, 1),
    "a number of 3,000 digits": (GAME + b'{"bid": ' + b"9" * 3_000 + b"}\n", BROKEN, 1),
    "NULs": (GAME + b"\0" * 5_000, BROKEN, 1),
    "no UTF-8": (GAME + b"\xff\xfe\n", BROKEN, 1),
}


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="there is no MicroPython here")
@pytest.mark.parametrize(("data", "told", "events"), ON_FLASH.values(), ids=list(ON_FLASH))
def test_what_somebody_put_on_the_flash(data, told, events, tmp_path):
    """The device starts with the Pico's memory, tells what it could not read, and keeps it."""
    folder = tmp_path / "flash"
    folder.mkdir()
    (folder / "settings-a.txt").write_text(checked('kibitz 2 1\n{"values": {"language": "en"}}\n'))
    (folder / "game-0001.jsonl").write_bytes(data)
    said = micropython("hostile_flash.py", folder, "c", quick=True, heap=HEAP).splitlines()
    assert said[0].startswith("MessageScreen" if told else "HomeScreen") and told in said[0]
    number = 1 if events is not None else None
    assert f"running {number} {events or 0}" in said
    kept = [path.read_bytes() for path in folder.glob("*game-0001.jsonl")]
    assert data in kept
    # the next start finds nothing wrong any more
    again = micropython("hostile_flash.py", folder, quick=True, heap=HEAP).splitlines()
    assert again[0].startswith("HomeScreen")


HEAP = "440k"


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="there is no MicroPython here")
def test_a_finished_game_larger_than_memory_and_settings_too(tmp_path):
    folder = tmp_path / "flash"
    folder.mkdir()
    (folder / "settings-0001.json").write_bytes(b'{"values": {}' + b" " * MiB + b"}")
    (folder / "game-0001.jsonl").write_bytes(COUNTER + POINTS * 100_000)
    (folder / "game-0002.jsonl").write_bytes(COUNTER + POINTS)
    before = contents(folder)
    said = micropython("hostile_flash.py", folder, "c", quick=True, heap=HEAP).splitlines()
    assert said[0].startswith("MessageScreen")
    assert "running 2 1" in said
    assert "finished 1 ('counter', ['Ana', 'Bora']) None True" in said  # whole, but too long
    after = contents(folder)
    assert all(after[name] == data for name, data in before.items())


def test_lock_is_no_way_out(tmp_path):
    """A link in place of the simulator's lock is refused in words."""
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / ".lock").symlink_to(tmp_path / "fresh")
    with pytest.raises(DeviceError, match="cannot be saved"):
        FolderStorage(tmp_path / "device")
    assert not (tmp_path / "fresh").exists()
