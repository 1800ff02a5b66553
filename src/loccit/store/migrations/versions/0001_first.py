"""Records, references, ledger, work, blobs and leases.

A migration keeps its own picture of the tables: it must stay true when ``schema`` moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_STRICT = {"sqlite_strict": True}
_KEYED = {"sqlite_strict": True, "sqlite_with_rowid": False}
_APPEND_ONLY = ("record", "reference", "ledger", "work", "blob")


def upgrade() -> None:
    """Create the tables and the triggers that keep them append-only."""
    op.create_table(
        "record",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("id", name="record_id"),
        **_STRICT,
    )
    op.create_index("record_kind", "record", ["kind", "seq"])
    op.create_table(
        "reference",
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("source", sa.Integer, sa.ForeignKey("record.seq"), primary_key=True, autoincrement=False),
        **_KEYED,
    )
    op.create_table(
        "ledger",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("record", name="ledger_record"),
        sa.UniqueConstraint("previous", name="ledger_previous"),
        sa.UniqueConstraint("hash", name="ledger_hash"),
        **_STRICT,
    )
    op.create_table(
        "work", sa.Column("key", sa.Text, primary_key=True), sa.Column("result", sa.Text, nullable=False), **_KEYED
    )
    op.create_table(
        "blob",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        **_KEYED,
    )
    op.create_table(
        "lease",
        sa.Column("item", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text, nullable=False),
        **_KEYED,
    )
    for table in _APPEND_ONLY:
        for change in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change} BEFORE {change.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def downgrade() -> None:
    """Refuse: stored records are never thrown away."""
    raise NotImplementedError("the first revision can't be undone")
