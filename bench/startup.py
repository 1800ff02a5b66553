"""Start-up: ``loccit --version`` against ``python -c pass``, in turn, as a ratio of medians (goal: at most 8)."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
GOAL = 8.0
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "loccit --version": [str(Path(sys.executable).with_name("loccit")), "--version"],
    "loccit --help": [str(Path(sys.executable).with_name("loccit")), "--help"],
}


def main() -> None:
    """Print the medians and their ratio to the first."""
    taken_s: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            taken_s[name].append(time.perf_counter() - started)
    medians_s = {name: statistics.median(times) for name, times in taken_s.items()}
    floor_s = medians_s["python -c pass"]
    for name, median_s in medians_s.items():
        print(f"{name:<18} {median_s * 1000:7.1f} ms  {median_s / floor_s:5.2f} x")
    reached = medians_s["loccit --version"] / floor_s <= GOAL
    print(f"goal for loccit --version: at most {GOAL:.0f} x: {'reached' if reached else 'MISSED'}")


if __name__ == "__main__":
    main()
