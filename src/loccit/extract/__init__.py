"""Extract: what does a person see on the page, and where?"""
