"""An expected failure, kept as a record instead of thrown away as a message."""

from typing import ClassVar, Literal

from loccit.records.record import Record, Text, UtcTime

Stage = Literal["discover", "review", "retrieve", "extract", "judge", "deliver", "cite"]


class Failure(Record):
    """Something that was expected to be able to go wrong and did.

    Attributes:
        subject: id, URL or file the step worked on.
        code: stable, lower-case, for programs.
        sentence: one plain sentence, for people.
    """

    KIND: ClassVar[str] = "loccit/failure@1"

    stage: Stage
    subject: Text
    code: Text
    sentence: Text
    failed_at: UtcTime
