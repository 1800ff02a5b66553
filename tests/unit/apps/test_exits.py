import pytest

from loccit import errors
from loccit.apps.cli.exits import code_of


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.BadInput("--claim", "expected text"), 2),
        (errors.PolicyRefusal("refused_address", "no"), 3),
        (errors.VerificationFailed("no"), 4),
        (errors.Damaged("no"), 4),
        (errors.NotStored("no"), 4),
        (errors.BrokenPromise("no"), 4),
        (errors.MissingComponent("no"), 5),
        (errors.LoccitError("no"), 1),
    ],
)
def test_each_kind_of_error_has_its_exit_code(error: errors.LoccitError, code: int) -> None:
    assert code_of(error) == code


def test_no_kind_of_error_is_left_out() -> None:
    tree = [errors.LoccitError]
    for kind in tree:
        tree.extend(kind.__subclasses__())
    made = [kind.__new__(kind) for kind in tree if kind is not errors.LoccitError]
    assert {code_of(error) for error in made} == {2, 3, 4, 5}
