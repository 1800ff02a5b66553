"""Indexes by which the readings of an address are found; nothing is stored anew."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_BODY = "CAST(body AS TEXT)"
_READ = f"kind = 'loccit/retrieval@1' AND json_valid({_BODY}) AND json_extract({_BODY}, '$.outcome') = 'ok'"


def upgrade() -> None:
    """Make the indexes."""
    for name, path in (("record_first_url", "$.hops[0].url"), ("record_final_url", "$.final_url")):
        op.execute(f"CREATE INDEX {name} ON record (json_extract({_BODY}, '{path}'), seq) WHERE {_READ}")


def downgrade() -> None:
    """Remove them."""
    op.drop_index("record_first_url")
    op.drop_index("record_final_url")
