"""How `scripts/test` runs its steps, and that docs/testing.md has them all."""

import contextlib
import importlib.util
import io
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import steps  # noqa: E402
from steps import Step  # noqa: E402

loader = SourceFileLoader("scripts_test", str(ROOT / "scripts/test"))
tests = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = tests
loader.exec_module(tests)


class Steps(unittest.TestCase):
    def run_steps(self, *list_of_steps: Step) -> tuple[int, str]:
        output = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(output):
            steps.LOGS = Path(folder)
            steps.schedule(list(list_of_steps))
            status = steps.report(list(list_of_steps), 0)
        return status, output.getvalue()

    def test_one_run_shows_every_failure_and_runs_nothing_that_cannot_pass(self):
        status, output = self.run_steps(
            Step("a", "", ["true"]),
            Step("b", "", ["sh", "-c", "echo error: B is wrong; exit 3"], ["a"]),
            Step("c", "", ["true"], ["b"]),
            Step("d", "", ["false"], ["a"]),
            Step("e", "", ["sh", "-c", "echo 5 tests"], ["a"]),
        )
        self.assertEqual(status, 1)
        self.assertIn("c: not run, because b did not pass", output)
        self.assertTrue(output.endswith("error: B is wrong\ntest: FAILED: b (FAILED), c (not run), d (FAILED)\n2 passed, 3 failed\n"), output)

    def test_a_step_waits_for_what_uses_the_same_folder_even_if_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            status, output = self.run_steps(
                Step("later", "", ["test", "-e", f"{folder}/made"], after="first"),
                Step("first", "", ["sh", "-c", f"touch {folder}/made; exit 1"]),
            )
        self.assertIn("1 passed, 1 failed", output)
        self.assertIn("FAILED: first (FAILED)", output)

    def test_all_steps_pass_with_status_0(self):
        self.assertEqual(self.run_steps(Step("a", "", ["true"], weight=2), Step("b", "", ["true"], nice=10))[0], 0)

    def test_a_step_has_its_own_environment(self):
        self.assertEqual(self.run_steps(Step("a", "", ["sh", "-c", "test $A = 1"], environment={"A": "1"}))[0], 0)

    @unittest.skipUnless(sys.platform == "linux", "It looks into /proc.")
    def test_what_a_step_started_ends_when_the_run_is_stopped(self):
        with tempfile.TemporaryDirectory() as folder:
            code = (
                "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import steps; steps.LOGS = pathlib.Path(sys.argv[2]);"
                "sys.exit(steps.run([steps.Step('a', '', ['sh', '-c', 'sleep 600 & echo $!; wait'])]))"
            )
            program = subprocess.Popen([sys.executable, "-c", code, str(ROOT / "scripts"), folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            log = Path(folder, "a.log")
            while program.poll() is None and not (log.exists() and log.read_text().endswith("\n")):
                time.sleep(0.01)
            child = int(log.read_text())
            program.send_signal(signal.SIGTERM)
            self.assertNotEqual(program.wait(), 0)
            # A signal takes its time. Whoever adopts the child may not have looked yet: then it is a zombie.
            state = Path(f"/proc/{child}/stat")
            for _ in range(6_000):
                if not state.exists() or ") Z " in state.read_text():
                    return
                time.sleep(0.01)
            self.fail("the child still runs")

    def test_the_document_has_the_steps(self):
        document = (ROOT / "docs/testing.md").read_text()
        rows = re.search(r"<!-- steps:begin -->\n\|[^\n]*\n\|[^\n]*\n(.*)<!-- steps:end -->", document, re.S)[1].splitlines()
        self.assertEqual(rows, [f"| {step.name} | {step.proves} | `{' '.join(step.command)}` |" for step in tests.STEPS])

    def test_steps_of_the_night_run_when_all_is_run_and_when_they_are_named(self):
        nightly = {step.name for step in tests.STEPS if step.nightly}
        self.assertTrue(nightly)
        self.assertFalse(nightly & {step.name for step in tests.wanted([])})
        self.assertEqual(tests.wanted([], is_full=True), tests.STEPS)
        for name in nightly:
            self.assertEqual(tests.wanted([name])[-1].name, name)

    def test_needs_are_steps_that_come_before(self):
        for index, step in enumerate(tests.STEPS):
            before = {other.name for other in tests.STEPS[:index]}
            self.assertTrue({*step.needs, *filter(None, [step.after])} <= before, step.name)


if __name__ == "__main__":
    unittest.main()
