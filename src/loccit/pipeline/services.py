"""Search engines by name, each made when it is asked for: its module, its settings, its way to the outside.

An engine whose endpoint an operator vouches for goes through a client of that one origin, which puts in its
credentials; the local index never leaves the machine; every other engine is a public site and goes through the
guarded network, slowly. Settings and credentials are environment variables by name; they are given, not read here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from loccit import plugins
from loccit.discover.engines.local import IndexTransport, LocalEngine
from loccit.errors import BadInput, MissingComponent
from loccit.ids import canonical_json, digest
from loccit.pipeline.parts import Service
from loccit.policy import Policy
from loccit.protocols import Engine, EngineProfile, Index, Transport
from loccit.transport.exchange import Credentials
from loccit.transport.operator import OperatorTransport
from loccit.transport.pace import PacedTransport

ENGINES = "loccit.engines"
"""Entry point group of engines; its own and those of plug-ins."""


@dataclass(frozen=True, slots=True)
class Need:
    """An environment variable of an engine.

    Attributes:
        purpose: what it is for, in words.
        required: whether the engine can't be asked without.
        is_set: whether it has a value here. The value itself is never shown.
    """

    variable: str
    purpose: str
    required: bool
    is_set: bool


class Services(Mapping[str, Service]):
    """The installed engines with their transports; an engine's module is imported when it is first asked for.

    Args:
        index: what the engine ``local`` searches.
        network: the guarded network, for public sites.
        settings: environment variables by name.
    """

    def __init__(self, *, index: Index, network: Transport, policy: Policy, settings: Mapping[str, str]) -> None:
        self._index = index
        self._network = network
        self._policy = policy
        self._settings = settings
        self._names = plugins.names(ENGINES)
        self._made: dict[str, Service] = {}

    def __getitem__(self, name: str) -> Service:
        """Return an engine, ready to be asked.

        Raises:
            KeyError: if none of that name is installed.
            MissingComponent: naming the variable, if a setting or credential it needs is not there.
            BadInput: naming the variable or setting, if it can't be used.
        """
        if name not in self._names:
            raise KeyError(name)
        if name not in self._made:
            self._made[name] = self._service(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _service(self, name: str) -> Service:
        engine = make_engine(name, self._settings)
        if isinstance(engine, LocalEngine):
            return Service(engine, IndexTransport(self._index), self._index.revision)
        profile = engine.profile
        if profile.origin is None:
            return Service(engine, PacedTransport(self._network, self._policy.discover.pause_s))
        credentials = Credentials(
            {header: _credential(name, variable, self._settings) for header, variable in profile.headers.items()},
            {field: _credential(name, variable, self._settings) for field, variable in profile.parameters.items()},
        )
        transport = OperatorTransport(profile.origin, limits=self._policy.fetch, credentials=credentials)
        given = digest(canonical_json(dict(_given(profile, self._settings))))
        return Service(engine, transport, lambda: given)


def make_engine(name: str, settings: Mapping[str, str]) -> Engine:
    """Return an engine made with its settings.

    Raises:
        BadInput: if nothing of that name is installed, or a setting can't be used.
        MissingComponent: if a setting it can't do without is not there.
    """
    kind = _kind(name)
    given = _given(kind.profile, settings)
    missing = sorted(kind.profile.required - given.keys())
    if missing:
        raise _missing(name, kind.profile.settings[missing[0]])
    return kind(**given)


def profile_of(name: str) -> EngineProfile:
    """Return what an engine needs and honours, without making it.

    Raises:
        BadInput: if nothing of that name is installed.
    """
    return _kind(name).profile


def needs_of(profile: EngineProfile, settings: Mapping[str, str]) -> tuple[Need, ...]:
    """Return the variables an engine reads, credentials first."""

    def need(variable: str, purpose: str, *, required: bool) -> Need:
        return Need(variable, purpose, required, bool(settings.get(variable, "").strip()))

    return (
        *(need(variable, f"header {name}", required=True) for name, variable in profile.headers.items()),
        *(need(variable, f"parameter {name}", required=True) for name, variable in profile.parameters.items()),
        *(
            need(variable, name.replace("_", " "), required=name in profile.required)
            for name, variable in profile.settings.items()
        ),
    )


class _Kind(Protocol):
    """An engine's class, as far as it is used here."""

    profile: EngineProfile

    def __call__(self, **settings: str) -> Engine:
        """Return an engine with these settings."""
        ...


def _kind(name: str) -> _Kind:
    return cast("_Kind", plugins.load(ENGINES, name, field="engines"))


def _given(profile: EngineProfile, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the constructor arguments whose variables are set."""
    values = {argument: settings.get(variable, "").strip() for argument, variable in profile.settings.items()}
    return {argument: value for argument, value in values.items() if value}


def _credential(engine: str, variable: str, settings: Mapping[str, str]) -> str:
    value = settings.get(variable, "").strip()
    if not value:
        raise _missing(engine, variable)
    if not (value.isascii() and value.isprintable()):
        raise BadInput(variable, "expected one line of printable ASCII characters")
    return value


def _missing(engine: str, variable: str) -> MissingComponent:
    return MissingComponent(f"The engine {engine} needs the environment variable {variable}, which is not set.")
