"""Runs the browser tests: every function `test_*` of every file `test_*.py` here. Arguments are parts of names. Without any, all tests run.

  --picture  runs no test: it updates the README's picture
  --record   keeps how long each file took in `seconds.json`, so that the next runs begin with the longest

A test takes `server` (one per file, so that the tests of a file tell a story in order) and `visit`, which opens a window: `visit(width=390, scheme="dark")`.
A few processes run one file after another, each with a browser of its own. There is one more of them than there are cores, because tests also wait.
`MARTLET_TEST_BROWSERS=1` runs one file at a time. `MARTLET_TEST_PICTURES=1` takes the pictures that people look at: without it, only tests that are run
by their names do, and those that fail. Ends with a line 'N passed, N failed', and with status 1 if any test failed or none ran.
"""

import contextlib
import faulthandler
import importlib
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

import picture
from harness import TOOL, Server, Visitor, launch
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
# Seconds. A test takes a few. Without a limit, a test that hangs would hang for ever.
LIMIT = 180
SECONDS = HERE / "seconds.json"
# Each process has a browser with many processes.
MOST_AT_ONCE = 4


class Worker:
    """A process with a browser, which runs files. After a test that hangs, another process takes its place."""

    def __init__(self):
        self.process: subprocess.Popen | None = None

    def run(self, stem: str, names: list[str]) -> tuple[int, int]:
        """Runs the tests of a file and shows their output as it comes."""
        if not self.process or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        print(json.dumps([stem, names]), file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            if sums := re.fullmatch(r"(\d+) passed, (\d+) failed\n", line):
                return int(sums[1]), int(sums[2])
            print(line, end="", flush=True)
        print(f"FAIL  {stem} did not come to its end (status {self.process.wait()})", flush=True)
        self.process = None
        return 0, 1

    def end(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


def work():
    """What a worker's process does: it runs the files that it is told, each with a new server and all with one browser."""
    with sync_playwright() as playwright:
        browser = None
        for line in sys.stdin:
            stem, names = json.loads(line)
            browser = browser if browser and browser.is_connected() else launch(playwright)
            passed, failed = run_file(stem, names, browser)
            for context in browser.contexts:
                context.close()
            # Whatever made a test fail must not make others fail.
            if failed:
                browser.close()
            print(f"{passed} passed, {failed} failed", flush=True)
        if browser:
            browser.close()


def run_file(stem: str, names: list[str], browser: Browser) -> tuple[int, int]:
    passed = failed = 0

    def outcome(name: str, start: float, error: BaseException | None):
        nonlocal passed, failed
        passed, failed = passed + (error is None), failed + (error is not None)
        print(f"{'pass' if error is None else 'FAIL'}  {stem}.{name}  {time.monotonic() - start:.1f} s", flush=True)
        if error is not None:
            # Show where in the tests it failed. The libraries' own frames add nothing.
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == HERE]
            print("".join(traceback.format_list(frames) + traceback.format_exception_only(error)).split("Aria snapshot:")[0], flush=True)

    start = time.monotonic()
    try:
        module = importlib.import_module(stem)
        server = Server()
    except Exception as error:
        outcome("(server starts)", start, error)
        return 0, 1
    for name in names:
        start, error, visitors = time.monotonic(), None, []

        def visit(**options) -> Visitor:
            visitors.append(Visitor(browser, server, **options))
            return visitors[-1]

        def give_up():
            print(f"FAIL  {stem}.{name} hangs; nothing else of this file is run", flush=True)
            faulthandler.dump_traceback(all_threads=True)
            server.process.kill()
            os._exit(1)

        watchdog = threading.Timer(LIMIT, give_up)
        watchdog.daemon = True
        watchdog.start()
        try:
            getattr(module, name)(server, visit)
        except Exception as problem:
            error = problem
            for number, visitor in enumerate(visitors, 1):
                try:
                    print("see", visitor.picture(f"failed-{stem}.{name}-{number}"))
                except Exception as other:
                    print("no screenshot:", other)
        for visitor in visitors:
            try:
                visitor.finish()
            except Exception as problem:
                error = error or problem
        watchdog.cancel()
        outcome(name, start, error)
    start = time.monotonic()
    try:
        server.stop()
    except Exception as error:
        outcome("(server ends)", start, error)
    if failed:
        print("the server's output:", *server.lines, sep="\n    ")
    return passed, failed


def wanted_tests(parts: list[str]) -> dict[str, list[str]]:
    """The names of the wanted tests by file, the longest file first. A file whose time is not known may be the longest."""
    seconds = json.loads(SECONDS.read_text()) if SECONDS.exists() else {}
    tests = {}
    for path in sorted(HERE.glob("test_*.py"), key=lambda path: (-seconds.get(path.stem, LIMIT), path.stem)):
        names = re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
        if names := [name for name in names if not parts or any(part in f"{path.stem}.{name}" for part in parts)]:
            tests[path.stem] = names
    return tests


def run_all(tests: dict[str, list[str]]) -> tuple[int, int, dict[str, float]]:
    """Returns how many tests passed and failed, and how many seconds each file took."""
    waiting, sums, seconds = queue.SimpleQueue(), [], {}
    for test in tests.items():
        waiting.put(test)

    def run_some():
        worker = Worker()
        with contextlib.suppress(queue.Empty):
            while True:
                stem, names = waiting.get_nowait()
                start = time.monotonic()
                sums.append(worker.run(stem, names))
                seconds[stem] = time.monotonic() - start
        worker.end()

    count = int(os.environ.get("MARTLET_TEST_BROWSERS") or min(MOST_AT_ONCE, (os.cpu_count() or 1) + 1))
    threads = [threading.Thread(target=run_some) for _ in range(min(count, len(tests)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(one for one, _ in sums), sum(one for _, one in sums), seconds


def main() -> int:
    options = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    if options == {"--worker"}:
        work()
        return 0
    if unknown := options - {"--picture", "--record"}:
        print(f"browser tests: unknown option {unknown.pop()} (known: --picture, --record)")
        return 1
    if not TOOL.exists():
        print(f"browser tests: {TOOL} is not there; run: scripts/build Server --product martlet")
        return 1
    if "--picture" in options:
        with sync_playwright() as playwright:
            print("made", picture.take(launch(playwright, own_fonts=True)))
        return 0
    parts = [argument for argument in sys.argv[1:] if argument not in options]
    if parts:
        # Workers inherit it.
        os.environ.setdefault("MARTLET_TEST_PICTURES", "1")
    passed, failed, seconds = run_all(wanted_tests(parts))
    if "--record" in options:
        longest_first = sorted(seconds.items(), key=lambda item: -item[1])
        SECONDS.write_text(json.dumps({stem: round(taken) for stem, taken in longest_first}, indent=1) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
