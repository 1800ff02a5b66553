"""Turn a saved capture of a search into the candidate queue, by the rules of the guide to a source-discovery step.

The guide's own program is the contract: for every capture the JSON values here equal those it prints. That is why
this module, alone in loccit, takes URLs apart with ``urllib.parse.urlsplit``: the guide does, and its verdict on odd
addresses is part of the output. It judges the shape of what was captured; whether an address may be contacted is
decided elsewhere, by another parser, when it is read.

A capture is an object with ``request``, ``http_status``, ``response``, ``run_id`` and ``received_at``. It is never
changed, and nothing is contacted.
"""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from loccit.errors import BadInput
from loccit.ids import json_kind


def read_capture(path: Path) -> object:
    """Return the JSON value of a file.

    Raises:
        BadInput: naming the file, if it can't be read, is no UTF-8, or holds no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(str(path), f"expected a file that can be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(str(path), f"expected JSON in UTF-8 without a byte order mark ({error})") from error


def candidates(capture: object) -> dict[str, Any]:
    """Return the state of a capture and its candidate queue, as JSON values.

    States: ``pending`` (status 201; keeps ``task_id``), ``transport_error`` (no status), ``http_error`` (any status
    but 200), ``unmapped`` (``organic_results`` is missing or is no list of objects), ``empty``, ``observed``. Values
    taken over from the capture keep whatever type they have.

    Raises:
        BadInput: if the capture is no object.
    """
    if not isinstance(capture, dict):
        raise BadInput("capture", f"expected a JSON object, got {json_kind(capture)}")
    status = capture.get("http_status")
    reply = capture.get("response")
    fields = reply if isinstance(reply, dict) else {}
    queue: list[dict[str, Any]] = []
    result: dict[str, Any] = {name: capture.get(name) for name in ("run_id", "request", "received_at")}
    result["candidates"] = queue
    if status == 201:
        return {**result, "state": "pending", "task_id": fields.get("taskId")}
    if status != 200:
        return {**result, "state": "transport_error" if status is None else "http_error"}
    rows = fields.get("organic_results")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return {**result, "state": "unmapped"}
    accepted: set[str] = set()
    for ordinal, row in enumerate(rows):
        queue.append(_candidate(ordinal, row, accepted))
    return {**result, "state": "observed" if rows else "empty"}


def _candidate(ordinal: int, row: dict[str, Any], accepted: set[str]) -> dict[str, Any]:
    """Return one entry of the queue; ``accepted`` holds the links already in it and gains this one."""
    link = row.get("link")
    hostname = web_hostname(link)
    reason = None
    if hostname is None or not isinstance(link, str):
        reason = "invalid_web_url"
    elif link in accepted:
        reason = "duplicate_exact_url"
    else:
        accepted.add(link)
    return {
        "candidate_id": f"source-{ordinal}",
        "ordinal": ordinal,
        "position": row.get("position"),
        "title": row.get("title"),
        "url": link,
        "hostname": hostname,
        "snippet": row.get("snippet"),
        "review_state": "excluded" if reason else "needs_review",
        "exclusion_reason": reason,
        "evidence_state": "discovery_only",
    }


def web_hostname(link: object) -> str | None:
    """Return the lower-case host name of an http(s) address without credentials; null for anything else."""
    if not isinstance(link, str):
        return None
    try:
        parts = urlsplit(link)
        if parts.scheme not in {"http", "https"} or parts.username or parts.password:
            return None
        return (parts.hostname or "").lower() or None
    except ValueError:
        return None
