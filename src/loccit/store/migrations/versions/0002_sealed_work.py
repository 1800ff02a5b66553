"""A seal beside each finished step; steps that were finished before are sealed as they stand."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_WORK = sa.table("work", sa.column("key"), sa.column("result"), sa.column("seal"))


def upgrade() -> None:
    """Add the column and fill it; the trigger that forbids it is away meanwhile."""
    op.add_column("work", sa.Column("seal", sa.Text, nullable=False, server_default=""))
    op.execute("DROP TRIGGER work_no_update")
    connection = op.get_bind()
    for key, result in connection.execute(sa.select(_WORK.c.key, _WORK.c.result)).all():
        content = json.dumps({"key": key, "result": result}, separators=(",", ":"), ensure_ascii=False)
        seal = "sha256:" + hashlib.sha256(content.encode()).hexdigest()
        connection.execute(_WORK.update().where(_WORK.c.key == key).values(seal=seal))
    op.execute(
        "CREATE TRIGGER work_no_update BEFORE UPDATE ON work BEGIN SELECT RAISE(ABORT, 'work is append-only'); END"
    )


def downgrade() -> None:
    """Refuse: what was altered since would not be told from what was not."""
    raise NotImplementedError("the seals can't be undone")
