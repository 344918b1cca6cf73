"""WebKit, the engine of iOS, as far as Debian has it: WebKitGTK's own small browser on a virtual display, driven by the WebDriver protocol."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

from harness import PATIENCE, free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class WebKit:
    """One window. `is_there()` says whether WebKit is available. It may be missing on systems that are not based on Debian."""

    @staticmethod
    def is_there() -> bool:
        return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))

    def __init__(self, trusts_all: bool = False):
        """With `trusts_all`, the browser accepts every certificate."""
        self.capabilities = {"acceptInsecureCerts": True} if trusts_all else {}

    def __enter__(self) -> "WebKit":
        reading, writing = os.pipe()
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb gave no display"
        self.port = free_port()
        environment = dict(os.environ, DISPLAY=f":{number}", LIBGL_ALWAYS_SOFTWARE="1")
        # As for Chromium: the tests run as root, in containers.
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={self.port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = ""
        try:
            self.session = self.until(self._begin, "WebKit's driver began no session")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.session:
            self._ask("DELETE", f"/session/{self.session}", quiet=True)
        for process in (self.driver, self.display):
            process.terminate()
            process.wait(20)

    def _begin(self) -> str | None:
        try:
            return self._ask("POST", "/session", {"capabilities": {"alwaysMatch": self.capabilities}})["sessionId"]
        except urllib.error.URLError:
            return None

    def _ask(self, method: str, path: str, document: dict | None = None, quiet: bool = False):
        body = json.dumps(document or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method, data=body, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            problem = error.read().decode()
            if quiet:
                return None
            raise AssertionError(f"{method} {re.sub('[0-9a-f-]{36}', '…', path)}: {problem}") from None

    def ask(self, method: str, path: str, document: dict | None = None, quiet: bool = False):
        return self._ask(method, f"/session/{self.session}{path}", document, quiet)

    def goto(self, address: str):
        self.ask("POST", "/url", {"url": address})

    def run(self, script: str, *arguments):
        """The value that the script returns, or the value of its promise."""
        return self.ask("POST", "/execute/async", {"script": f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {script} }})(...arguments).then(done, (error) => done('failed: ' + error))", "args": list(arguments)})

    def element(self, script: str) -> dict | None:
        """What the script finds. None if there is nothing, or if it went away before the driver had a name for it."""
        try:
            found = self.ask("POST", "/execute/sync", {"script": f"return ({script}) ?? null", "args": []})
        except AssertionError as problem:
            if "stale element reference" not in str(problem):
                raise
            return None
        return found if isinstance(found, dict) and ELEMENT in found else None

    def press_in(self, frame: dict, selector: str):
        """Clicks on something in a frame, as a person does."""
        self.ask("POST", "/frame", {"id": frame})
        target = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        self.ask("POST", f"/element/{target[ELEMENT]}/click")
        self.ask("POST", "/frame", {"id": None})

    def run_in(self, frame: dict, script: str):
        """The value that the script returns in a frame. None if the frame is gone."""
        try:
            self.ask("POST", "/frame", {"id": frame})
            return self.ask("POST", "/execute/sync", {"script": script, "args": []})
        except AssertionError:
            return None
        finally:
            self.ask("POST", "/frame", {"id": None})

    @property
    def windows(self) -> int:
        return len(self.ask("GET", "/window/handles"))

    @property
    def question(self) -> str | None:
        """The text of an open dialog, which is then dismissed."""
        words = self.ask("GET", "/alert/text", quiet=True)
        if words is not None:
            self.ask("POST", "/alert/dismiss", quiet=True)
        return words

    @staticmethod
    def until(look, problem: str, patience: float = PATIENCE / 1000):
        end = time.monotonic() + patience
        while True:
            if found := look():
                return found
            assert time.monotonic() < end, problem
            time.sleep(0.05)
