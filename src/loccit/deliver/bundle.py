"""A bundle: one file with all that delivered evidence rests on, to be verified offline, far from the store.

It is a ZIP file in one canonical form (stored, entries sorted by name, times of 1980, no extras), so that the same
contents give the same bytes, and a byte between the entries can't change unseen:

    archive.warc.gz   the WARC records of the pages, one gzip member each, as they were archived
    blobs/<hex>       texts, layouts and what else the records name, by SHA-256
    manifest.json     canonical JSON: what the bundle is for, every file with its digest, every archived record
    records.jsonl     the records, canonical JSON, a line each, sorted by id

The body of a page is not stored again where its WARC record gives it. A bundle proves integrity: that nothing was
changed since it was made. Who made it, a signature beside it proves (``signature``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from loccit.ids import ContentId, Digest, JsonValue, canonical_json, sha256_hex
from loccit.records.record import write_time
from loccit.version import __version__

FORMAT: Final = "loccit/bundle@1"
MANIFEST, RECORDS, ARCHIVE, BLOBS = "manifest.json", "records.jsonl", "archive.warc.gz", "blobs/"
SIGNATURE_SUFFIX: Final = ".dsse.json"
"""A signature's file is called like its bundle, with this behind."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX, _REGULAR_FILE = 3, 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes into a bundle.

    Attributes:
        roots: the records it is made for.
        records: canonical bytes by id.
        blobs: bytes by digest.
        archived: gzip members by WARC-Record-ID.
    """

    roots: tuple[ContentId, ...]
    records: Mapping[ContentId, bytes]
    blobs: Mapping[Digest, bytes]
    archived: Mapping[str, bytes]


def write_bundle(contents: Contents, *, made_at: datetime) -> bytes:
    """Return the bundle of some contents; the same contents and time give the same bytes."""
    files = {
        RECORDS: b"".join(contents.records[one] + b"\n" for one in sorted(contents.records)),
        **{blob_name(name): data for name, data in contents.blobs.items()},
    }
    places: list[JsonValue] = []
    if contents.archived:
        files[ARCHIVE] = b"".join(contents.archived[one] for one in sorted(contents.archived))
        places = list(_places(contents.archived))
    manifest: dict[str, JsonValue] = {
        "format": FORMAT,
        "made_at": write_time(made_at),
        "made_by": f"loccit {__version__}",
        "roots": sorted(contents.roots),
        "files": [
            {"name": name, "length": len(files[name]), "sha256": sha256_hex(files[name])} for name in sorted(files)
        ],
        "archived": places,
    }
    return pack({**files, MANIFEST: canonical_json({**manifest, "id": manifest_id(manifest)})})


def manifest_id(manifest: Mapping[str, JsonValue]) -> str:
    """Return the id of a manifest: the digest of its canonical JSON without the id."""
    return sha256_hex(canonical_json({name: value for name, value in manifest.items() if name != "id"}))


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return the one ZIP file that holds these files."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _REGULAR_FILE
            archive.writestr(entry, files[name])
    return out.getvalue()


def blob_name(digest: str) -> str:
    """Return the name of the entry that holds a blob."""
    return BLOBS + digest.removeprefix("sha256:")


def _places(archived: Mapping[str, bytes]) -> Iterator[JsonValue]:
    offset = 0
    for record_id in sorted(archived):
        member = archived[record_id]
        yield {"record_id": record_id, "offset": offset, "length": len(member), "sha256": sha256_hex(member)}
        offset += len(member)


__all__: Sequence[str] = ("FORMAT", "Contents", "blob_name", "manifest_id", "pack", "write_bundle")
