"""The simulator's window: SDL's "dummy" driver draws it unseen, and where Xvfb and xdotool are
installed it is also opened for real, and clicked."""

import os
import shutil
import signal
import subprocess
import sys
import time
import types
from pathlib import Path

import pytest

from host_sim import picture
from host_sim.device import Device, MemoryStorage, ScriptClock, World
from host_sim.script import Player, WATCHED_PAUSE_ms, parse
from kibitz.app import App
from kibitz.canvas import HEIGHT_PX, WIDTH_PX
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, BLIND_ms, HOLD_ms
from kibitz.world import CLICK, DARK, DIM, FULL, TROUBLE, VERDICT
from support import ROOT, saved_in

pygame = pytest.importorskip("pygame", reason="pygame-ce is not installed (the extra `window`)")
from host_sim import speaker, window  # noqa: E402
from host_sim.window_view import LIT, View, chosen_size, largest_scale  # noqa: E402

SIM = [sys.executable, "-m", "host_sim", "sim"]
STEP_ms = 10
WAIT_s = 30
DARK_COLOR = picture.COLORS[picture.DARK]
LIT_COLOR = picture.COLORS[picture.LIT]

# A game of Meksiko that has just begun.
MEKSIKO = '{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}\n'


class Desk:
    """Somebody at a window, in scripted time. session, device, app, world: what is there."""

    def __init__(self, pictures, files=None, moments=None, make_app=App):
        storage = MemoryStorage()
        for name, text in (files or {}).items():
            storage.write(name, text)
        self.world = World(storage=storage)
        self.clock = ScriptClock()
        self.device = Device(make_app, self.world, self.clock)
        self.app = self.device.app
        steps = moments(self.device) if moments else None
        self.session = window.Session(self.device, pictures, steps)
        self.turn()

    def turn(self):
        """What was posted is taken in, and what comes of it is seen."""
        self.session.turn()
        self.session.turn()

    def wait(self, wait_ms):
        """Time goes by."""
        end_ms = self.clock.elapsed_ms() + wait_ms
        while (now_ms := self.clock.elapsed_ms()) < end_ms:
            self.clock.pass_until(min(end_ms, now_ms + STEP_ms))
            self.session.turn()

    def sleep(self, wait_ms):
        """Much time goes by; the app is called whenever it has asked for it."""
        end_ms = self.clock.elapsed_ms() + wait_ms
        while (now_ms := self.clock.elapsed_ms()) < end_ms:
            asleep_ms = self.device.asleep_ms
            step_ms = wait_ms if asleep_ms is None else max(1, asleep_ms)
            self.clock.pass_until(min(end_ms, now_ms + step_ms))
            self.session.turn()
        self.turn()

    def post(self, kind, **facts):
        pygame.event.post(pygame.event.Event(kind, **facts))
        self.turn()

    def key(self, kind, letter):
        code, place = getattr(pygame, f"K_{letter}"), getattr(pygame, f"KSCAN_{letter.upper()}")
        self.post(kind, key=code, scancode=place, mod=0, unicode=letter)

    def down(self, letter):
        self.key(pygame.KEYDOWN, letter)

    def up(self, letter):
        self.key(pygame.KEYUP, letter)

    def press(self, letter):
        """A short press on the keyboard."""
        self.down(letter)
        self.wait(2 * BLIND_ms)
        self.up(letter)
        self.wait(2 * BLIND_ms)

    def mouse_down(self, letter, button=pygame.BUTTON_LEFT):
        place = self.session.view.keys()[letter].center
        self.post(pygame.MOUSEBUTTONDOWN, pos=place, button=button)

    def mouse_up(self, place=(0, 0)):
        self.post(pygame.MOUSEBUTTONUP, pos=place, button=pygame.BUTTON_LEFT)

    def click(self, letter):
        self.mouse_down(letter)
        self.wait(2 * BLIND_ms)
        self.mouse_up()
        self.wait(2 * BLIND_ms)

    @property
    def screen(self):
        return type(self.app.top).__name__

    @property
    def states(self):
        return self.session.look().states


@pytest.fixture
def unseen(monkeypatch):
    """Windows and sounds that nobody is bothered by."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(window, "LOOK_ms", 0)
    yield
    pygame.quit()


@pytest.fixture
def desk(unseen, tmp_path):
    return Desk(tmp_path)


@pytest.fixture
def table(unseen, tmp_path):
    """A desk at which a game is being played."""
    desk = Desk(tmp_path, {"game-0001.jsonl": MEKSIKO})
    desk.press("c")
    assert desk.screen == "BidScreen"
    return desk


def pixels(view):
    """The glass's pixels as the window has them: what is in the middle of each."""
    place, scale = view.glass(), view.scale
    middle = scale // 2
    return [
        [
            tuple(view.surface.get_at((place.x + x * scale + middle, place.y + y * scale + middle)))
            for x in range(WIDTH_PX)
        ]
        for y in range(HEIGHT_PX)
    ]


def wanted(frame, lit):
    colors = ((*DARK_COLOR, 255), (*lit, 255))
    return [[colors[pixel] for pixel in row] for row in picture.rows(frame)]


# -- what is seen ---------------------------------------------------------------------------------


def test_the_window_shows_what_the_canvas_holds(table):
    for letter in "ccacab":
        assert pixels(table.session.view) == wanted(bytes(table.app.canvas.buffer), LIT_COLOR)
        before = bytes(table.app.canvas.buffer)
        table.press(letter)
        assert bytes(table.app.canvas.buffer) != before
    assert pixels(table.session.view) == wanted(bytes(table.app.canvas.buffer), LIT_COLOR)


@pytest.mark.parametrize("scale", [1, 2, 3, 4, 5, 8])
def test_pixels_are_crisp_at_every_size(unseen, desk, scale):
    """Each pixel is one color, but for the grid that parts large ones."""
    width, height = chosen_size((10_000, 10_000))
    view = View(pygame.Surface((width * scale // 8 + 3, height * scale // 8 + 2)))
    assert view.scale == scale
    view.draw(desk.session.look())
    frame = desk.world.display.frame
    assert pixels(view) == wanted(frame, LIT_COLOR)
    place = view.glass()
    colors = {(*DARK_COLOR, 255), (*LIT_COLOR, 255)}
    edge = 1 if scale >= 4 else 0
    for x in range(0, 40 * scale):
        for y in range(0, 12 * scale):
            if x % scale >= edge and y % scale >= edge:
                assert tuple(view.surface.get_at((place.x + x, place.y + y))) in colors


def test_the_window_has_room_on_the_desktop():
    for desktop in ((1024, 768), (1366, 768), (1920, 1080), (3840, 2160)):
        width, height = chosen_size(desktop)
        assert width <= desktop[0] * 0.8 and height <= desktop[1] * 0.8
        assert largest_scale(width, height) >= 3
    assert largest_scale(*chosen_size((320, 200))) == 2
    assert largest_scale(10, 10) == 1


def test_another_size_is_filled(desk):
    before = desk.session.view.scale
    pygame.display.set_mode(chosen_size((700, 500)), pygame.RESIZABLE)
    desk.post(pygame.WINDOWSIZECHANGED)
    assert desk.session.view.scale < before
    assert pixels(desk.session.view) == wanted(desk.world.display.frame, LIT_COLOR)
    desk.click("b")
    assert desk.app.top.cursor == 1


def test_nothing_is_drawn_while_nothing_changes(desk, monkeypatch):
    drawn = []
    monkeypatch.setattr(desk.session.view, "draw", drawn.append)
    desk.wait(500)
    assert drawn == []
    desk.post(pygame.WINDOWEXPOSED)
    assert len(drawn) == 1
    desk.down("m")
    assert drawn[-1].mask == KEY_M


# -- keys -----------------------------------------------------------------------------------------


def test_every_key_is_under_the_mouse(desk):
    view = desk.session.view
    for letter, key in zip("abcm", (KEY_A, KEY_B, KEY_C, KEY_M), strict=True):
        rect = view.keys()[letter]
        assert view.key_at(rect.center) == key
        assert view.key_at((rect.left + 1, rect.top + 1)) == (KEY_M if letter == "m" else 0)
        assert view.surface.get_rect().contains(rect)
    assert view.key_at(view.glass().center) == 0
    for letter, middle_px in zip("abc", (21, 64, 107), strict=True):
        middle = view.glass().x + middle_px * view.scale
        assert abs(view.keys()[letter].centerx - middle) <= view.scale


def test_clicks_reach_the_app(desk):
    desk.click("b")
    assert desk.app.top.cursor == 1
    desk.click("a")
    assert desk.app.top.cursor == 0
    desk.click("c")
    assert desk.screen == "RulesScreen"
    desk.click("m")
    assert desk.screen == "HomeScreen"
    desk.mouse_down("b", pygame.BUTTON_RIGHT)
    assert desk.device.fingers.mask == 0
    desk.post(pygame.MOUSEBUTTONDOWN, pos=desk.session.view.glass().center, button=1)
    assert desk.device.fingers.mask == 0


def test_typed_keys_reach_the_app(desk):
    desk.press("b")
    assert desk.app.top.cursor == 1
    desk.press("a")
    desk.press("c")
    assert desk.screen == "RulesScreen"
    desk.press("m")
    assert desk.screen == "HomeScreen"


def test_a_press_acts_when_the_key_goes_down(desk):
    desk.down("b")
    assert desk.app.top.cursor == 1
    assert desk.device.fingers.mask == KEY_B
    desk.up("b")
    assert desk.device.fingers.mask == 0


@pytest.mark.parametrize("finger", ["mouse", "keyboard"])
def test_a_key_is_held_as_long_as_it_is_pressed(desk, finger):
    """On a number that runs while B is held."""
    desk.press("c")
    desk.press("c")  # the options of Meksiko
    while desk.app.top.options[desk.app.top.cursor].name != "target":
        desk.press("a")
    desk.press("b")
    number = desk.app.top
    start = number.value
    desk.mouse_down("b") if finger == "mouse" else desk.down("b")
    assert number.value == start + 1
    desk.wait(HOLD_ms - 100)
    assert number.value == start + 1
    desk.wait(200)
    assert number.value == start + 2
    desk.wait(2000)
    assert number.value > start + 15
    desk.mouse_up() if finger == "mouse" else desk.up("b")
    end = number.value
    desk.wait(1000)
    assert number.value == end


def test_m_held_opens_the_menu_and_m_short_goes_back(table):
    table.mouse_down("m")
    table.wait(HOLD_ms + 50)
    assert table.screen == "MenuScreen"
    table.mouse_up()
    table.wait(100)
    assert table.screen == "MenuScreen"
    table.click("m")
    assert table.screen == "BidScreen"


def test_two_keys_at_once(desk):
    desk.down("a")
    desk.down("c")
    assert desk.device.fingers.mask == KEY_A | KEY_C
    desk.up("a")
    assert desk.device.fingers.mask == KEY_C
    desk.up("c")


def test_keys_that_are_down_look_so(desk):
    def look_of(letter):
        rect = desk.session.view.keys()[letter]
        place = (rect.centerx, rect.bottom - 3 * desk.session.view.scale)
        return tuple(desk.session.view.surface.get_at(place))[:3]

    up = {letter: look_of(letter) for letter in "abcm"}
    desk.down("a")
    desk.mouse_down("m")
    down = {letter: look_of(letter) for letter in "abcm"}
    assert [letter for letter in "abcm" if up[letter] != down[letter]] == ["a", "m"]


def test_a_key_under_two_fingers_comes_up_with_the_last(desk):
    desk.down("b")
    desk.mouse_down("b")
    desk.up("b")
    assert desk.device.fingers.mask == KEY_B
    desk.mouse_up()
    assert desk.device.fingers.mask == 0
    assert desk.app.top.cursor == 1  # one press


def test_no_key_stays_down_when_its_release_is_not_told(desk):
    desk.mouse_down("b")
    desk.post(pygame.MOUSEMOTION, pos=(0, 0), rel=(1, 1), buttons=(1, 0, 0))
    assert desk.device.fingers.mask == KEY_B
    desk.post(pygame.MOUSEMOTION, pos=(0, 0), rel=(1, 1), buttons=(0, 0, 0))
    assert desk.device.fingers.mask == 0
    desk.down("a")
    desk.mouse_down("m")
    desk.post(pygame.WINDOWFOCUSLOST)
    assert desk.device.fingers.mask == 0


@pytest.mark.parametrize(
    ("code", "place", "key"),
    [
        (ord("a"), "KSCAN_Q", KEY_A),  # a French keyboard
        (ord("м"), "KSCAN_M", KEY_M),  # Cyrillic ones
        (ord("с"), "KSCAN_C", KEY_C),
        (ord("q") + 0x1000, "KSCAN_B", KEY_B),
    ],
)
def test_keys_on_other_keyboards(desk, code, place, key):
    place = getattr(pygame, place)
    desk.post(pygame.KEYDOWN, key=code, scancode=place, mod=0, unicode="")
    assert desk.device.fingers.mask == key
    desk.post(pygame.KEYUP, key=ord("x"), scancode=place, mod=0, unicode="")
    assert desk.device.fingers.mask == 0


# -- states ---------------------------------------------------------------------------------------


def test_the_glass_dims_and_goes_dark_and_a_key_lights_it(desk):
    desk.sleep(61_000)
    assert desk.world.display.level == DIM
    assert "glass dim" in desk.states
    assert pixels(desk.session.view) == wanted(desk.world.display.frame, LIT[DIM])
    desk.sleep(600_000)
    assert desk.world.display.level == DARK
    assert pixels(desk.session.view) == wanted(bytes(1024), LIT_COLOR)
    assert any("dark" in state for state in desk.states)
    assert "asleep until a key" in desk.states
    desk.press("b")
    assert desk.world.display.level == FULL
    assert desk.app.top.cursor == 0  # the press did nothing else
    assert pixels(desk.session.view) == wanted(desk.world.display.frame, LIT_COLOR)
    desk.press("b")
    assert desk.app.top.cursor == 1


def test_sleep_is_told():
    assert window.sleep_state(None) == "asleep until a key"
    assert window.sleep_state(150) == "awake"
    assert window.sleep_state(59_999) == "asleep for 59 s at most"


def test_a_sound_is_seen_for_a_while_and_heard(desk):
    for sound, word in ((CLICK, "click"), (VERDICT, "verdict tone"), (TROUBLE, "trouble tone")):
        desk.world.buzzer.play(sound)
        desk.session.turn()
        assert word in desk.states
        assert pygame.mixer.Channel(0).get_busy()
    desk.wait(window.SOUND_ms + STEP_ms)
    assert not [state for state in desk.states if "tone" in state]


def test_the_more_urgent_sound_is_heard(unseen):
    pygame.mixer.init()
    loud = speaker.Speaker()
    loud.play(VERDICT)
    playing = pygame.mixer.Channel(0).get_sound()
    loud.play(CLICK)
    assert pygame.mixer.Channel(0).get_sound() is playing
    loud.play(TROUBLE)
    assert pygame.mixer.Channel(0).get_sound() is not playing


def test_without_a_loudspeaker_it_stays_silent(unseen, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "of-nowhere")
    pygame.mixer.quit()
    quiet = speaker.Speaker()
    quiet.play(CLICK)
    quiet.play(TROUBLE)
    assert pygame.mixer.get_init() is None


def test_the_sounds_are_the_boards(monkeypatch):
    machine = types.ModuleType("machine")
    machine.PWM = machine.Pin = machine.Timer = None
    micropython = types.ModuleType("micropython")
    micropython.const = int
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    scope: dict = {}
    exec((ROOT / "firmware" / "micropython" / "piezo.py").read_text("utf-8"), scope)
    assert scope["_SOUNDS"] == speaker.NOTES
    assert len(speaker.wave(((3000, 10), (0, 10)))) == speaker.RATE_hz * 20 // 1000


def test_the_arrows_empty_and_fill_the_cells(desk):
    battery = desk.world.battery

    def arrow(code):
        desk.post(pygame.KEYDOWN, key=code, scancode=0, mod=0, unicode="")
        return battery.mv

    assert battery.mv is None
    assert arrow(pygame.K_DOWN) == 4800
    assert arrow(pygame.K_DOWN) == 4700
    assert desk.session.look().battery_mv == 4700
    assert [arrow(pygame.K_DOWN) for _ in range(40)][-1] == 2500
    assert arrow(pygame.K_UP) == 2600
    assert [arrow(pygame.K_UP) for _ in range(40)][-1] is None


def test_every_look_can_be_drawn(desk):
    view, look = desk.session.view, desk.session.look()
    note = "a note that is much too long for the window " * 9
    for mv in (None, 0, 2999, 3600, 9000):
        for level in (DARK, DIM, FULL):
            view.draw(look._replace(battery_mv=mv, level=level, frame=None, note=note))
            view.draw(look._replace(battery_mv=mv, level=level, mask=15, states=(note,)))


# -- pictures, scripts, the end -------------------------------------------------------------------


def test_s_saves_the_screen(desk, tmp_path, capsys):
    desk.press("s")
    desk.press("b")
    desk.press("s")
    paths = sorted(tmp_path.glob("*.png"))
    assert [path.name for path in paths] == ["kibitz-0001.png", "kibitz-0002.png"]
    assert paths[1].read_bytes() == picture.png(desk.world.display.frame)
    assert paths[0].read_bytes() != paths[1].read_bytes()
    told = capsys.readouterr().out.splitlines()
    assert told == [f"A picture of the screen is in {path}" for path in paths]
    assert "kibitz-0002.png" in desk.session.look().note
    desk.wait(window.NOTE_ms + STEP_ms)
    assert desk.session.look().note == window.HELP


def test_a_picture_that_cannot_be_saved_is_told(unseen, capsys):
    desk = Desk(ROOT / "Makefile" / "x")
    desk.press("s")
    assert "Pictures cannot be written" in capsys.readouterr().out
    assert "Pictures cannot be written" in desk.session.look().note


def test_a_script_can_be_watched_and_then_a_person_goes_on(unseen, tmp_path):
    def script(device):
        return Player(device, pause_ms=WATCHED_PAUSE_ms).moments(parse("b wait:1000 b"))

    desk = Desk(tmp_path, moments=script)
    assert desk.app.top.cursor == 1
    desk.wait(WATCHED_PAUSE_ms + 900)
    assert desk.app.top.cursor == 1
    desk.wait(200)
    assert desk.app.top.cursor == 0  # of two rows
    desk.wait(WATCHED_PAUSE_ms + 100)
    assert "script has ended" in desk.session.look().note
    desk.press("b")
    assert desk.app.top.cursor == 1


@pytest.mark.parametrize("code", [pygame.K_q, pygame.K_ESCAPE])
def test_a_key_quits(desk, code):
    desk.post(pygame.KEYDOWN, key=code, scancode=0, mod=0, unicode="")
    assert desk.session.run() == 0
    assert pygame.display.get_init() is False


def test_the_close_button_quits(desk):
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert desk.session.run() == 0


def test_a_fault_of_the_app_takes_the_window_away(unseen, tmp_path):
    class Broken(App):
        def _handle(self, *_):
            raise ZeroDivisionError("a fault in the app")

    desk = Desk(tmp_path, make_app=Broken)
    pygame.event.post(
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_b, scancode=5, mod=0, unicode="b")
    )
    with pytest.raises(ZeroDivisionError):
        desk.session.run()
    assert pygame.display.get_init() is False


# -- the command ----------------------------------------------------------------------------------


class Window:
    """The simulator with its window, as a program of its own."""

    def __init__(self, folder, *arguments, **env):
        self.out = folder / "out"
        self.data = folder / "data"
        command = [*SIM, "--window", "--data", str(self.data), *arguments]
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, "SDL_AUDIODRIVER": "dummy", **env},
            )

    def wait_for(self, condition):
        """Wait until a function of nothing is true."""
        end = time.monotonic() + WAIT_s
        while not condition():
            assert time.monotonic() < end, self.told
            assert self.process.poll() is None, self.told
            time.sleep(0.05)

    @property
    def told(self):
        return self.out.read_text(encoding="utf-8")

    def saved(self):
        return saved_in(self.data)

    def end(self, number=None):
        if number is not None:
            self.process.send_signal(number)
        return self.process.wait(WAIT_s)


@pytest.fixture
def start(tmp_path):
    """Start windows that nobody sees; the fixture's function gives them."""
    opened = []

    def starter(*arguments, **env):
        opened.append(Window(tmp_path, *arguments, **{"SDL_VIDEODRIVER": "dummy", **env}))
        return opened[-1]

    yield starter
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()


TO_FIRST_BID = "c c c c a"  # from the options of a game


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_and_what_was_done_is_told(start, ending, tmp_path):
    film = tmp_path / "film.gif"
    keys = f"{TO_FIRST_BID} c"
    arguments = ("--lang", "en", "--game", "meksiko", "--keys", keys, "--fast")
    running = start(*arguments, "--gif", str(film))
    running.wait_for(lambda: '{"bid": 5}' in running.saved())
    time.sleep(1)  # the window is open by now, or soon
    assert running.end(ending) == 128 + ending
    assert f"The game is saved in {running.data / 'game-0001.jsonl'}" in running.told
    assert f"screens is in {film}" in running.told
    assert film.read_bytes().startswith(b"GIF89a")


def test_a_script_in_a_window_takes_its_time_unless_told_otherwise(start):
    begun = time.monotonic()
    running = start("--lang", "en", "--game", "meksiko", "--keys", TO_FIRST_BID)
    running.wait_for(running.saved)
    assert time.monotonic() - begun > 4 * WATCHED_PAUSE_ms / 1000
    running.end(signal.SIGTERM)


def cpu_ticks(pid):
    """What a process has used of the processor, in clock ticks (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_it_rests_while_nothing_happens(start):
    running = start("--lang", "en")
    running.wait_for((running.data / "settings-a.txt").exists)
    time.sleep(3)  # the window is open by now
    used = cpu_ticks(running.process.pid)
    time.sleep(2)
    assert cpu_ticks(running.process.pid) - used < 0.1 * 2 * os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display")
def test_no_display_is_told(start):
    hidden = {name: "" for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
    env = {name: held for name, held in os.environ.items() if name not in hidden}
    env.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run(
        [*SIM, "--window", "--data", str(start("--keys", "x").data)],
        capture_output=True, encoding="utf-8", env=env, timeout=WAIT_s,
    )  # fmt: skip
    assert done.returncode == 2
    assert "kibitz: No window can be opened here" in done.stderr
    assert "Leave --window out" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_pygame_is_told_with_the_command(tmp_path):
    code = (
        "import sys; sys.modules['pygame'] = None\n"
        "from host_sim import simulate\n"
        f"sys.exit(simulate.main(['--window', '--data', {str(tmp_path)!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.returncode == 2
    assert done.stderr == (
        "kibitz: The window needs pygame-ce; install it with:"
        f" {sys.executable} -m pip install pygame-ce\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--window", "--demo"], "--demo does not go with --window"),
        (["--window", "--fast"], "--fast goes with --keys"),
        (["--window", "--keys", "x"], "line 1: 'x' is no key; allowed are"),
        (["--window", "--gif", "/dev/null/x.gif"], "Pictures cannot be written to /dev/null/x.gif"),
        (["--window", "--game", "chess"], "there is no game 'chess'; allowed are meksiko, club,"),
        (["--window", "--lang", "fr"], "there is no language 'fr'; allowed are en, sr, sr-cyrl,"),
        (["--window", "--battery", "12"], "allowed are 1000 to 6000 millivolts, and usb"),
        (["--window", "--battery", "3.3"], "there is no battery of '3.3'"),
    ],
)
def test_what_cannot_be_is_said(start, arguments, words):
    running = start(*arguments)
    assert running.end() == 2
    assert words in running.told
    assert "Traceback" not in running.told


# -- a real window --------------------------------------------------------------------------------

SCREEN = (1366, 768)


@pytest.fixture
def display():
    """A display of X11 that nobody sees; its name."""
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        pytest.skip("Xvfb and xdotool are not installed (sudo apt-get install xvfb xdotool)")
    screen = "{}x{}x24".format(*SCREEN)
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with open(reading, encoding="ascii") as told:
        name = ":" + told.readline().strip()
    yield name
    server.terminate()
    server.wait()


END = b"IEND\xaeB`\x82"  # of a PNG that has been written whole


class Hand:
    """Somebody at a real window: the mouse and the keyboard of its display."""

    def __init__(self, display, running, pictures):
        self._env = {**os.environ, "DISPLAY": display}
        self._running = running
        self._pictures = pictures
        size = chosen_size(SCREEN)
        pygame.font.init()
        self._view = View(pygame.Surface(size))
        # The window stands in the middle of the screen.
        self._corner = [(whole - part) // 2 for whole, part in zip(SCREEN, size, strict=True)]

    def do(self, *words):
        subprocess.run(["xdotool", *words], env=self._env, timeout=WAIT_s, check=True)

    def point(self, letter):
        """The mouse on a key of the device."""
        place = self._view.keys()[letter].center
        self.do("mousemove", *[str(a + b) for a, b in zip(self._corner, place, strict=True)])

    def picture(self):
        """What the glass shows, by the key s."""
        seen = len(self.pictures())
        self.do("key", "s")
        self._running.wait_for(lambda: len(self.pictures()) > seen and self._last().endswith(END))
        return self._last()

    def _last(self):
        return self.pictures()[-1].read_bytes()

    def pictures(self):
        return sorted(self._pictures.glob("*.png"))

    def wait_for_window(self):
        """Until it takes keys."""

        def answers():
            self.do("key", "s")
            time.sleep(0.5)
            return self.pictures()

        self._running.wait_for(answers)


def test_a_real_window_is_clicked_and_typed_into(display, start, tmp_path):
    pictures = tmp_path / "pictures"
    running = start("--lang", "en", "--shots", str(pictures), DISPLAY=display,
                    SDL_VIDEODRIVER="x11")  # fmt: skip
    hand = Hand(display, running, pictures)
    same = Player(Device(App, World(), ScriptClock()))  # a device on which the same is done
    same.start()

    def expected():
        return picture.png(same.device.world.display.frame)

    hand.wait_for_window()
    assert hand.picture() == expected()
    hand.point("c")
    hand.do("click", "1")
    same.play("c")
    assert hand.picture() == expected()
    hand.do("key", "b", "key", "c")
    same.play("b c")
    assert hand.picture() == expected()
    hand.do("keydown", "b", "sleep", "1", "keyup", "b")  # B held does nothing more here
    same.play("B")
    assert hand.picture() == expected()
    hand.point("m")
    hand.do("mousedown", "1", "sleep", "0.1", "mouseup", "1", "key", "q")
    assert running.end() == 0
