"""What a verification of the store found."""

from dataclasses import dataclass, field
from typing import Literal

from loccit.ids import ContentId
from loccit.store.ledger import Head

ProblemCode = Literal[
    "database_damaged",
    "append_only_off",
    "schema_altered",
    "record_altered",
    "record_unreadable",
    "record_not_canonical",
    "reference_dangling",
    "reference_missing",
    "reference_extra",
    "blob_missing",
    "blob_altered",
    "document_text",
    "document_layout",
    "passage_moved",
    "passage_not_checked",
    "ledger_gap",
    "ledger_broken",
    "ledger_altered",
    "ledger_without_record",
    "record_not_in_ledger",
    "work_damaged",
    "archive_altered",
    "archive_missing",
]
"""Closed list.

``database_damaged``: SQLite can't read its file. ``append_only_off``: a trigger that forbids changes is
gone or altered. ``schema_altered``: another table, index, view or trigger is missing, altered, or none of loccit's.
``record_altered``: the bytes have another digest than the id. ``record_unreadable``: the bytes hold no such record.
``record_not_canonical``: the bytes are not the one form of their record. ``reference_dangling``: a record names what
is not stored. ``reference_missing``, ``reference_extra``: the index of references is not what the records say.
``blob_missing``, ``blob_altered``: no file, or a file with other bytes. ``document_text``, ``document_layout``: text or
layout are not what the document says of them. ``passage_moved``: the passage does not stand at its offsets.
``passage_not_checked``: its document's text can't be read. ``ledger_gap``: a number is left out. ``ledger_broken``: an
entry names another predecessor. ``ledger_altered``: an entry's hash is not that of its content.
``ledger_without_record``: an entry's record is not stored. ``record_not_in_ledger``: a record has no entry.
``work_damaged``: a finished step names what is not stored, or other records than when it was finished.
``archive_altered``: an archived exchange has other bytes than were received, or an imported archive than were taken in.
``archive_missing``: a retrieval names an exchange that no segment of the archive holds, or an imported archive is not
there.
"""

Counted = Literal[
    "records",
    "references",
    "blobs",
    "documents",
    "passages",
    "ledger_entries",
    "work",
    "archived_exchanges",
    "imported_archives",
]

MAX_LISTED = 1_000
"""Problems, and notes, that a report lists; the rest is only counted."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that does not hold.

    Attributes:
        records: the record at fault; for a blob, the records that name it (the first few).
        sentence: one plain sentence that names the record, blob or ledger entry.
    """

    code: ProblemCode
    records: tuple[ContentId, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """All that was checked, and what does not hold.

    Attributes:
        checked: how many of each were checked.
        problems: what does not hold, in the order of the checks, at most ``MAX_LISTED``; ``problem_count`` counts all.
        notes: what is odd but breaks nothing, such as files that no record names.
        head: the last ledger entry; compare it with one noted earlier to see whether the end was cut off.
    """

    checked: dict[Counted, int]
    problems: tuple[Problem, ...]
    problem_count: int
    notes: tuple[str, ...]
    note_count: int
    head: Head

    @property
    def result(self) -> Literal["passed", "failed", "not_checked"]:
        """``not_checked`` where there is no record: without records nothing says what blobs and archives must hold."""
        if self.problem_count:
            return "failed"
        return "passed" if self.checked["records"] else "not_checked"


@dataclass(slots=True)
class Tally:
    """Collects while a verification runs."""

    checked: dict[Counted, int] = field(
        default_factory=lambda: dict.fromkeys(
            ("records", "references", "blobs", "documents", "passages", "ledger_entries", "work"), 0
        )
    )
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    notes: list[str] = field(default_factory=list)
    note_count: int = 0

    def count(self, what: Counted, number: int = 1) -> None:
        """Add to what was checked."""
        self.checked[what] += number

    def problem(self, code: ProblemCode, sentence: str, *records: ContentId) -> None:
        """Add a problem."""
        self.problem_count += 1
        if len(self.problems) < MAX_LISTED:
            self.problems.append(Problem(code, records, sentence))

    def note(self, sentence: str) -> None:
        """Add a note."""
        self.note_count += 1
        if len(self.notes) < MAX_LISTED:
            self.notes.append(sentence)

    def report(self, head: Head) -> VerificationReport:
        """Return the report."""
        return VerificationReport(
            self.checked, tuple(self.problems), self.problem_count, tuple(self.notes), self.note_count, head
        )
