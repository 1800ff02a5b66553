"""Citation formats: for each one a reader and a writer, two pure functions."""
