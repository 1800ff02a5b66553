"""Does the page carry this claim?

``rules`` judges without a model; ``combine`` makes one evidence record of the opinions on one page and one finding
of the evidence records on one claim; ``find`` ranks the passages of a page; ``pairs`` judges plain text.
"""
