"""A process that appends records and says what was acknowledged: run by tests, killed by some.

python append_records.py FOLDER NAME COUNT
"""

import sys
from pathlib import Path

from loccit.ids import digest
from loccit.records import Agent, Origin, Question
from loccit.store.workspace import Workspace


def main(folder: Path, name: str, count: int) -> None:
    origin = Origin(activity="test", version="1", agent=Agent(kind="program", name=name))
    with Workspace.open(folder) as workspace:
        for number in range(count):
            blob = f"{name} {number}".encode()
            question = Question(origin=origin.model_copy(update={"used": (digest(blob),)}), text=f"{name} {number}")
            workspace.store.put([question], blobs=[blob])
            print(question.id, digest(blob), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
