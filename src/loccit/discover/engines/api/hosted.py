"""Where a search service is reached: at its own address, or at a gateway an operator names instead."""

from dataclasses import replace

from loccit import urls
from loccit.errors import BadInput
from loccit.protocols import EngineProfile


class HostedEngine:
    """What the engines of all services share.

    A subclass names its service in ``profile`` as others see it before it is made; made, its profile names the origin
    that is really asked.

    Args:
        base_url: the address of the service; its own if null or empty.

    Raises:
        BadInput: if that is no http(s) address.
    """

    profile: EngineProfile

    def __init__(self, *, base_url: str | None = None) -> None:
        given = base_url or type(self).profile.origin or ""
        url = urls.parse(given)
        if url is None or not url.is_web or url.has_credentials:
            raise BadInput("base_url", f"expected an address like http://127.0.0.1:8888, got {given!r}")
        self.base_url = url.without_fragment.partition("?")[0].rstrip("/")
        self.host = url.hostname
        self.profile = replace(type(self).profile, origin=url.origin)
