"""The public names are a list that this test reads."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import loccit

CLAIM = "The hatch must stay shut."
PAGE = """<!doctype html><html lang=en><title>Hatch</title><main><h1>Hatch</h1>
<p>The hatch must stay shut while the fan is running, and so must the lid of the tank beside it.</p>
<p>The hatch must stay shut.</p></main>"""


def test_all_is_sorted_and_every_name_can_be_imported() -> None:
    names = [name for name in loccit.__all__ if name != "__version__"]
    assert names == sorted(names)
    assert all(getattr(loccit, name).__name__ == name for name in names)


def test_every_name_has_a_home_and_every_home_is_public() -> None:
    assert set(loccit._HOMES) == set(loccit.__all__) - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = loccit.nothing


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, loccit; print(sorted({'pydantic', 'sqlalchemy', 'typer', 'turbohtml'} & set(sys.modules)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "[]\n"


def test_ask_works_in_a_script_and_inside_a_running_event_loop(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "hatch.html").write_text(PAGE, encoding="utf-8")
    workspace = tmp_path / "workspace"
    assert loccit.index(site, "https://hatch.example/", workspace=workspace).pages_indexed == 1

    async def inside() -> str | None:
        result = loccit.ask("When must the hatch be shut?", claims=[CLAIM], workspace=workspace)
        return result.judged[0].finding.state

    outside = loccit.ask("When must the hatch be shut?", claims=[CLAIM], workspace=workspace)
    assert outside.judged[0].finding.state == "supported"
    assert asyncio.run(inside()) == "supported"


def test_python_takes_workspace_and_engines_from_the_environment_as_the_command_line_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOCCIT_WORKSPACE", "kept-here")
    site = tmp_path / "site"
    site.mkdir()
    (site / "hatch.html").write_text(PAGE)
    loccit.index(site, "https://hatch.example/")
    assert (tmp_path / "kept-here" / "loccit.sqlite3").is_file()
    assert not (tmp_path / ".loccit").exists()
    request = loccit.AskRequest("When must the hatch be shut?", (CLAIM,), engines=("serper",))
    with pytest.raises(loccit.MissingComponent, match="LOCCIT_SERPER_KEY"):
        loccit.ask(request)
    monkeypatch.setenv("LOCCIT_SERPER_KEY", "k")
    monkeypatch.setenv("LOCCIT_SERPER_URL", "http://127.0.0.1:1/")
    assert loccit.ask(request).discovered.run.output.stopReason == "every_engine_failed"
