"""What all records share: immutability, content ids, and the origin every record names.

The origin follows W3C PROV: the entities that were used, the activity (and version) that made the record, and
the agent who is responsible for it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from loccit.ids import ContentId, Digest, JsonValue, canonical_json, content_id, scalar_text
from loccit.records.references import Reference, references

SHA256_PATTERN = r"^sha256:[0-9a-f]{64}$"


def _scalar_or_same(value: object) -> object:
    return scalar_text(value) if isinstance(value, str) else value


def _aware_utc(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("a time without a zone")
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("a time outside the years 1 to 9999 of UTC") from error


def write_time(value: datetime) -> str:
    """Return the one form in which times are stored: UTC, six digits, ``Z``."""
    return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


Text = Annotated[str, BeforeValidator(_scalar_or_same)]
"""Unicode text; lone surrogates become U+FFFD."""

_TIME_SCHEMA = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$"}

UtcTime = Annotated[
    datetime,
    AfterValidator(_aware_utc),
    PlainSerializer(write_time, return_type=str, when_used="json"),
    WithJsonSchema(_TIME_SCHEMA, mode="serialization"),
]
"""An aware time, kept in UTC and written with six digits."""

RecordId = Annotated[ContentId, Field(pattern=SHA256_PATTERN), Reference()]
"""The id of a stored record."""

BlobDigest = Annotated[Digest, Field(pattern=SHA256_PATTERN), Reference()]
"""The digest of a stored blob."""

ArchiveDigest = Annotated[Digest, Field(pattern=SHA256_PATTERN)]
"""The digest of bytes that the archive keeps; no blob has to be stored under it."""

Millionths = Annotated[int, Field(ge=0, le=1_000_000)]
"""A score from 0 to 1, as an integer in millionths, so that records hold no floats."""


class Value(BaseModel):
    """A frozen part of a record; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, ignored_types=(cached_property,))


class Agent(Value):
    """Who or what is responsible for a decision or a record."""

    kind: Literal["person", "rule", "model", "program"]
    name: Text = Field(min_length=1)
    version: Text | None = None


class Origin(Value):
    """Where a record comes from."""

    activity: Text
    version: Text
    agent: Agent
    used: tuple[RecordId | BlobDigest, ...] = ()


class Record(Value):
    """An immutable fact with a content id.

    A subclass sets ``KIND``; it is part of the content that the id is derived from.
    """

    KIND: ClassVar[str]

    origin: Origin

    @cached_property
    def id(self) -> ContentId:
        """The record's content id, derived from kind and content."""
        return content_id(self.KIND, self.content())

    def content(self) -> dict[str, JsonValue]:
        """Return the record's fields as JSON values, without kind and id."""
        return self.model_dump(mode="json", by_alias=True)

    def canonical(self) -> bytes:
        """Return the canonical JSON of kind and content: the bytes that are stored and that the id hashes."""
        return canonical_json({**self.content(), "kind": self.KIND})

    def references(self) -> Iterator[str]:
        """Yield the ids and digests this record names, each once, in order of first appearance."""
        yield from dict.fromkeys(references(self))

    def replacing(self, **changes: object) -> Self:
        """Return a copy with fields changed and validated; the copy has another id."""
        return self.model_validate({**self.model_dump(by_alias=True), **changes})
