"""What all tests on the emulated RP2040 need: the emulator and an image, and what is installed."""

from pathlib import Path

import pytest

import given
from host_sim import bundle


@pytest.fixture(autouse=True, scope="session")
def there_is_something_to_run_on():
    """Without the emulator or without an image there is nothing to test here."""
    if given.lacking():
        pytest.skip(given.lacking())


@pytest.fixture(scope="session")
def device(tmp_path_factory) -> Path:
    """A folder with what is installed on the board."""
    folder = tmp_path_factory.mktemp("device")
    for name, data in bundle.with_list(bundle.compiled(bundle.installed())).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
