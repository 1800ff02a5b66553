"""Keeping credentials out of everything that is recorded."""

import re
from collections.abc import Collection
from dataclasses import replace
from urllib.parse import quote

from loccit.protocols import HttpRequest, HttpResponse, NoResponse

REDACTED = "[redacted]"
_MIN_SECRET_LENGTH = 8
"""Code points below which a value is no secret, and too common to be taken out of a reply."""


def redacted_request(sent: bytes, request: HttpRequest) -> bytes:
    """Return a request's bytes with the values of its secret headers and query parameters left out, saying so."""
    if not request.secrets and not request.secret_parameters:
        return sent
    hidden = {name.lower().encode() for name in request.secrets}
    head, gap, body = sent.partition(b"\r\n\r\n")
    first, *fields = head.split(b"\r\n")
    for name in request.secret_parameters:
        stated = quote(name, safe="").encode()
        first = re.sub(rb"([?&]" + re.escape(stated) + rb"=)[^& ]*", rb"\1" + REDACTED.encode(), first)
    lines = [
        name + b": " + REDACTED.encode() if colon and name.lower() in hidden else line
        for line in fields
        for name, colon, _ in (line.partition(b":"),)
    ]
    return b"\r\n".join([first, *lines]) + gap + body


def redacted_reply(reply: HttpResponse | NoResponse, secrets: Collection[str]) -> HttpResponse | NoResponse:
    """Return a reply without the credentials a service repeats in it; byte for byte the same if it repeats none.

    A value that begins with the name of a scheme (``Bearer abc``) is looked for without it as well.
    """
    values = {part for secret in secrets for part in (secret, secret.partition(" ")[2])}
    patterns = {form for value in values if len(value) >= _MIN_SECRET_LENGTH for form in (value, quote(value, safe=""))}
    found = [form.encode() for form in sorted(patterns, key=len, reverse=True) if form.encode() in reply.raw_response]
    for form in found:
        raw = reply.raw_response.replace(form, REDACTED.encode())
        if isinstance(reply, HttpResponse):
            body = reply.body.replace(form, REDACTED.encode())
            shown = form.decode()
            headers = tuple((name, value.replace(shown, REDACTED)) for name, value in reply.headers)
            reply = replace(reply, raw_response=raw, body=body, headers=headers)
        else:
            reply = replace(reply, raw_response=raw)
    return reply
