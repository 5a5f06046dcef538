"""Tests of the night itself, with experiments that take no time."""

import importlib.machinery
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(__file__).with_name("run")


def load():
    """Imports the script, which has no name that Python would find."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("night", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("night", loader))
    # Dataclasses look their module up.
    sys.modules["night"] = module
    loader.exec_module(module)
    return module


night = load()


def experiment(name, command, part_seconds=0.0, figures=()):
    return night.Experiment(name, "a test", 1, command, part_seconds, figures)


class NightTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.report = pathlib.Path(folder.name) / "deep" / "night.md"

    def run_night(self, *experiments, seconds=0.0):
        code = night.Night(list(experiments), seconds / 3600, 7, self.report).run()
        return code, self.report.read_text(encoding="utf-8")

    def test_each_runs_once_at_least_and_has_a_seed_of_its_own(self):
        figures = (("seeds", r"seed (\d+)"),)
        code, report = self.run_night(
            experiment("one", "/bin/echo seed {seed}", figures=figures),
            experiment("two", "/bin/echo seed {seed}", figures=figures))
        self.assertEqual(code, 0)
        self.assertIn("| one | a test | 1 | 7 seeds | 0 s | nothing found |", report)
        self.assertIn("| two | a test | 1 | 8 seeds | 0 s | nothing found |", report)
        self.assertIn("    $ /bin/echo seed 8    # 0 after 0 s", report)

    def test_a_part_that_would_not_fit_is_not_begun(self):
        _, report = self.run_night(experiment("one", "/bin/true", 3600), seconds=60)
        self.assertIn("| one | a test | 1 |", report)

    def test_the_time_is_used(self):
        begun = time.monotonic()
        code, report = self.run_night(experiment("one", "/bin/true"), seconds=0.2)
        self.assertGreaterEqual(time.monotonic() - begun, 0.1)
        self.assertEqual(code, 0)
        self.assertGreater(report.count("$ /bin/true"), 1)

    def test_what_fails_is_told_and_stops_no_other(self):
        code, report = self.run_night(
            experiment("gone", "/nowhere/program"),
            experiment("wrong", "/bin/false"),
            experiment("right", "/bin/true"))
        self.assertEqual(code, 1)
        for name, verdict in [("gone", "**found something**"), ("wrong", "**found something**"),
                              ("right", "nothing found")]:
            row = next(line for line in report.splitlines() if line.startswith(f"| {name} "))
            self.assertIn(verdict, row)

    def test_the_seconds_of_fuzzing_are_divided(self):
        self.assertGreater(night.fuzz_target_count(), 10)

    def test_an_interruption_ends_what_runs_and_leaves_a_report(self):
        child = subprocess.Popen([sys.executable, __file__, SLEEPING, self.report],
                                 stdout=subprocess.DEVNULL)
        while not sleeping(child.pid):
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(), 130)
        report = self.report.read_text(encoding="utf-8")
        self.assertIn("**It was interrupted.**", report)
        self.assertIn("| second | a test | 0 |  | 0 s | not run |", report)

    def test_the_table_is_run_by_name(self):
        listed = subprocess.run([SCRIPT, "--list"], text=True, stdout=subprocess.PIPE, check=True)
        names = [line.split()[0] for line in listed.stdout.splitlines()]
        self.assertEqual(names, [row.name for row in night.EXPERIMENTS])
        wrong = subprocess.run([SCRIPT, "--only", "nothing"], stderr=subprocess.PIPE, check=False)
        self.assertEqual(wrong.returncode, 2)


def sleeping(process):
    """Whether a process has begun the program that sleeps."""
    for entry in os.listdir("/proc"):
        try:
            status = pathlib.Path("/proc", entry, "stat").read_text(encoding="utf-8")
        except OSError:
            continue
        name, fields = status.rsplit(")", 1)
        if name.endswith("(sleep") and int(fields.split()[1]) == process:
            return True
    return False


# The word by which this file, run as a program, is a night whose first experiment takes long.
SLEEPING = "--sleeping-night"

if __name__ == "__main__":
    if sys.argv[1:2] == [SLEEPING]:
        rows = [experiment("first", "/bin/sleep 600"), experiment("second", "/bin/true")]
        sys.exit(night.Night(rows, 1, 7, pathlib.Path(sys.argv[2])).run())
    unittest.main()
