"""Zstandard from the standard library where it has it (3.14), else from its backport."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import DecompressionParameter, ZstdDecompressor, ZstdDict, ZstdError
else:
    from backports.zstd import DecompressionParameter, ZstdDecompressor, ZstdDict, ZstdError

__all__ = ["ZstdDecompressor", "ZstdDict", "ZstdError", "zstd_decompressor"]

MAX_WINDOW_LOG = 23
"""A window of 8 MiB: the most a content coding may ask for (RFC 9659)."""


def zstd_decompressor(dictionary: ZstdDict | None = None) -> ZstdDecompressor:
    """Return a decompressor that refuses larger windows."""
    return ZstdDecompressor(dictionary, options={DecompressionParameter.window_log_max: MAX_WINDOW_LOG})
