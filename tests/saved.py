"""Games on the flash of a device, for tests: put there as the app puts them."""

from host_sim.device import LOCK_NAME, MemoryStorage
from kibitz import table
from kibitz.journal import Journal
from kibitz.saves import setup_line


def save(folder, *games, running=None):
    """Games (lists of values, the setup line first) in a new folder; one may go on there."""
    folder.mkdir(parents=True)
    storage = MemoryStorage({})
    journal = Journal(storage)
    table.resume(journal)
    for game in games:
        play(journal, game)
        journal.close()
        journal.flush()
    if running:
        play(journal, running)
    for name in storage.names():
        (folder / name).write_bytes(storage.read(name).encode("utf-8"))


def play(journal, game):
    """A game from its beginning, each event saved before the next one."""
    journal.begin(setup_line(game[0]))
    journal.flush()
    for event in game[1:]:
        journal.add(event)
        journal.flush()


def contents(folder):
    """Name -> bytes of all files under a folder, without the lock of simulators."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LOCK_NAME
    }
