"""Runs the browser tests: every function `test_*` of every file `test_*.py` here. Arguments are parts of names. Without any, all tests run.
`--picture` runs no test: it updates the README's picture.

A test takes `server` (one per file, so that the tests of a file tell a story in order) and `visit`, which opens a window: `visit(width=390, scheme="dark")`.
Each file runs in a separate process with its own browser. One more file than there are cores runs at a time, because tests also wait.
`MARTLET_TEST_BROWSERS=1` runs one file after another. Ends with a line 'N passed, N failed', and with status 1 if any test failed or none ran.
"""

import faulthandler
import importlib
import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import picture
from harness import TOOL, Server, Visitor, launch
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
# Seconds. A test takes a few. Without a limit, a test that hangs would hang for ever.
LIMIT = 180
# The slowest files. They start first, so that none of them runs alone at the end.
LONG = ["test_html", "test_lab_kinds", "test_ways_out", "test_author", "test_pages", "test_sandbox", "test_lists", "test_try_out", "test_lab", "test_webkit"]
# Each file has a browser with many processes.
MOST_AT_ONCE = 4


def tests_of(path: Path, wanted: list[str]) -> list[tuple[str, Callable]]:
    module = importlib.import_module(path.stem)
    tests = [(name, test) for name, test in vars(module).items() if name.startswith("test_") and callable(test)]
    return [(name, test) for name, test in tests if not wanted or any(part in f"{path.stem}.{name}" for part in wanted)]


def run_file(path: Path, tests: list[tuple[str, Callable]], browser) -> tuple[int, int]:
    passed = failed = 0

    def outcome(name: str, start: float, error: BaseException | None):
        nonlocal passed, failed
        passed, failed = passed + (error is None), failed + (error is not None)
        print(f"{'pass' if error is None else 'FAIL'}  {path.stem}.{name}  {time.monotonic() - start:.1f} s", flush=True)
        if error is not None:
            # Show where in the tests it failed. The libraries' own frames add nothing.
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == HERE]
            print("".join(traceback.format_list(frames) + traceback.format_exception_only(error)).split("Aria snapshot:")[0], flush=True)

    start = time.monotonic()
    try:
        server = Server()
    except Exception as error:
        outcome("(server starts)", start, error)
        return passed, failed
    for name, test in tests:
        start, error, visitors = time.monotonic(), None, []

        def visit(**options) -> Visitor:
            visitors.append(Visitor(browser, server, **options))
            return visitors[-1]

        def give_up():
            print(f"FAIL  {path.stem}.{name} hangs; nothing else is run", flush=True)
            faulthandler.dump_traceback(all_threads=True)
            server.process.kill()
            os._exit(1)

        watchdog = threading.Timer(LIMIT, give_up)
        watchdog.daemon = True
        watchdog.start()
        try:
            test(server, visit)
        except Exception as problem:
            error = problem
            for number, visitor in enumerate(visitors, 1):
                try:
                    print("see", visitor.screenshot(f"failed-{path.stem}.{name}-{number}"))
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


def run_here(path: Path, wanted: list[str]) -> int:
    """Runs one file in this process."""
    passed = failed = 0
    if tests := tests_of(path, wanted):
        with sync_playwright() as playwright:
            browser = launch(playwright)
            passed, failed = run_file(path, tests, browser)
            browser.close()
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def run_apart(path: Path, wanted: list[str]) -> tuple[int, int]:
    """Runs one file in a separate process and shows its output as it comes."""
    process = subprocess.Popen(
        [sys.executable, __file__, f"--file={path.stem}", *wanted], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    sums = None
    for line in process.stdout:
        sums = re.fullmatch(r"(\d+) passed, (\d+) failed\n", line)
        if not sums:
            print(line, end="", flush=True)
    process.wait()
    if not sums:
        print(f"FAIL  {path.stem} did not come to its end (status {process.returncode})", flush=True)
        return 0, 1
    return int(sums[1]), int(sums[2])


def main() -> int:
    if not TOOL.exists():
        print(f"browser tests: {TOOL} is not there; run: scripts/build Server --product martlet")
        return 1
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if options == ["--picture"]:
        with sync_playwright() as playwright:
            print("made", picture.take(launch(playwright, own_fonts=True)))
        return 0
    if options:
        return run_here(HERE / (options[0].removeprefix("--file=") + ".py"), wanted)
    files = sorted(HERE.glob("test_*.py"), key=lambda path: (LONG.index(path.stem) if path.stem in LONG else len(LONG), path.stem))
    at_once = min(MOST_AT_ONCE, (os.cpu_count() or 1) + 1)
    with ThreadPoolExecutor(int(os.environ.get("MARTLET_TEST_BROWSERS") or at_once)) as pool:
        sums = list(pool.map(lambda path: run_apart(path, wanted), files))
    passed, failed = sum(one for one, _ in sums), sum(one for _, one in sums)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
