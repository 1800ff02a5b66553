"""The version of the program, written into every record it makes."""

__version__ = "0.1.0"
