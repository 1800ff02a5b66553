"""Runs the ``console`` examples of README and docs and compares what they print.

In a block, a line that begins with ``$ `` is a command; the lines after it are its output, standard error included.
A line ``...`` stands for any lines, ``...`` within a line for any text. The blocks of one page share a folder and run
in order; a command must end with exit code 0.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "help.md")]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    command: str
    output: str


def examples(page: str) -> list[Example]:
    found = []
    for block in BLOCK.findall(page):
        commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
        assert not commands[0].strip(), f"a console block must begin with a command: {commands[0]!r}"
        for command in commands[1:]:
            first, _, rest = command.partition("\n")
            while first.endswith("\\"):
                line, _, rest = rest.partition("\n")
                first = f"{first}\n{line}"
            found.append(Example(first, rest))
    return found


def matches(expected: str, actual: str) -> bool:
    pattern = ""
    for line in (one.rstrip() for one in expected.strip("\n").split("\n")):
        pattern += r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
    lines = [line.rstrip() for line in actual.strip("\n").split("\n")]
    return re.fullmatch(pattern, "\n".join(lines) + "\n") is not None


def run(example: Example, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LOCCIT_", "COLUMNS"))}
    environment |= {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        ["bash", "-c", example.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    for example in examples(page.read_text(encoding="utf-8")):
        done = run(example, tmp_path)
        assert done.returncode == 0, f"$ {example.command}\nended with {done.returncode}:\n{done.stdout}"
        assert matches(example.output, done.stdout), (
            f"$ {example.command}\nshown in {page.name}:\n{example.output}\nprinted:\n{done.stdout}"
        )


def test_the_readme_has_examples() -> None:
    assert len(examples((ROOT / "README.md").read_text(encoding="utf-8"))) >= 2


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("one\n...\nfour\n", "one\ntwo\nthree\nfour\n", True),
        ("one\n...\nfour\n", "one\nfour\n", True),
        ("took ... s\n", "took 1.5 s\n", True),
        ("took ... s\n", "took 1.5 min\n", False),
        ("one\n", "one\ntwo\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_matching(expected: str, actual: str, same: bool) -> None:
    assert matches(expected, actual) is same
