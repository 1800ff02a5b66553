"""Run migrations on the connection that the store hands over, within its transaction."""

from alembic import context

from loccit.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
