"""Migrations of the SQLite file, run by ``loccit.store.database`` when a file is not current."""
