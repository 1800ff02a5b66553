"""What is read in place of servers: folders that stand for sites, and archives that others made."""

from typing import ClassVar

from pydantic import Field

from loccit.records.record import ArchiveDigest, Record, Text, UtcTime


class Mount(Record):
    """From now on, URLs below ``base_url`` are read from ``folder`` and never from the network."""

    KIND: ClassVar[str] = "loccit/mount@1"

    base_url: Text
    folder: Text
    mounted_at: UtcTime


class ImportedArchive(Record):
    """From now on, URLs that this WARC file holds are read from it; nobody here saw the servers send them.

    Attributes:
        name: what the file was called; within a WACZ, its path there.
        file: its name in the workspace's folder of imports, made of its digest.
        file_digest: of its bytes, as they were taken in; the file is kept beside the store, not in it.
        records: how many WARC records were read in it; ``pages`` of them can answer a request.
        problems: what does not hold in it, one sentence each, the first hundred.
    """

    KIND: ClassVar[str] = "loccit/imported-archive@1"

    name: Text
    file: Text
    file_digest: ArchiveDigest
    records: int = Field(ge=1)
    pages: int = Field(ge=0)
    problems: tuple[Text, ...]
    imported_at: UtcTime
