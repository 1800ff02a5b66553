import h11
import httpcore2
import pytest

from loccit.policy import FetchPolicy
from loccit.transport.failures import OUTCOMES, translate
from loccit.transport.wire import Phase, Wire


def test_every_exception_of_the_libraries_is_translated():
    exported = {
        value
        for library in (h11, httpcore2)
        for name in library.__all__
        if isinstance(value := getattr(library, name), type) and issubclass(value, Exception)
    }
    assert exported == set(OUTCOMES)


@pytest.mark.parametrize(
    ("error", "phase", "ended", "outcome", "sentence"),
    [
        (httpcore2.ConnectError("refused"), Phase.CONNECT, False, "connect_error", "The connection failed (refused)."),
        (
            httpcore2.ConnectError("self-signed"),
            Phase.TLS,
            False,
            "tls_error",
            "No trusted TLS connection could be made (self-signed).",
        ),
        (httpcore2.ConnectTimeout(), Phase.TLS, False, "timeout", "The server did not answer in time."),
        (httpcore2.ReadError(), Phase.HEAD, False, "connect_error", "The connection failed."),
        (
            httpcore2.ReadError(),
            Phase.BODY,
            False,
            "truncated",
            "The connection ended before the body was complete.",
        ),
        (
            httpcore2.RemoteProtocolError("29 of 10000."),
            Phase.BODY,
            True,
            "truncated",
            "The connection ended before the body was complete (29 of 10000).",
        ),
        (
            httpcore2.RemoteProtocolError("bad chunk"),
            Phase.BODY,
            False,
            "protocol_error",
            "The server does not speak proper HTTP (bad chunk).",
        ),
    ],
)
def test_what_a_failure_means_depends_on_how_far_things_had_come(error, phase, ended, outcome, sentence):
    assert translate(error, Wire(FetchPolicy(), phase=phase, ended=ended)) == (outcome, sentence)


def test_a_reason_of_our_own_comes_first():
    wire = Wire(FetchPolicy(), phase=Phase.BODY)
    wire.stop("too_large", "Too large.")
    assert translate(httpcore2.ReadError("cap"), wire) == ("too_large", "Too large.")
