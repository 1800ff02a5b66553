"""Where records, blobs and the ledger over them are kept: one SQLite file and a folder of blobs.

``workspace`` opens the folder that holds everything; ``verify`` checks all that is stored.
"""
