"""Is a source worth reading, and, read, is it relevant? Who says so, and when."""
