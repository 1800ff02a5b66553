import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loccit.apps import cli
from loccit.apps.cli.commands import COMMANDS
from loccit.version import __version__

SUPPORT = {
    "__init__",
    "answers",
    "commands",
    "exits",
    "given_text",
    "judge_settings",
    "keys",
    "pages",
    "progress",
    "session",
    "sources",
    "streams",
    "tables",
}


def loccit(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("LOCCIT_", "COLUMNS"))}
    return subprocess.run(
        [sys.executable, "-m", "loccit", *arguments],
        cwd=cwd,
        env={**known, **environment},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )


def test_the_table_of_commands_names_the_modules() -> None:
    modules = {path.stem for path in Path(cli.__file__).parent.glob("*.py")}
    assert modules - SUPPORT == set(COMMANDS)


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "--json"], ["--quiet", "--version"]])
def test_version(arguments: list[str], tmp_path: Path) -> None:
    done = loccit(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"loccit {__version__}\n", "")


def test_version_and_help_load_no_stage(tmp_path: Path) -> None:
    program = (
        "import sys; from loccit.__main__ import main\n"
        "sys.argv = ['loccit', sys.argv[1]]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({'typer', 'pydantic', 'sqlalchemy', 'turbohtml'} & sys.modules.keys()), file=sys.stderr)"
    )
    for option, loaded in (("--version", ""), ("--help", "typer")):
        command = [sys.executable, "-c", program, option]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
        assert done.stderr.strip() == loaded


def test_help_names_every_command(tmp_path: Path) -> None:
    done = loccit("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert [
        line.split()[0] for line in done.stdout.partition("Commands:")[2].splitlines() if line[2:3].strip()
    ] == list(COMMANDS)


def test_without_a_command_it_shows_help_and_ends_with_2(tmp_path: Path) -> None:
    done = loccit(cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: loccit ")


@pytest.mark.parametrize("arguments", [["--json", "engines"], ["engines", "--json"], ["--json", "engines", "--json"]])
def test_shared_options_stand_before_or_after_the_command(arguments: list[str], tmp_path: Path) -> None:
    done = loccit(*arguments, cwd=tmp_path)
    assert done.returncode == 0
    assert "local" in json.loads(done.stdout)["engines"]


@pytest.mark.parametrize(
    ("arguments", "environment", "folder"),
    [
        ([], {}, ".loccit"),
        ([], {"LOCCIT_WORKSPACE": "from-environment"}, "from-environment"),
        (["--workspace", "given"], {"LOCCIT_WORKSPACE": "from-environment"}, "given"),
    ],
)
def test_the_workspace_is_given_by_option_or_environment(
    arguments: list[str], environment: dict[str, str], folder: str, tmp_path: Path
) -> None:
    done = loccit("doctor", "--json", *arguments, cwd=tmp_path, **environment)
    last = json.loads(done.stdout)["examined"][-1]
    assert last["detail"].startswith(f"{folder} does not exist yet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "loccit: No such command 'nonsense'; see loccit --help"),
        (["engines", "--nonsense"], "loccit engines: No such option: --nonsense; see loccit engines --help"),
        (["ask"], "loccit ask: Missing argument 'QUESTION'; see loccit ask --help"),
        (["--workspace", "a-file", "engines"], "loccit: --workspace: expected a folder, got the file a-file"),
        (["engines", "--workspace", "a-file"], "loccit: --workspace: expected a folder, got the file a-file"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("x")
    done = loccit(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence + "\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_errors_survive_every_encoding(encoding: str, tmp_path: Path) -> None:
    done = loccit("托盤-🐝", cwd=tmp_path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("loccit: No such command '")
