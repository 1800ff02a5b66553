"""Running the program as a person does: as a process of its own, in a folder of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Done:
    """What a run of the program came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Program = Callable[..., Done]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of its own for the tests of a module."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def loccit(home: Path) -> Program:
    """Run ``loccit`` in the module's folder; ``stdin`` is what it reads, ``cwd`` another folder."""

    def run(*arguments: str, stdin: str = "", cwd: Path = home, **environment: str) -> Done:
        known = {name: value for name, value in os.environ.items() if not name.startswith(("LOCCIT_", "COLUMNS"))}
        done = subprocess.run(
            [sys.executable, "-m", "loccit", *arguments],
            cwd=cwd,
            env={**known, **environment},
            input=stdin.encode(),
            capture_output=True,
            timeout=300,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    return run
