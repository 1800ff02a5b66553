from pathlib import Path

import pytest

from loccit.apps.cli.progress import LineProgress, shown
from loccit.apps.cli.session import Session
from loccit.protocols import Progress


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        (1, ["index 100/250 page-100", "index 200/250 page-200", "index 250/250 page-250"]),
        (32, ["index 128/250 page-128", "index 224/250 page-224", "index 250/250 page-250"]),
    ],
)
def test_a_log_keeps_a_line_a_hundred_and_the_end(
    capsys: pytest.CaptureFixture[str], step: int, lines: list[str]
) -> None:
    observe = LineProgress()
    for done in [*range(step, 250, step), 250]:
        observe(Progress(stage="index", subject=f"page-{done}", done=done, total=250))
    assert capsys.readouterr() == ("", "\n".join(lines) + "\n")


def test_short_work_leaves_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    observe = LineProgress()
    for done in range(1, 11):
        observe(Progress(stage="retrieve", subject="page", done=done, total=10))
    assert capsys.readouterr() == ("", "")


def test_quiet_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Session(Path(), quiet=True)) as observe:
        observe(Progress(stage="index", subject="page", done=1, total=1))
    assert capsys.readouterr() == ("", "")


def test_control_characters_of_a_subject_are_shown_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Session(Path())) as observe:
        observe(Progress(stage="index", subject="a\x1b[2Jb", done=100, total=None))
    assert capsys.readouterr().err == "index 100 a\\x1b[2Jb\n"
