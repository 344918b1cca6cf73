"""WebKit, the engine of Apple's systems, as far as Debian has it (WebKitGTK), with what the SDK gives a web view for a page. The texts are those that the
SDK's tests record in `Tests/Fixtures/page-script.json`.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path


def open_display() -> subprocess.Popen:
    """A virtual display for windows that nobody looks at."""
    reading, writing = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "500x900x24", "-nolisten", "tcp"],
        pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb gave no display"
    # The tests run as root, in containers.
    os.environ.update(DISPLAY=f":{number}", GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", NO_AT_BRIDGE="1")
    return display


DISPLAY = open_display()

import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("Soup", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, Soup, WebKit2  # noqa: E402

TEXTS = json.loads((Path(__file__).resolve().parents[1] / "Fixtures/page-script.json").read_text())
WORLD = "martlet"
# A busy machine may need many times as long as yours.
PATIENCE = 120


def until(look, problem: str, patience: float = PATIENCE):
    """Runs the main loop until the answer is true, and gives it back."""
    loop, end = GLib.MainContext.default(), time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < end, problem
        if not loop.iteration(False):
            time.sleep(0.002)
    return found


def compile_rules(text: str):
    """The compiled rules, or the error of WebKit's own compiler."""
    answers = []

    def take(store, result):
        try:
            answers.append(store.save_finish(result))
        except GLib.Error as refused:
            answers.append(refused)

    with tempfile.TemporaryDirectory() as folder:
        WebKit2.UserContentFilterStore.new(folder).save("rules", GLib.Bytes.new(text.encode()), None, take)
        return until(lambda: answers, "the rules are not compiled")[0]


class Page:
    """A page in a web view as the SDK makes it. It keeps what the engine told the app."""

    def __init__(self, html: str, script: str = TEXTS["page"], policy: str | None = TEXTS["policy"], rules: str | None = TEXTS["rules"], before: str = ""):
        """With `before`, a script that runs before those of the SDK."""
        self.heard: list[dict] = []
        # (kind, text) of each dialog, and the address of each new window, link and link for a new window.
        self.dialogs: list[tuple[str, str]] = []
        self.windows: list[str] = []
        self.links: list[str] = []
        self.blank_links: list[str] = []
        content = WebKit2.UserContentManager()
        if rules is not None:
            content.add_filter(compile_rules(rules))
        frames, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        if before:
            content.add_script(WebKit2.UserScript.new(before, frames, start, None, None))
        content.add_script(WebKit2.UserScript.new_for_world(TEXTS["app"], frames, start, WORLD, None, None))
        content.add_script(WebKit2.UserScript.new(script, frames, start, None, None))
        content.connect(f"script-message-received::{WORLD}", lambda _, message: self.heard.append(json.loads(message.get_js_value().to_string())))
        content.register_script_message_handler_in_world(WORLD, WORLD)
        context = WebKit2.WebContext.new_ephemeral()
        context.register_uri_scheme(TEXTS["home"].split(":")[0], lambda request: self._answer(request, html, policy))
        self.view = WebKit2.WebView(web_context=context, user_content_manager=content)
        self.view.get_settings().set_javascript_can_open_windows_automatically(False)
        self.view.connect("script-dialog", self._dialog)
        self.view.connect("create", self._create)
        self.view.connect("decide-policy", self._decide)
        self.window = Gtk.Window()
        self.window.set_default_size(390, 700)
        self.window.add(self.view)
        self.window.show_all()
        self.view.load_uri(TEXTS["home"])

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_):
        self.window.destroy()

    def loaded(self) -> Page:
        until(lambda: {"loaded": True} in self.heard, "the page never said that it has loaded")
        return self

    def run(self, script: str):
        """The value of a function's body, in the page's own world, as after an input of a person."""
        answers = []

        def take(view, result):
            try:
                answers.append(json.loads(view.call_async_javascript_function_finish(result).to_json(0) or "null"))
            except GLib.Error as failure:
                answers.append(failure)

        self.view.call_async_javascript_function(script, -1, None, None, None, None, take)
        answer = until(lambda: answers, "the script has no answer")[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    @staticmethod
    def _answer(request, html: str, policy: str | None):
        body = html.encode()
        answer = WebKit2.URISchemeResponse.new(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(body)), len(body))
        answer.set_content_type("text/html; charset=utf-8")
        headers = Soup.MessageHeaders.new(Soup.MessageHeadersType.RESPONSE)
        headers.append("Access-Control-Allow-Origin", "*")
        if policy is not None:
            headers.append("Content-Security-Policy", policy)
        answer.set_http_headers(headers)
        request.finish_with_response(answer)

    def _dialog(self, _, dialog) -> bool:
        kind = dialog.get_dialog_type()
        self.dialogs.append((kind.value_nick, dialog.get_message()))
        if kind == WebKit2.ScriptDialogType.CONFIRM:
            dialog.confirm_set_confirmed(True)
        if kind == WebKit2.ScriptDialogType.PROMPT:
            dialog.prompt_set_text("typed")
        return True

    def _create(self, _, action):
        self.windows.append(action.get_request().get_uri())
        return None

    def _decide(self, _, decision, kind) -> bool:
        """As PageNavigation decides."""
        if kind == WebKit2.PolicyDecisionType.RESPONSE:
            return False
        address = decision.get_navigation_action().get_request().get_uri()
        if kind == WebKit2.PolicyDecisionType.NEW_WINDOW_ACTION:
            self.blank_links.append(address)
        elif address == TEXTS["home"]:
            return False
        else:
            self.links.append(address)
        decision.ignore()
        return True
