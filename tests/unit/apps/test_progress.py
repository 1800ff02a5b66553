from pathlib import Path

import pytest

from loccit.apps.cli.progress import line, shown
from loccit.apps.cli.session import Session
from loccit.protocols import Progress


def test_a_log_keeps_every_hundredth_subject_and_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    for done in range(251):
        line(Progress(stage="index", subject=f"page-{done}", done=done, total=250))
    assert capsys.readouterr() == ("", "index 100/250 page-100\nindex 200/250 page-200\nindex 250/250 page-250\n")


def test_short_work_leaves_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    for done in range(1, 11):
        line(Progress(stage="retrieve", subject="page", done=done, total=10))
    assert capsys.readouterr() == ("", "")


def test_quiet_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Session(Path(), quiet=True)) as observe:
        observe(Progress(stage="index", subject="page", done=1, total=1))
    assert capsys.readouterr() == ("", "")


def test_control_characters_of_a_subject_are_shown_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(Session(Path())) as observe:
        observe(Progress(stage="index", subject="a\x1b[2Jb", done=100, total=None))
    assert capsys.readouterr().err == "index 100 a\\x1b[2Jb\n"
