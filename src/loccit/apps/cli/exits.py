"""Exit codes, and which error ends in which.

| code | means                                                       |
|------|-------------------------------------------------------------|
| 0    | ran to its end; gaps are a result                           |
| 1    | a fault of the program                                      |
| 2    | bad input or usage                                          |
| 3    | refused by policy                                           |
| 4    | a verification or gate failed, or the store is damaged      |
| 5    | a component is missing                                      |
| 130  | cancelled                                                   |
"""

from loccit.errors import BadInput, BrokenPromise, LoccitError, MissingComponent, PolicyRefusal, VerificationFailed

OK = 0
FAULT = 1
BAD_INPUT = 2
REFUSED = 3
NOT_VERIFIED = 4
MISSING = 5
CANCELLED = 130

_CODES: tuple[tuple[type[LoccitError], int], ...] = (
    (BadInput, BAD_INPUT),
    (PolicyRefusal, REFUSED),
    (VerificationFailed, NOT_VERIFIED),
    (BrokenPromise, NOT_VERIFIED),
    (MissingComponent, MISSING),
)


def code_of(error: LoccitError) -> int:
    """Return the exit code of an error; 1 for a kind that has none of its own."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAULT)
