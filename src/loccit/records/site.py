"""A folder that stands for a site."""

from typing import ClassVar

from loccit.records.record import Record, Text, UtcTime


class Mount(Record):
    """From now on, URLs below ``base_url`` are read from ``folder`` and never from the network."""

    KIND: ClassVar[str] = "loccit/mount@1"

    base_url: Text
    folder: Text
    mounted_at: UtcTime
