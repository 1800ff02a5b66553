"""Cite: does each sentence of an answer rest on what it cites? Takes a draft and a handoff, gives citations."""
