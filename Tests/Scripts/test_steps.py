"""How `scripts/test` runs its steps, and that docs/testing.md has them all."""

import contextlib
import importlib.util
import io
import re
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
loader = SourceFileLoader("steps", str(ROOT / "scripts/test"))
tests = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = tests
loader.exec_module(tests)


class Steps(unittest.TestCase):
    def run_steps(self, *steps: "tests.Step") -> tuple[int, str]:
        output = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(output):
            tests.LOGS, tests.BY_NAME = Path(folder), {step.name: step for step in steps}
            tests.run(list(steps), {"PATH": "/usr/bin:/bin"})
            status = tests.report(list(steps), 0)
        return status, output.getvalue()

    def test_one_run_shows_every_failure_and_runs_nothing_that_cannot_pass(self):
        status, output = self.run_steps(
            tests.Step("a", "", ["true"]),
            tests.Step("b", "", ["sh", "-c", "echo error: B is wrong; exit 3"], ["a"]),
            tests.Step("c", "", ["true"], ["b"]),
            tests.Step("d", "", ["false"], ["a"]),
            tests.Step("e", "", ["sh", "-c", "echo 5 tests"], ["a"]),
        )
        self.assertEqual(status, 1)
        self.assertIn("c: not run, because b did not pass", output)
        self.assertTrue(output.endswith("error: B is wrong\ntest: FAILED: b (FAILED), c (not run), d (FAILED)\n2 passed, 3 failed\n"), output)

    def test_a_step_waits_for_what_uses_the_same_folder_even_if_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            status, output = self.run_steps(
                tests.Step("later", "", ["test", "-e", f"{folder}/made"], after="first"),
                tests.Step("first", "", ["sh", "-c", f"touch {folder}/made; exit 1"]),
            )
        self.assertIn("1 passed, 1 failed", output)
        self.assertIn("FAILED: first (FAILED)", output)

    def test_all_steps_pass_with_status_0(self):
        self.assertEqual(self.run_steps(tests.Step("a", "", ["true"], weight=2), tests.Step("b", "", ["true"], nice=10))[0], 0)

    def test_the_document_has_the_steps(self):
        document = (ROOT / "docs/testing.md").read_text()
        rows = re.search(r"<!-- steps:begin -->\n\|[^\n]*\n\|[^\n]*\n(.*)<!-- steps:end -->", document, re.S)[1].splitlines()
        self.assertEqual(rows, [f"| {step.name} | {step.proves} | `{' '.join(step.command)}` |" for step in tests.STEPS])

    def test_needs_are_steps_that_come_before(self):
        for index, step in enumerate(tests.STEPS):
            before = {other.name for other in tests.STEPS[:index]}
            self.assertTrue({*step.needs, *filter(None, [step.after])} <= before, step.name)


if __name__ == "__main__":
    unittest.main()
