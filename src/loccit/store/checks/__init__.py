"""The checks of ``loccit.store.verify``, one module a kind of thing that is stored."""
