"""Faces of the program: they read what a person or a program gives, call the pipeline and present its records."""
