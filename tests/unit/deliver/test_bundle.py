"""Bundles: made the same each time, verified by their bytes alone, and no byte of them changes unseen."""

import json
import random
import zipfile
from datetime import UTC, datetime
from io import BytesIO

import pytest

import loccit
from loccit.deliver.bundle import ARCHIVE, MANIFEST, RECORDS, manifest_id, pack, write_bundle
from loccit.deliver.verify_bundle import verify_bundle
from loccit.errors import VerificationFailed
from loccit.ids import canonical_json, sha256_hex
from loccit.pipeline.bundling import gather, read_archived
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace

MADE_AT = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
URL = "https://a.example/tower"
PAGE = "The tower is 330 m tall. It stands in Paris, and many people see it each day. Entry is not free at all."
MARKUP = f"<!DOCTYPE html><title>The tower</title><main><h1>Size</h1><p>{PAGE}</p></main>".encode()
NAMES = [
    "container",
    "manifest",
    "files",
    "records",
    "references",
    "archive",
    "bodies",
    "documents",
    "passages",
    "evidence",
    "citations",
    "handoff",
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundle") / "workspace"
    loccit.check(f"The tower is 330 m tall.[1]\n\n[1]: {URL}\n", sources={URL: MARKUP}, workspace=folder)
    return folder


@pytest.fixture(scope="module")
def contents(workspace):
    with Workspace.open(workspace, create=False) as opened:
        (answer,) = [one for one in opened.store.records(loccit.Answer) if one.origin.activity == "audit"]
        return gather(opened.store, WarcArchive(opened.archive_folder, loccit.SystemClock()), [answer.id])


@pytest.fixture(scope="module")
def bundle(contents):
    return write_bundle(contents, made_at=MADE_AT)


def verified(data):
    return verify_bundle(data, read_archived=read_archived)


def files_of(bundle):
    with zipfile.ZipFile(BytesIO(bundle)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def resealed(files):
    """Return a bundle of changed files whose manifest lists them: what somebody who tampers would make."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"] = [
        {"name": name, "length": len(files[name]), "sha256": sha256_hex(files[name])}
        for name in sorted(files)
        if name != MANIFEST
    ]
    manifest["id"] = manifest_id(manifest)
    return pack({**files, MANIFEST: canonical_json(manifest)})


def first_failure(report):
    return next((check.name, check.result) for check in report.checks if check.result != "passed")


def test_a_bundle_verifies_without_its_store(bundle):
    report = verified(bundle)
    assert [(check.number, check.name, check.result) for check in report.checks] == [
        (number, name, "passed") for number, name in enumerate(NAMES, 1)
    ]
    assert report.verified
    assert report.counts["loccit/citation@1"] == 1
    assert report.counts["loccit/direct-request@1"] == 1


def test_the_same_contents_give_the_same_bytes(contents, bundle):
    assert write_bundle(contents, made_at=MADE_AT) == bundle


def test_the_container_is_plain(bundle):
    with zipfile.ZipFile(BytesIO(bundle)) as archive:
        entries = archive.infolist()
    assert [one.filename for one in entries] == sorted(one.filename for one in entries)
    assert {one.compress_type for one in entries} == {zipfile.ZIP_STORED}
    assert {one.date_time for one in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {one.extra for one in entries} == {b""}
    assert {RECORDS, MANIFEST, ARCHIVE} <= {one.filename for one in entries}


def test_the_page_is_archived_once(bundle):
    files = files_of(bundle)
    assert not any(data == MARKUP for data in files.values())
    assert any(PAGE.encode() in data for name, data in files.items() if name.startswith("blobs/"))
    assert len(json.loads(files[MANIFEST])["archived"]) == 2


@pytest.mark.parametrize("seed", range(4))
def test_each_changed_byte_is_found(bundle, seed):
    chance = random.Random(seed)
    for _ in range(250):
        changed = bytearray(bundle)
        place = chance.randrange(len(changed))
        changed[place] ^= chance.randrange(1, 256)
        report = verified(bytes(changed))
        assert not report.verified, place
        assert any(check.result == "failed" for check in report.checks)


@pytest.mark.parametrize("change", ["cut", "longer", "before", "empty", "no zip"])
def test_other_bytes(bundle, change):
    data = {
        "cut": bundle[:-1],
        "longer": bundle + b"\0",
        "before": b"\0" + bundle,
        "empty": b"",
        "no zip": b"PK\x03\x04 and so on",
    }[change]
    assert first_failure(verified(data)) == ("container", "failed")


def test_a_compressed_container_is_refused(bundle):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files_of(bundle).items():
            archive.writestr(name, data)
    assert first_failure(verified(out.getvalue())) == ("container", "failed")


def test_the_file_that_was_changed_is_named(bundle):
    files = files_of(bundle)
    report = verified(pack({**files, RECORDS: files[RECORDS] + b"\n"}))
    assert first_failure(report) == ("files", "failed")
    assert RECORDS in report.checks[2].detail


def test_a_resealed_text_no_longer_fits_its_digest(bundle):
    files = files_of(bundle)
    name = next(name for name, data in files.items() if name.startswith("blobs/") and PAGE.encode() in data)
    report = verified(resealed({**files, name: files[name].replace(b"330", b"300")}))
    assert first_failure(report) == ("files", "failed")
    moved = sha256_hex(files[name].replace(b"330", b"300")).removeprefix("sha256:")
    renamed = {one: data for one, data in files.items() if one != name}
    report = verified(resealed({**renamed, f"blobs/{moved}": files[name].replace(b"330", b"300")}))
    assert {check.name for check in report.checks if check.result == "failed"} >= {
        "references",
        "documents",
        "passages",
    }


def test_a_resealed_record_breaks_what_names_it(bundle):
    files = files_of(bundle)
    lines = [json.loads(line) for line in files[RECORDS].splitlines()]
    for line in lines:
        if line["kind"] == "loccit/passage@1":
            line["exact"] = "The tower is 300 m tall."
    raw = sorted((canonical_json(line) for line in lines), key=sha256_hex)
    report = verified(resealed({**files, RECORDS: b"".join(line + b"\n" for line in raw)}))
    assert not report.verified
    assert {check.name for check in report.checks if check.result == "failed"} >= {"references", "passages"}


def test_a_resealed_archive_no_longer_gives_the_body(bundle):
    files = files_of(bundle)
    without = {name: data for name, data in files.items() if name != ARCHIVE}
    manifest = json.loads(files[MANIFEST])
    manifest["archived"] = []
    report = verified(resealed({**without, MANIFEST: canonical_json(manifest)}))
    assert {check.name for check in report.checks if check.result == "failed"} >= {"references", "archive", "bodies"}


def test_an_empty_bundle_verifies_nothing():
    manifest = {"format": "loccit/bundle@1", "roots": [], "files": [], "archived": []}
    data = pack({MANIFEST: canonical_json({**manifest, "id": manifest_id(manifest)})})
    report = verified(data)
    assert first_failure(report) == ("manifest", "failed")
    assert not report.verified


def test_no_bundle_is_made_of_what_is_damaged(workspace, contents, tmp_path):
    with Workspace.open(workspace, create=False) as opened:
        empty = WarcArchive(tmp_path / "empty", loccit.SystemClock())
        with pytest.raises(VerificationFailed, match="no bundle can be made"):
            gather(opened.store, empty, contents.roots)
