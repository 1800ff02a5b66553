"""Selectors of the web engines, one module each, dated by the pages they were read off."""
