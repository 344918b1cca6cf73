"""The scripts that give a page its bridge on a native host, in a browser: the page's in its own world, the app's in another, as on a device. The SDK's tests
record them in `Tests/Fixtures/page-script.json`.
"""

import json
from pathlib import Path

from pages import until

SCRIPTS = json.loads((Path(__file__).resolve().parents[1] / "Fixtures/page-script.json").read_text())
# What a device gives the world of the app.
APP = "globalThis.webkit = { messageHandlers: { martlet: { postMessage: (text) => hand(text) } } };"
LARGEST_CALL = 60_000


# What a web view of the app gives its page, which has only one world.
OWN = "globalThis.webkit = { messageHandlers: { own: { postMessage: (text) => hand(text) } } };"


class NativePage:
    def __init__(self, visitor, html: str, is_own: bool = False):
        """With `is_own`, the page is in a web view of the app."""
        self.page = visitor.page
        self.texts: list[str] = []
        session = visitor.context.new_cdp_session(self.page)
        session.on("Runtime.bindingCalled", lambda call: self.texts.append(call["payload"]))
        session.send("Runtime.enable")
        session.send("Page.enable")
        if is_own:
            session.send("Runtime.addBinding", {"name": "hand"})
            session.send("Page.addScriptToEvaluateOnNewDocument", {"source": OWN + SCRIPTS["pageOfApp"]})
        else:
            session.send("Runtime.addBinding", {"name": "hand", "executionContextName": "martlet"})
            session.send("Page.addScriptToEvaluateOnNewDocument", {"source": APP + SCRIPTS["app"], "worldName": "martlet"})
            session.send("Page.addScriptToEvaluateOnNewDocument", {"source": SCRIPTS["page"]})
        address = f"{visitor.server.address}/native-page"
        self.page.route(address, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
        self.page.goto(address)

    def heard(self, count: int) -> list[dict]:
        """The messages since the last call, once there are as many."""
        until(self.page, lambda: len(self.texts) >= count)
        messages, self.texts = [json.loads(text) for text in self.texts], []
        assert len(messages) == count, messages
        return messages

    def tell(self, message: str):
        self.page.evaluate(f"([event, message]) => {{ {SCRIPTS['tell']} }}", ["martlet-1", message])


def document(script: str = "", head: str = "") -> str:
    return f"<!doctype html><html lang='en'><head><title>Sale</title>{head}<script>{script}</script></head><body><p>Sale</p></body></html>"


def call(method: str, *arguments, is_too_large: bool = False) -> dict:
    return {"call": method, "arguments": list(arguments), "isTooLarge": is_too_large}


def test_a_page_on_a_native_host_calls_the_app(server, visit):
    visitor = visit()
    page = NativePage(visitor, document("""
      window.order = [];
      for (const name of ["martlet.BridgeReady", "other.Ready"]) addEventListener(name, () => order.push(name));
    """))
    assert page.heard(1) == [{"loaded": True}]
    page.page.wait_for_function("order.length === 2")
    assert page.page.evaluate("order") == ["martlet.BridgeReady", "other.Ready"]
    assert page.page.evaluate("otherBridge === martletBridge && !('webkit' in window)")
    page.page.evaluate("martletBridge.logCustomEvent('seen', { at: new Date(5), big: 7n, gone: undefined, nothing: NaN })")
    page.page.evaluate("otherBridge.getUser().setEmail('a@example.org')")
    page.page.evaluate("martletBridge.web.trackPage('x')")
    assert page.heard(3) == [
        call("logCustomEvent", "seen", {"at": {"$date": 5}, "big": 7, "nothing": None}),
        call("getUser.setEmail", "a@example.org"),
        call("web.trackPage", "x"),
    ]


def test_a_method_that_does_not_exist_is_reported_once(server, visit):
    page = NativePage(visit(), document())
    page.heard(1)
    page.page.evaluate("[martletBridge.logEvent, martletBridge.logEvent, martletBridge.getUser().setMail, martletBridge.then]")
    assert page.heard(2) == [call("logEvent"), call("getUser.setMail")]


def test_what_is_too_large_is_said_and_not_sent(server, visit):
    page = NativePage(visit(), document())
    page.heard(1)
    page.page.evaluate(f"martletBridge.logCustomEvent('x'.repeat({LARGEST_CALL}))")
    page.page.evaluate("let deep = []; for (let i = 0; i < 100_000; i += 1) deep = [deep]; martletBridge.logCustomEvent(deep)")
    page.page.evaluate("const circle = {}; circle.self = circle; martletBridge.logCustomEvent(circle)")
    messages = page.heard(3)
    assert messages[:2] == [call("logCustomEvent", is_too_large=True)] * 2
    assert messages[2]["call"] == "logCustomEvent" and len(json.dumps(messages[2])) < LARGEST_CALL


def test_a_page_that_replaces_what_scripts_use_only_harms_itself(server, visit):
    visitor = visit()
    # Without its constructor, the page hears no event of its own.
    visitor.forgive("CustomEvent is not a constructor")
    page = NativePage(visitor, document("""
      JSON.stringify = () => { throw new Error("mine") };
      window.CustomEvent = Document.prototype.dispatchEvent = EventTarget.prototype.dispatchEvent = document.dispatchEvent = () => null;
    """))
    assert page.heard(1) == [{"loaded": True}]
    page.page.evaluate("martletBridge.logClick('one')")
    assert page.heard(1) == [call("logClick", "one")]


def test_escape_and_a_close_control_of_the_page_are_told(server, visit):
    page = NativePage(visit(), document(head="<meta name='martlet-close' content='page'>"))
    assert sorted(page.heard(2), key=str) == sorted([{"loaded": True}, call("declareClose")], key=str)
    page.page.keyboard.press("Escape")
    assert page.heard(1) == [{"escape": True}]
    page.page.evaluate("addEventListener('keydown', (event) => event.preventDefault(), true)")
    page.page.keyboard.press("Escape")
    page.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
    assert page.heard(0) == []


def test_a_page_knows_its_surroundings_and_hears_of_changes_and_refusals(server, visit):
    page = NativePage(visit(), document("""
      window.heard = [];
      addEventListener("martlet.SurroundingsChanged", () => heard.push("changed"));
      addEventListener("martlet.BridgeRefused", (event) => heard.push(event.detail));
    """))
    page.heard(1)
    look = """() => {
      const style = getComputedStyle(document.documentElement);
      return [style.getPropertyValue("--martlet-safe-area-left"), style.getPropertyValue("--martlet-color-scheme"), style.fontSize, document.documentElement.dir,
        document.documentElement.dataset.martletColorScheme];
    }"""
    assert page.page.evaluate(look) == ["2px", "dark", "24px", "rtl", "dark"]
    page.tell(SCRIPTS["surroundings"])
    assert page.page.evaluate(look) == ["1px", "light", "24px", "ltr", "light"]
    page.tell(SCRIPTS["refusal"])
    heard = page.page.evaluate("heard")
    assert heard[0] == "changed" and heard[1]["method"] == "logPurchase" and heard[1]["reason"] == "not_allowed", heard


def test_a_page_with_a_direction_of_its_own_keeps_it(server, visit):
    page = NativePage(visit(), document().replace("lang='en'", "lang='en' dir='ltr'"))
    page.heard(1)
    page.tell(SCRIPTS["surroundings"].replace('"ltr"', '"rtl"'))
    assert page.page.evaluate("document.documentElement.dir") == "ltr"


def test_a_page_in_a_web_view_of_the_app_calls_it_and_keeps_its_style(server, visit):
    page = NativePage(visit(), document("addEventListener('other.Ready', () => (window.isReady = true))"), is_own=True)
    assert page.heard(1) == [{"loaded": True}]
    page.page.wait_for_function("window.isReady")
    page.page.evaluate("otherBridge.logCustomEvent('seen')")
    assert page.heard(1) == [call("logCustomEvent", "seen")]
    assert page.page.evaluate("[document.adoptedStyleSheets.length, document.documentElement.dir, document.documentElement.style.length]") == [0, "", 0]
