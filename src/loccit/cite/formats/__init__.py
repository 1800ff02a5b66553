"""Formats of answers: one module each, with ``name``, ``looks_like``, ``read`` and ``write``."""
