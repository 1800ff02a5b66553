"""The certificate authorities of the machine, and nothing else of its environment."""

import ssl
from pathlib import Path

from loccit.errors import MissingComponent

_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
    "/etc/ssl/ca-bundle.pem",
)


def system_trust() -> ssl.SSLContext:
    """Return a client context that verifies certificate and host name against the machine's authorities.

    ``SSL_CERT_FILE``, ``SSL_CERT_DIR`` and ``SSLKEYLOGFILE`` are not looked at: whoever sets the environment of an
    agent must not be able to choose whom it believes.

    Raises:
        MissingComponent: if no authorities are installed.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    compiled_in = ssl.get_default_verify_paths()
    bundles = (compiled_in.openssl_cafile, *_BUNDLES)
    bundle = next((path for path in bundles if path and Path(path).is_file()), None)
    if bundle is not None:
        context.load_verify_locations(cafile=bundle)
    elif Path(compiled_in.openssl_capath).is_dir():
        context.load_verify_locations(capath=compiled_in.openssl_capath)
    else:
        raise MissingComponent("No certificate authorities are installed; install the package ca-certificates.")
    return context
