import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loccit.apps.cli import streams
from loccit.errors import BadInput

TEXT = "12 % → مرحبا 🐝 œ 托盤"


def in_child(
    program: str, *, encoding: str = "utf-8", stdin: bytes = b"", **options: object
) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    prelude = "from loccit.apps.cli import streams; streams.prepare(); "
    command = [sys.executable, "-c", prelude + program]
    return subprocess.run(command, env=environment, input=stdin, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp936", "utf-8", "utf8:strict"])
def test_json_says_the_same_under_every_encoding(encoding: str) -> None:
    done = in_child(f"streams.write_json({{'text': {TEXT!r}}})", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode(encoding.partition(":")[0])) == {"text": TEXT}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp936"])
def test_text_degrades_to_escapes(encoding: str) -> None:
    done = in_child(f"streams.write({TEXT!r}); streams.tell({TEXT!r})", encoding=encoding)
    assert done.returncode == 0
    assert b"\\U0001f41d" in done.stdout
    assert b"\\U0001f41d" in done.stderr


def test_lone_surrogates_stay_json() -> None:
    done = in_child("streams.write_json(['\\ud83d'])")
    assert json.loads(done.stdout) == ["\ud83d"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = (
        "import sys; from loccit.apps.cli import streams; streams.prepare(); "
        "[streams.write('x' * 1000) for _ in range(1000)]; code = streams.finish(4); "
        "sys.stderr.write('done'); sys.exit(code)"
    )
    shell = f'"{sys.executable}" -c "{program}" | head -c 10; echo " ${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", shell], capture_output=True, timeout=60, check=False)
    assert done.stdout == b"xxxxxxxxxx 4\n"
    assert done.stderr == b"done"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a\\x1b[31mred"),
        ("bell\x07 csi\x9b2J", "bell\\x07 csi\\x9b2J"),
        ("over\u202eride", "over\\x202eride"),
        ("line\nand\ttab stay", "line\nand\ttab stay"),
        ("مرحبا 🐝 é", "مرحبا 🐝 é"),
    ],
)
def test_control_characters_of_pages_never_reach_the_terminal(text: str, shown: str) -> None:
    assert streams.printable(text) == shown


def test_standard_input_is_a_dash() -> None:
    done = in_child("streams.write(streams.read_text('-').upper())", stdin="größe".encode())
    assert done.stdout.decode() == "GRÖSSE\n"


def test_bytes_that_are_no_text_name_the_file_and_the_place(tmp_path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes(b"caf\xe9")
    with pytest.raises(BadInput, match=r"latin\.txt: expected UTF-8 text, got other bytes at offset 3$"):
        streams.read_text(str(file))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "expected JSON, got something else at line 1, column 2"),
        (b"", "expected JSON, got something else at line 1, column 1"),
        (b"[" * 100_000, "expected JSON that can be read"),
    ],
)
def test_what_is_no_json_names_the_file(tmp_path, content: bytes, sentence: str) -> None:
    file = tmp_path / "capture.json"
    file.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        streams.read_json(str(file))
    assert caught.value.field == str(file)
    assert caught.value.expected.startswith(sentence)


@pytest.mark.parametrize("name", ["absent.json", "bad\0name"])
def test_a_file_that_cannot_be_read_is_named(name: str) -> None:
    with pytest.raises(BadInput, match="expected a file that can be read"):
        streams.read_text(name)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path) -> None:
    file = tmp_path / "bom.json"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert streams.read_json(str(file)) == {"a": 1}


def test_a_full_device_is_one_sentence() -> None:
    program = "from loccit.apps.cli import run; import sys; sys.exit(run(['engines', '--json']))"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "loccit: standard output: expected a place that takes it all (No space left on device)"
    ]


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["engines"], ["engines", "--json"]])
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_streams_that_are_closed_are_no_fault(arguments: list[str], closed: str) -> None:
    command = f'"$@" {closed}' if closed[0] != "|" else f'{{ "$@"; code=$?; }} {closed} >&2; exit "${{code:-0}}"'
    program = [sys.executable, "-m", "loccit", *arguments]
    done = subprocess.run(["sh", "-c", command, "sh", *program], capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
