"""Whether a media query applies to the screen on which a person is assumed to read.

Source: Media Queries 4. The screen is 1280 by 800 CSS pixels, light, with a mouse, scripts on.
"""

import re
from functools import lru_cache

SCREEN_WIDTH_PX = 1280
SCREEN_HEIGHT_PX = 800
_PX_PER_UNIT = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 96 / 2.54, "in": 96.0, "": 1.0}
_NUMBER = re.compile(r"([+-]?[\d.]+(?:e-?\d+)?)\s*(px|em|rem|pt|cm|in|dppx|dpi|x)?\Z")
_RANGE = re.compile(r"(?:([\d.]+\s*[a-z]*)\s*(<=?|>=?|=)\s*)?(width|height)(?:\s*(<=?|>=?|=)\s*([\d.]+\s*[a-z]*))?\Z")
_DISCRETE = {
    "orientation": {"landscape"},
    "prefers-color-scheme": {"light"},
    "prefers-reduced-motion": {"no-preference"},
    "prefers-contrast": {"no-preference"},
    "prefers-reduced-transparency": {"no-preference"},
    "prefers-reduced-data": {"no-preference"},
    "forced-colors": {"none"},
    "hover": {"hover", ""},
    "any-hover": {"hover", ""},
    "pointer": {"fine", ""},
    "any-pointer": {"fine", ""},
    "scripting": {"enabled", ""},
    "display-mode": {"browser"},
    "update": {"fast", ""},
    "color-gamut": {"srgb", ""},
    "inverted-colors": {"none"},
    "grid": {"0"},
    "dynamic-range": {"standard"},
}


@lru_cache(maxsize=4096)
def media_applies(query_list: str) -> bool | None:
    """Return whether a media query list applies, null where a part that decides can't be interpreted."""
    if not query_list.strip():
        return True
    results = [_query(query.strip().lower()) for query in query_list.split(",")]
    if any(result is True for result in results):
        return True
    return None if None in results else False


def _query(query: str) -> bool | None:
    negated = False
    if query.startswith("not ") and not query.startswith("not ("):
        negated, query = True, query[4:].strip()
    query = query.removeprefix("only ").strip()
    parts = re.split(r"\s+and\s+", query)
    results: list[bool | None] = []
    for part in parts:
        if part.startswith("not "):
            inner = _condition(part[4:])
            results.append(None if inner is None else not inner)
        elif part.startswith("("):
            results.append(_condition(part))
        else:
            results.append(part in ("all", "screen"))
    result = False if False in results else None if None in results else True
    return result if result is None or not negated else not result


def _condition(part: str) -> bool | None:
    inner = part.strip()
    if " or " in inner:
        results = [_condition(option) for option in _without_brackets(inner).split(" or ")]
        return True if True in results else None if None in results else False
    inner = _without_brackets(inner)
    name, colon, value = (piece.strip() for piece in inner.partition(":"))
    if not colon and ("<" in name or ">" in name or "=" in name):
        return _range(name)
    if name in _DISCRETE:
        return value in _DISCRETE[name]
    return _dimension(name, value)


def _without_brackets(text: str) -> str:
    text = text.strip()
    while text.startswith("(") and text.endswith(")") and _balanced(text[1:-1]):
        text = text[1:-1].strip()
    return text


def _balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _dimension(name: str, value: str) -> bool | None:
    if name.startswith(("-ms-", "-moz-", "-o-")):
        return False
    base = name.removeprefix("-webkit-").removeprefix("min-").removeprefix("max-").removeprefix("device-")
    actual = {"width": float(SCREEN_WIDTH_PX), "height": float(SCREEN_HEIGHT_PX)}.get(base)
    if base in ("resolution", "pixel-ratio"):
        actual = 1.0
    elif base in ("color", "monochrome"):
        actual = 8.0 if base == "color" else 0.0
    if actual is None:
        return None
    if not value:
        return actual > 0
    limit = _number(value)
    if limit is None:
        return None
    if "min-" in name:
        return actual >= limit
    return actual <= limit if "max-" in name else actual == limit


def _number(value: str) -> float | None:
    match = _NUMBER.match(value.strip())
    if match is None:
        return None
    try:
        number = float(match.group(1))
    except ValueError:
        return None
    unit = match.group(2) or ""
    return number / 96 if unit == "dpi" else number * _PX_PER_UNIT.get(unit, 1.0)


def _range(text: str) -> bool | None:
    match = _RANGE.match(text)
    if match is None:
        return None
    low, low_sign, name, high_sign, high = match.groups()
    actual = float(SCREEN_WIDTH_PX if name == "width" else SCREEN_HEIGHT_PX)
    results = []
    for left, sign, right in ((low, low_sign, actual), (actual, high_sign, high)):
        if sign is None:
            continue
        first = _number(left) if isinstance(left, str) else left
        second = _number(right) if isinstance(right, str) else right
        if first is None or second is None:
            return None
        results.append(
            {
                "<": first < second,
                "<=": first <= second,
                ">": first > second,
                ">=": first >= second,
                "=": first == second,
            }[sign]
        )
    return all(results)
