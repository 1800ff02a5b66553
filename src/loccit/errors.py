"""Every exception loccit raises on purpose, drawn as a tree.

    LoccitError
    ├── BadInput            the caller gave something that can't be used; names the field or file
    ├── PolicyRefusal       a policy forbids the step; nothing was contacted
    ├── MissingComponent    an optional part (extra, model, program) is not installed
    ├── VerificationFailed  stored or delivered things do not verify
    └── BrokenPromise       an invariant of the program did not hold: a bug or a damaged store
        ├── NotStored       a record or blob that must exist is not there
        └── Damaged         stored bytes differ from their digest

What is expected to go wrong while reading the web (a page that answers 503, a refused address) is no
exception: it is a stored record with a stable outcome code.
"""


class LoccitError(Exception):
    """Root of all errors; its text is one plain sentence for a person."""


class BadInput(LoccitError):
    """Input that can't be used.

    Attributes:
        field: the field, option or file at fault, as the caller knows it.
        expected: what would have been accepted.
    """

    def __init__(self, field: str, expected: str) -> None:
        self.field = field
        self.expected = expected
        super().__init__(f"{field}: {expected}")


class PolicyRefusal(LoccitError):
    """A policy forbids the step.

    Attributes:
        code: the stable refusal code, e.g. ``refused_address``.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


class MissingComponent(LoccitError):
    """An optional part is not installed; the sentence says how to get it."""


class VerificationFailed(LoccitError):
    """Stored or delivered things do not verify; the sentence names the first one."""


class BrokenPromise(LoccitError):
    """An invariant of the program did not hold."""


class NotStored(BrokenPromise):
    """A record or blob that must exist is not in the store."""


class Damaged(BrokenPromise):
    """Stored bytes differ from the digest they are named by."""
