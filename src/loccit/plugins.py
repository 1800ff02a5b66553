"""Entry points, as a mapping; there is no registry to fill and nothing happens on import."""

from importlib.metadata import entry_points

from loccit.errors import BadInput, MissingComponent


def load(group: str, name: str, *, field: str) -> object:
    """Return the object an entry point names; built-ins come through the same door as plug-ins.

    Args:
        group: entry point group, e.g. ``loccit.engines``.
        name: the plug-in's name.
        field: the caller's field, named in the error.

    Raises:
        BadInput: if nothing of that name is installed.
        MissingComponent: if it is, but can't be imported.
    """
    found = {point.name: point for point in entry_points(group=group)}
    if name not in found:
        raise BadInput(field, f"expected one of {', '.join(sorted(found)) or 'nothing (none installed)'}, got {name!r}")
    try:
        return found[name].load()
    except ImportError as error:
        raise MissingComponent(f"{group} {name!r} is installed but can't be imported: {error}") from error


def names(group: str) -> tuple[str, ...]:
    """Return the names installed in a group, sorted."""
    return tuple(sorted(point.name for point in entry_points(group=group)))
