"""The basis of the browser tests: a server for each test file, a visitor with a real browser, and rules that hold on every page.

Tests do not ask for the rules. They hold for each visitor until the test ends: only the loopback interface is used, no script fails, no error is
written to the console, and the content security policy refuses nothing.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Playwright, expect

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / "artifacts"
TOOL = Path(os.environ["MARTLET_TOOL"])
FONTS = Path(__file__).resolve().parent / "fonts.conf"
SESSION = "martlet_session"
AXE = Axe().axe_script
# Milliseconds that an action or an expectation may take. It only ends what would never come: on a busy machine, a password alone takes ten seconds.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What depends on the colour scheme.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
IS_FULL = os.environ.get("MARTLET_TEST_FULL") == "1"
# How each page is looked at: as on a desk and as on a phone. At night, every width in both schemes.
WIDTHS = [1280, 820, 390]
LOOKS = [(width, scheme) for width in WIDTHS for scheme in ("light", "dark")] if IS_FULL else [(1280, "light"), (390, "dark")]
# Pictures are for people. They are taken when tests are run by their names, and at night. A test that fails always leaves one.
TAKES_PICTURES = IS_FULL or os.environ.get("MARTLET_TEST_PICTURES") == "1"


class Device:
    """Speaks the device protocol."""

    def __init__(self, server: "Server", identity: str):
        self.server, self.identity = server, identity
        line = next(line for line in server.lines if "SDK key" in line)
        self.headers = {"Content-Type": "application/json", "X-Martlet-Key": line.split()[-1]}
        answer = self.post("sync", {"events": []})
        self.headers["X-Martlet-Device-Credential"] = answer["device_credential"]

    def post(self, path: str, fields: dict) -> dict:
        body = {"version": 1, "device": {"id": self.identity}, "sent_at": int(time.time() * 1000), **fields}
        address = f"{self.server.address}/sdk/v1/{path}"
        request = urllib.request.Request(address, method="POST", data=json.dumps(body).encode(), headers=self.headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                # A busy server says how long devices should wait.
                if error.code != 503:
                    raise
                time.sleep(int(error.headers["Retry-After"]))

    def send(self, events: list[dict]) -> dict:
        return self.post("events", {"events": events})


class Server:
    """`martlet serve` on a port that the system chose, with a new data folder."""

    def __init__(self, *options: str, patience: float = 60):
        self.data = tempfile.mkdtemp(prefix="martlet-browser-")
        self.address = ""
        self.lines: list[str] = []
        self.sign_in_link = ""
        self.management_key = ""
        ready = threading.Event()
        self.process = subprocess.Popen(
            # The assets of tests come from this machine.
            [TOOL, "serve", "--data", self.data, "--port", "0", "--host", "127.0.0.1", "--asset-networks", "127.0.0.1", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

        def read():
            for line in self.process.stdout:
                self.lines.append(line.rstrip("\n"))
                match = re.search(r"(http://127\.0\.0\.1:\d+)/sign-in/\S+", line)
                if match and not self.sign_in_link:
                    self.address, self.sign_in_link = match[1], match[0]
                    ready.set()
            ready.set()

        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()
        self.unused_link = True
        # The session of a visitor who has left. The next visitor continues it.
        self.session: dict | None = None
        if not ready.wait(patience) or not self.sign_in_link:
            self.process.kill()
            self.process.wait()
            shutil.rmtree(self.data, ignore_errors=True)
            raise AssertionError(f"the server printed no link to sign in within {patience} s:\n{self.output()}")

    def new_link(self) -> str:
        """A link that signs in one more browser. It is created as operators do it: on the command line, while the server runs."""
        options = ["--data", self.data, "--port", self.address.rsplit(":", 1)[1], "--host", "127.0.0.1"]
        answer = subprocess.run([TOOL, "sign-in-link", *options], capture_output=True, text=True, timeout=30, check=True)
        return answer.stdout.strip()

    def device(self, identity: str) -> "Device":
        """A device that sends by itself what it is told to, as the SDK would."""
        return Device(self, identity)

    def manage(self, method: str, path: str, document: dict | None = None) -> dict:
        """Sends a request to the management API, as a program does. The first call creates the key."""
        if not self.management_key:
            options = ["--scope", "management", "--data", self.data]
            answer = subprocess.run([TOOL, "create-key", *options], capture_output=True, text=True, timeout=30, check=True)
            self.management_key = answer.stdout.strip().splitlines()[-1].strip()
        body = None if document is None else json.dumps(document).encode()
        headers = {"Authorization": f"Bearer {self.management_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/v1{path}", method=method, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path} was answered with {error.code}: {error.read().decode()}") from None

    def launch_campaign(self, **document) -> str:
        """Creates a campaign and launches it. Returns its id."""
        campaign = self.manage("POST", "/campaigns", document)["id"]
        self.manage("POST", f"/campaigns/{campaign}/launch")
        return campaign

    def output(self) -> str:
        return "\n".join(self.lines)

    def stop(self, patience: float = 20):
        """Asks the server to stop, as a service supervisor does, and fails unless it stops cleanly."""
        try:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
                try:
                    self.process.wait(patience)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()
                    raise AssertionError(f"the server did not end within {patience} s of SIGTERM:\n{self.output()}") from None
            if self.process.returncode != 0:
                raise AssertionError(f"the server ended with status {self.process.returncode}:\n{self.output()}")
        finally:
            self.reader.join(5)
            shutil.rmtree(self.data, ignore_errors=True)


class Visitor:
    """One person's browser window. `problems` collects violations of the rules that hold on every page. `finish` fails the test if there are any."""

    def __init__(
        self, browser: Browser, server: Server, width: int = 1280, height: int = 900, scheme: str = "light", motion: str = "reduce", script: bool = True,
        trusts_all: bool = False,
    ):
        self.server = server
        self.has_script = script
        self.problems: list[str] = []
        self.forgiven: list[re.Pattern] = []
        self.context = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion=motion,
            java_script_enabled=script,
            ignore_https_errors=trusts_all,
        )
        self.context.set_default_timeout(PATIENCE)
        # Chromium also writes refusals to the console, but only the event names the directive.
        self.context.add_init_script(
            "document.addEventListener('securitypolicyviolation', e => console.error('content security policy: ' + e.violatedDirective + ' refused ' + e.blockedURI))"
        )
        self.context.on("request", self._request)
        self.context.on("console", lambda message: message.type == "error" and self._problem(f"console: {message.text} ({message.location.get('url', '')})"))
        self.context.on("weberror", lambda error: self._problem(f"script failed: {error.error}"))
        self.page: Page = self.context.new_page()

    def _problem(self, text: str):
        if not any(pattern.search(text) for pattern in self.forgiven):
            self.problems.append(text)

    def _request(self, request):
        if not re.match(rf"(?:{re.escape(self.server.address)}(?:[/?#]|$)|data:|blob:|about:)", request.url):
            self.problems.append(f"talked to somebody else: {request.url}")

    def forgive(self, pattern: str):
        """For tests that provoke an error: problems that match the pattern are expected."""
        self.forgiven.append(re.compile(pattern))

    def sign_in(self, at: str = "") -> "Visitor":
        """Has a session from now on: a new one, or that of an earlier visitor who has left. `at` is the page where the story begins."""
        session, self.server.session = self.server.session, None
        if session:
            self.context.add_cookies([session])
        if not session or not self.context.request.get("/campaigns").ok:
            self.context.clear_cookies()
            link = self.server.sign_in_link if self.server.unused_link else self.server.new_link()
            self.server.unused_link = False
            # What the link's page does. test_sign_in goes this way with a browser.
            answer = self.context.request.post("/sign-in", form={"token": link.rsplit("/", 1)[1]}, headers={"Origin": self.server.address}, max_redirects=0)
            assert answer.status == 303 and self.context.cookies(), f"{answer.status}: {answer.text()}"
        if at:
            self.page.goto(at)
        return self

    def check_accessibility(self, part: str | None = None, colours_only: bool = False):
        """
        Fails on any violation of WCAG level A or AA on the current page, or on the part of it that a selector names. `colours_only` is enough in dark if
        the page was looked at in light, at the same width.
        """
        rules = {"type": "rule", "values": COLOUR_RULES} if colours_only and not IS_FULL else {"type": "tag", "values": LEVELS}
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(AXE)
        # Without `preload`, because it copies the style sheets of shadow roots into style elements, which the page's policy rightly refuses.
        # For rules that pass, only their number is returned. Everything that they checked would be larger than the page itself.
        answer = self.page.evaluate(
            "([part, options]) => axe.run(part ?? document, options).then(({ violations, passes }) => ({ violations, passes: passes.length }))",
            [part, {"runOnly": rules, "preload": False, "resultTypes": ["violations"]}],
        )
        for violation in answer["violations"]:
            # In previews and on phones of the lab, a message is drawn smaller than on a device, so the size of its targets does not count.
            if violation["id"] == "target-size":
                violation["nodes"] = [node for node in violation["nodes"] if "data-action" not in node["html"]]
        answer["violations"] = [violation for violation in answer["violations"] if violation["nodes"]]
        found = [
            f"{violation['id']} ({violation['impact']}): {violation['help']}\n"
            + "\n".join(f"      {node['html']}\n      {' '.join(node.get('failureSummary', '').split())}" for node in violation["nodes"])
            for violation in answer["violations"]
        ]
        # A picture has no colours that a rule could judge.
        assert answer["passes"] or colours_only, "axe looked at nothing"
        assert not found, f"accessibility of {self.page.url}:\n    " + "\n    ".join(found)

    def screenshot(self, name: str, full_page: bool = True):
        """Takes a picture for people to look at, if somebody will."""
        if TAKES_PICTURES:
            self.picture(name, full_page)

    def picture(self, name: str, full_page: bool = True) -> Path:
        """Saves a picture in the ignored folder `artifacts`."""
        ARTIFACTS.mkdir(exist_ok=True)
        path = ARTIFACTS / f"{name}.png"
        # The browser only paints a frame without an origin once it is scrolled into view. Until then it would be a hole in the picture.
        frame = self.page.locator(".device-scene iframe.web").first
        if frame.count() and frame.is_visible():
            frame.scroll_into_view_if_needed()
            frame.element_handle().content_frame().evaluate(
                "() => new Promise((painted) => { requestAnimationFrame(() => requestAnimationFrame(painted)); setTimeout(painted, 2_000) })"
            )
        self.page.screenshot(path=path, full_page=full_page)
        return path

    def look(self, name: str, colours_only: bool = False):
        """Takes a picture. Fails on any violation of accessibility, and on anything wider than the window."""
        self.screenshot(name)
        self.check_accessibility(colours_only=colours_only)
        self.fits(name)

    def fits(self, name: str):
        """Fails if anything is wider than the window."""
        sticking_out = self.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert sticking_out <= 0, f"{name} sticks out by {sticking_out} px"

    def finish(self):
        self.server.session = next((cookie for cookie in self.context.cookies() if cookie["name"] == SESSION), self.server.session)
        self.context.close()
        assert not self.problems, "rules that hold on every page were broken:\n    " + "\n    ".join(self.problems)


def free_port() -> int:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def launching(own_fonts: bool = False, predicts: bool = False) -> dict:
    """
    The options for launching the system's Chromium, so that it can only reach this machine. It uses the fonts of `fonts.conf`, or the machine's own.
    With `predicts`, it may connect ahead of requests. Only the full browser does that. The headless shell can do everything else and costs less.
    """
    shell = [] if predicts else ["chromium-headless-shell"]
    names = [os.environ.get("MARTLET_CHROMIUM"), *shell, "chromium", "chromium-browser", "google-chrome"]
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    if not path:
        raise SystemExit("browser tests: no Chromium was found; run scripts/bootstrap --browser, or name one in MARTLET_CHROMIUM")
    quiet = "--disable-background-networking"
    return {
        "executable_path": path,
        "env": {**os.environ, **({} if own_fonts else {"FONTCONFIG_FILE": str(FONTS)})},
        "args": ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"] + ([] if predicts else [quiet]),
        "ignore_default_args": [quiet] if predicts else None,
    }


def launch(playwright: Playwright, own_fonts: bool = False) -> Browser:
    return playwright.chromium.launch(**launching(own_fonts))
