"""loccit: web evidence that has been checked, in the place cited.

    discover -> review -> retrieve -> extract -> judge -> deliver -> cite

| stage    | takes                    | gives                              | the question it answers                  |
|----------|--------------------------|------------------------------------|------------------------------------------|
| discover | SearchTask               | Candidates, result rows, counters  | where might it be written?               |
| review   | Candidate, then the page | Selection, then Assessment         | worth reading? and, read, relevant?      |
| retrieve | Candidate + Selection    | Retrieval, bytes in the archive    | what did the server really send?         |
| extract  | Retrieval                | Document, Passages                 | what does a person see, and where?       |
| judge    | Claim + Documents        | EvidenceRecords, a Finding a claim | does the page carry this claim?          |
| deliver  | Findings                 | Handoff                            | what may the agent use, what is missing? |
| cite     | Answer draft + Handoff   | Citations, released answer         | does each sentence rest on its source?   |
"""

from loccit.version import __version__

__all__ = ["__version__"]
