"""Opening a bundle: from bytes to what it holds, with the first three checks of its verification."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from loccit.deliver.bundle import ARCHIVE, BLOBS, FORMAT, MANIFEST, RECORDS, blob_name, manifest_id, pack
from loccit.errors import BadInput
from loccit.ids import ContentId, canonical_json, sha256_hex
from loccit.records import Record
from loccit.records.codec import is_canonical, read_record
from loccit.records.deliver import CheckOutcome

_UNREADABLE = (BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError, LookupError, OverflowError)
"""What the ZIP reader raises on bytes that are no ZIP file, or none of the form a bundle has."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The entries of a bundle by name, and how the container is."""

    files: Mapping[str, bytes]
    container: CheckOutcome


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """The records of a bundle by id, and the first thing wrong with their lines."""

    by_id: Mapping[ContentId, Record]
    outcome: CheckOutcome


def unpack(data: bytes) -> Unpacked:
    """Check 1: the bytes are the one ZIP file that holds these entries."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            packed = next((one.filename for one in entries if one.compress_type != ZIP_STORED), None)
            if packed is not None:
                return Unpacked({}, CheckOutcome("failed", f"The entry {packed} is not simply stored."))
            files = {one.filename: archive.read(one) for one in entries}
    except _UNREADABLE as error:
        return Unpacked({}, CheckOutcome("failed", f"The ZIP file can't be read: {error or type(error).__name__}."))
    if pack(files) != data:
        detail = "The bytes around the entries differ from those of the one form a bundle has."
        return Unpacked(files, CheckOutcome("failed", detail))
    return Unpacked(files, CheckOutcome("passed", f"One ZIP file of {len(files)} entries, in the form a bundle has."))


def read_manifest(files: Mapping[str, bytes]) -> tuple[dict[str, Any], CheckOutcome]:
    """Check 2: the manifest is canonical, of a known format, and has the id it says."""
    data = files.get(MANIFEST)
    if data is None:
        return {}, CheckOutcome("failed", f"There is no {MANIFEST}.")
    try:
        manifest = json.loads(data)
        sound = isinstance(manifest, dict) and canonical_json(manifest) == data
    except (ValueError, RecursionError) as error:
        return {}, CheckOutcome("failed", f"{MANIFEST} is no canonical JSON ({error}).")
    if not sound or manifest.get("id") != manifest_id(manifest):
        return {}, CheckOutcome("failed", f"{MANIFEST} was changed: it does not have the id that it says.")
    if manifest.get("format") != FORMAT:
        return {}, CheckOutcome("failed", f"{MANIFEST} is of another format than {FORMAT}.")
    if not manifest.get("roots"):
        return {}, CheckOutcome("failed", f"{MANIFEST} says of no record that the bundle is made for it.")
    return manifest, CheckOutcome("passed", f"The manifest has the id that it says, {manifest['id']}.")


def check_files(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> CheckOutcome:
    """Check 3: each file is there with its length and digest, and no other; blobs are named by their digests."""
    if not manifest:
        return CheckOutcome("not_checked", "There is no sound manifest to compare the files with.")
    try:
        listed = {row["name"]: (row["length"], row["sha256"]) for row in manifest["files"]}
    except (KeyError, TypeError):
        return CheckOutcome("failed", f"{MANIFEST} does not list the files as a bundle's does.")
    held = {name: (len(data), sha256_hex(data)) for name, data in files.items() if name != MANIFEST}
    wrong = sorted(name for name in listed.keys() | held.keys() if listed.get(name) != held.get(name))
    wrong = wrong or sorted(
        name for name, (_, found) in held.items() if name.startswith(BLOBS) and blob_name(found) != name
    )
    if wrong:
        return CheckOutcome(
            "failed", f"Not as the manifest lists it, or not what its name says: {', '.join(wrong[:5])}."
        )
    return CheckOutcome("passed", f"All {len(listed)} files have their lengths and digests.")


def read_records(files: Mapping[str, bytes]) -> ReadRecords:
    """Check 4: each record is canonical and of a known kind; ids are derived from the bytes, and lines sorted by id."""
    data = files.get(RECORDS, b"")
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines:
        return ReadRecords({}, CheckOutcome("failed", f"{RECORDS} holds no record, or not whole lines."))
    found: dict[ContentId, Record] = {}
    ids: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            record = read_record(json.loads(line).get("kind", ""), line)
        except (ValueError, AttributeError, RecursionError, BadInput) as error:
            return ReadRecords(found, CheckOutcome("failed", f"{RECORDS}, line {number}: {error}"))
        if not is_canonical(line):
            return ReadRecords(found, CheckOutcome("failed", f"{RECORDS}, line {number}: not canonical JSON."))
        ids.append(record.id)
        found[record.id] = record
    if ids != sorted(set(ids)):
        return ReadRecords(found, CheckOutcome("failed", f"{RECORDS} is not sorted by id, or holds a record twice."))
    return ReadRecords(found, CheckOutcome("passed", f"{len(found)} records, each with the id its bytes give."))


def archived_members(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the gzip members of the archive by WARC-Record-ID, null where they do not lie as the manifest says."""
    data, members, offset = files.get(ARCHIVE, b""), {}, 0
    try:
        for row in manifest.get("archived", ()):
            member = data[offset : offset + row["length"]]
            if row["offset"] != offset or sha256_hex(member) != row["sha256"]:
                return None
            members[row["record_id"]] = member
            offset += row["length"]
    except (KeyError, TypeError):
        return None
    return members if offset == len(data) else None
