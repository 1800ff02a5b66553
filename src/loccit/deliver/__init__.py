"""Deliver: what an agent may use, and what is missing. Takes findings, gives a handoff."""
