"""For authors of plug-ins: what every implementation of a protocol promises, as checks to run in one's own tests."""
