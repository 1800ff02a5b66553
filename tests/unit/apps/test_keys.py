import os
import subprocess
import sys

PROGRAM = """
import itertools
from loccit.apps.cli.keys import keystrokes
for key in itertools.islice(keystrokes(), 3):
    print(repr(key), flush=True)
"""


def test_a_pipe_gives_its_characters_without_white_space() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input="s \nx\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.splitlines() == ["'s'", "'x'"]


def test_a_terminal_gives_keys_without_enter_and_is_set_back() -> None:
    ours, theirs = os.openpty()
    before = subprocess.run(["stty", "-a"], stdin=theirs, capture_output=True, text=True, check=True).stdout
    os.write(ours, b"su?")
    child = subprocess.run(
        [sys.executable, "-c", PROGRAM], stdin=theirs, capture_output=True, text=True, timeout=60, check=False
    )
    after = subprocess.run(["stty", "-a"], stdin=theirs, capture_output=True, text=True, check=True).stdout
    os.close(ours)
    os.close(theirs)
    assert child.stdout.splitlines() == ["'s'", "'u'", "'?'"]
    assert after == before
