"""Which judges a command asks, and the settings of those that need some."""

import json
from collections.abc import Sequence
from typing import Annotated

import typer
from pydantic import ValidationError

from loccit.apps.cli.streams import read_text
from loccit.errors import BadInput
from loccit.ids import json_kind
from loccit.policy import JudgePolicy

JudgeNames = Annotated[
    list[str] | None, typer.Option("--judge", metavar="NAME", help="Who judges; may be repeated [default: rules].")
]
JudgeSettings = Annotated[
    str | None,
    typer.Option(
        "--judge-settings",
        metavar="FILE",
        help='Settings of judges as JSON: {"model": {"path": ..., "tokenizer": ...}, "llm": {"endpoint": ...}}.',
    ),
]


def judge_policy(names: Sequence[str] | None, file: str | None, *, min_body_length: int | None = None) -> JudgePolicy:
    """Return the policy that a command's options state.

    Args:
        names: of the judges; null for those the file names, or the rules.
        file: JSON with fields of ``JudgePolicy``, null for none.
        min_body_length: code points, where what is given is no page that could be too thin.

    Raises:
        BadInput: naming the file and the setting, if one is unknown or not of its type.
    """
    stated = {} if file is None else _read(file)
    if names:
        stated["judges"] = list(names)
    if min_body_length is not None:
        stated["min_body_length"] = min_body_length
    try:
        return JudgePolicy.model_validate(stated)
    except ValidationError as error:
        raise _refusal(str(file), error) from error


def _read(file: str) -> dict[str, object]:
    try:
        stated = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise BadInput(file, f"expected JSON ({error})") from error
    if not isinstance(stated, dict):
        raise BadInput(file, f"expected a JSON object with settings of judges, got {json_kind(stated)}")
    return stated


def _refusal(file: str, error: ValidationError) -> BadInput:
    first = error.errors()[0]
    *outer, last = first["loc"]
    place = f"{file}, {'.'.join(str(part) for part in (*outer, last))}"
    if first["type"] == "extra_forbidden":
        known = JudgePolicy.model_fields if not outer else type(getattr(JudgePolicy(), str(outer[0]))).model_fields
        return BadInput(place, f"expected one of {', '.join(known)}")
    return BadInput(place, f"expected another value ({first['msg']}), got {json_kind(first['input'])}")
