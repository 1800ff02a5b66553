"""Verifying a workspace from the archived bytes up: the store, the archive that its retrievals name, and imports."""

from collections import defaultdict
from dataclasses import replace

from loccit.errors import Damaged, NotStored
from loccit.ids import ContentId
from loccit.pipeline.importing import check_imports
from loccit.protocols import Observer, ignore
from loccit.records import ImportedArchive, Retrieval
from loccit.retrieve.warc import WarcArchive
from loccit.store.report import MAX_LISTED, Problem, VerificationReport
from loccit.store.verify import verify as verify_store
from loccit.store.workspace import Workspace


def verify(workspace: Workspace, archive: WarcArchive, *, observe: Observer = ignore) -> VerificationReport:
    """Verify every record, blob, passage and ledger entry, and every archived exchange and imported archive.

    Args:
        workspace: an open one.
        archive: the one in its folder.
        observe: is told of progress.

    Returns:
        The store's report with the archive's problems added; each names the retrievals that rest on the record.
    """
    report = verify_store(workspace.store, observe=observe)
    readable = "database_damaged" not in {one.code for one in report.problems}
    named = _named_by_retrievals(workspace) if readable else {}
    problems: list[Problem] = list(check_imports(workspace)) if readable else []
    reported: set[str] = set()
    for problem in archive.verify():
        record_id = problem.record_id or ""
        reported.add(record_id)
        place = f"{problem.segment} at byte {problem.offset}{': ' + record_id if record_id else ''}"
        problems.append(Problem("archive_altered", tuple(named.get(record_id, ())), f"{place}: {problem.sentence}"))
    for record_id, retrievals in named.items():
        if record_id in reported:
            continue
        try:
            archive.member(record_id)
        except NotStored as error:
            problems.append(Problem("archive_missing", tuple(retrievals), f"{error}."))
        except Damaged as error:
            problems.append(Problem("archive_altered", tuple(retrievals), f"{error}."))
    imports = sum(1 for _ in workspace.store.records(ImportedArchive)) if readable else 0
    tails = [
        f"{segment}: the {count} bytes from byte {offset} on stand behind the last record and are never read."
        for segment, offset, count in archive.tails()
    ]
    return replace(
        report,
        notes=(*report.notes, *tails)[:MAX_LISTED],
        note_count=report.note_count + len(tails),
        checked={**report.checked, "archived_exchanges": len(named), "imported_archives": imports},
        problems=(*report.problems, *problems)[:MAX_LISTED],
        problem_count=report.problem_count + len(problems),
    )


def _named_by_retrievals(workspace: Workspace) -> dict[str, list[ContentId]]:
    """Return the WARC-Record-IDs that retrievals name, each with the retrievals that do."""
    named: defaultdict[str, list[ContentId]] = defaultdict(list)
    for retrieval in workspace.store.records(Retrieval):
        for hop in retrieval.hops:
            for record_id in (hop.request_record, hop.response_record):
                if record_id is not None:
                    named[record_id].append(retrieval.id)
    return named
