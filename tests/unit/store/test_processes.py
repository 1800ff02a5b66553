"""Several processes, and processes that die."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from loccit.ids import ContentId, Digest
from loccit.records import Question
from loccit.store.verify import verify
from loccit.store.workspace import Workspace

PROGRAM = Path(__file__).parent / "append_records.py"


def append(folder: Path, name: str, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), str(folder), name, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_eight_processes_make_one_workspace_and_never_fork_its_chain(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    processes = [append(folder, f"process {number}", 25) for number in range(8)]
    outputs = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0] * 8, [error for _, error in outputs]
    with Workspace.open(folder, create=False) as workspace:
        report = verify(workspace.store)
        assert report.problems == ()
        assert report.result == "passed"
        assert report.head.seq == 200
        assert report.checked["ledger_entries"] == 200
        assert len({question.text for question in workspace.store.records(Question)}) == 200


@pytest.mark.parametrize("acknowledged", [1, 7, 40])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, acknowledged: int) -> None:
    folder = tmp_path / "work"
    process = append(folder, "victim", 100_000)
    assert process.stdout is not None
    assert process.stderr is not None
    lines = [process.stdout.readline() for _ in range(acknowledged)]
    process.send_signal(signal.SIGKILL)
    lines += process.stdout.read().splitlines(keepends=True)
    process.wait()
    process.stdout.close()
    process.stderr.close()
    told = [line.split() for line in lines if line.endswith("\n")]
    assert len(told) >= acknowledged
    with Workspace.open(folder) as workspace:
        for record_id, blob in told:
            question = workspace.store.get(ContentId(record_id), Question)
            assert workspace.store.blob(Digest(blob)).decode() == question.text
        report = verify(workspace.store)
        assert report.problems == ()
        before = report.head.seq
        assert len(told) <= before <= len(told) + 1
    again = append(folder, "successor", 3)
    assert again.communicate(timeout=60)[1] == ""
    with Workspace.open(folder) as workspace:
        report = verify(workspace.store)
        assert (report.result, report.head.seq) == ("passed", before + 3)


def test_opening_a_current_workspace_does_not_load_the_migrations(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "work"):
        pass
    program = (
        "import sys; from pathlib import Path; from loccit.store.workspace import Workspace\n"
        "Workspace.open(Path(sys.argv[1])).close(); print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "work")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
