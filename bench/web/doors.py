"""Measures both doors by the same client in alternating runs on one store: notelet-bench, one call
at a time on each of 64 connections.

    doors.py [PAIRS]        10 without it
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[2] / ".build" / "release" / "notelet-bench"
DOORS = {"ttrpc": ["--depth", "1"], "HTTP": ["--web"]}


def run(store: str, workload: str, door: str) -> dict:
    """One measurement of 3 s: what came of its calls."""
    done = subprocess.run(
        [BENCH, "run", "--store", store, "--workload", workload, "--connections", "64",
         "--page-size", "50", "--seconds", "3", "--warm-up", "1", "--json", "--quiet",
         *DOORS[door]],
        capture_output=True, text=True, check=True,
    )
    return json.loads(done.stdout)["operations"][0]


def interval(values: list[float]) -> str:
    """The median, and the order statistics that it lies between in 95 of 100 cases."""
    ordered, count = sorted(values), len(values)
    # Of the binomial distribution, as tables of the sign test have it; for 20 the 6th and 15th.
    margin = max(0, int(count / 2 - 0.98 * count ** 0.5))
    low, high = ordered[margin], ordered[count - 1 - margin]
    return f"{statistics.median(values):.3f} ({low:.3f} to {high:.3f})"


def main(pairs: int):
    """Measures in pairs, and prints the medians and the ratio."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        store = f"{folder}/store"
        subprocess.run([BENCH, "preload", "--store", store, "--users", "1000", "--messages",
                        "60000", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        for workload in ["history", "send"]:
            seen = {door: [] for door in DOORS}
            for _ in range(pairs):
                for door, found in seen.items():
                    found.append(run(store, workload, door))
            for door, found in seen.items():
                rate = statistics.median(each["perSecond"] for each in found)
                most = statistics.median(each["latencyNanoseconds"]["p99"] for each in found)
                print(f"{workload:8} {door:6} {rate:9.0f} a second, p99 {most / 1e6:.2f} ms")
            ratios = [web["perSecond"] / framed["perSecond"]
                      for framed, web in zip(seen["ttrpc"], seen["HTTP"])]
            print(f"{workload:8} HTTP by ttrpc {interval(ratios)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
