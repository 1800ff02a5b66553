"""``loccit doctor``: what is installed, what is missing, and what to beware of."""

import platform
import re
import sqlite3
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from typing import Literal

import typer

from loccit import plugins
from loccit.apps.cli import exits
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write, write_json
from loccit.version import __version__

DEVELOPMENT_EXTRAS = frozenset({"test", "dev", "bench"})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)[\"']")

app = command_app()


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was looked at; ``missing`` means that nothing works without it."""

    subject: str
    result: Literal["ok", "beware", "optional", "missing"]
    detail: str


@app.command()
@takes_session
def doctor(session: Session) -> None:
    """Say what is installed, what is missing and what to beware of.

    The exit code is 5 if something is missing that the program can't do without.
    """
    examined = (Examined("loccit", "ok", __version__), *_python(), *_packages(), *_plugins(), _workspace(session))
    if session.json:
        write_json({"examined": [asdict(one) for one in examined]})
    else:
        for one in examined:
            write(f"{one.result:<8}  {one.subject}: {one.detail}")
    if any(one.result == "missing" for one in examined):
        raise typer.Exit(exits.MISSING)


def _python() -> tuple[Examined, ...]:
    return (
        Examined("Python", "ok", f"{platform.python_version()} ({platform.system()})"),
        sqlite_examined(sqlite3.sqlite_version_info, has_fts5=_has_fts5()),
    )


def sqlite_examined(release: tuple[int, ...], *, has_fts5: bool) -> Examined:
    """Return the verdict on a release of SQLite (https://sqlite.org/wal.html, "The WAL-reset bug")."""
    name = ".".join(map(str, release))
    if not has_fts5:
        return Examined("SQLite", "missing", f"{name}, built without FTS5, which the index needs")
    if (3, 7, 0) <= release < (3, 51, 3):
        beware = "a rare fault when a log is reset can damage a database that several processes write; fixed in 3.51.3"
        return Examined("SQLite", "beware", f"{name}: {beware}. Keep backups, run loccit store verify")
    return Examined("SQLite", "ok", name)


def _has_fts5() -> bool:
    connection = sqlite3.connect(":memory:")
    try:
        return any(option == "ENABLE_FTS5" for (option,) in connection.execute("PRAGMA compile_options"))
    finally:
        connection.close()


def _packages() -> tuple[Examined, ...]:
    """Look for what ``pyproject.toml`` requires: the core packages, then each optional extra."""
    absent: dict[str, list[str]] = {}
    for requirement in requires("loccit") or ():
        name, extra = _NAME.match(requirement), _EXTRA.search(requirement)
        group = extra[1] if extra else ""
        absent.setdefault(group, [])
        if name and name[0] != "loccit" and "python_version" not in requirement and not _is_installed(name[0]):
            absent[group].append(name[0])
    core = absent.pop("", [])
    verdict = Examined("packages", "missing" if core else "ok", f"missing: {', '.join(core)}" if core else "all there")
    extras = metadata("loccit").get_all("Provides-Extra") or []
    return (verdict, *(_extra(name, absent.get(name, [])) for name in extras if name not in DEVELOPMENT_EXTRAS))


def _extra(name: str, absent: list[str]) -> Examined:
    if not absent:
        return Examined(f"extra {name}", "ok", "installed")
    return Examined(f"extra {name}", "optional", f"not installed; pip install 'loccit[{name}]'")


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _plugins() -> tuple[Examined, ...]:
    groups = ("engines", "judges", "writers")
    return tuple(Examined(group, "ok", ", ".join(plugins.names(f"loccit.{group}"))) for group in groups)


def _workspace(session: Session) -> Examined:
    folder = session.workspace
    if not folder.exists():
        return Examined("workspace", "ok", f"{folder} does not exist yet; the first command makes it")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Examined("workspace", "ok", f"{folder}, {size:,} bytes")
