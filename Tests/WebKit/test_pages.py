"""The texts that the SDK gives a web view, in WebKit: the rules compile and hold, the page's policy lets dialogs and windows reach the app, and the bridge
works in two worlds, also on systems that lack what a newer Safari has. Each rule is also tried with the mistake that it must find.
"""

import http.server
import json
import threading
import unittest

from engine import TEXTS, Page, compile_rules, until

ELSEWHERE = "https://shop.example/sale"
DOCUMENT = f"""<!doctype html><html lang="en"><head><title>Sale</title></head><body><p>Sale</p>
<a id="blank" href="{ELSEWHERE}?blank" target="_blank">New window</a> <a id="link" href="{ELSEWHERE}">Link</a></body></html>"""
# A page tries to reach the server in every way, and says when it is done.
REACHING = """
  const at = (kind) => `PLACE/${kind}`;
  const element = (name, values) => new Promise((done) => {
    const made = Object.assign(document.createElement(name), values, { onload: done, onerror: done });
    document.body.append(made);
  });
  await Promise.allSettled([
    fetch(at("fetch"), { mode: "no-cors" }),
    new Promise((done) => { const asked = new XMLHttpRequest(); asked.onloadend = done; asked.open("GET", at("raw")); asked.send(); }),
    element("script", { src: at("script") }),
    element("link", { rel: "stylesheet", href: at("style") }),
    element("img", { src: at("image") }),
    new Promise((done) => { const socket = new WebSocket(at("socket").replace("http", "ws")); socket.onclose = socket.onerror = done; }),
  ]);
  navigator.sendBeacon(at("ping"));
  await element("img", { src: at("last") });
"""


class Canary(http.server.ThreadingHTTPServer):
    """Hears what pages reach."""

    def __init__(self):
        heard = self.heard = set()

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                heard.add(self.path[1:])
                self.send_response(204)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            do_GET = do_POST = do_OPTIONS = answer

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.runs = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def reached_by(self, wanted: set[str] = frozenset(), **options) -> set[str]:
        """What a page reaches. Waits for what it is wanted to reach."""
        self.runs += 1
        place = f"{self.runs}/"
        with Page(DOCUMENT, **options) as page:
            page.loaded().run(REACHING.replace("PLACE", f"http://127.0.0.1:{self.server_port}/{self.runs}"))
            until(lambda: {place + kind for kind in wanted} <= self.heard, f"not reached: {wanted}")
        return {kind.removeprefix(place) for kind in self.heard if kind.startswith(place)} - {"last"}


class Rules(unittest.TestCase):
    def test_the_rules_compile(self):
        self.assertNotIsInstance(compile_rules(TEXTS["rules"]), Exception)

    def test_the_compiler_refuses_alternatives(self):
        one = json.loads(TEXTS["rules"])[0]
        one["trigger"]["url-filter"] = "^(https?|wss?|ftp)://"
        self.assertIn("regular expression", str(compile_rules(json.dumps([one]))))

    def test_rules_alone_let_only_images_through(self):
        canary = Canary()
        self.addCleanup(canary.server_close)
        self.addCleanup(canary.shutdown)
        self.assertEqual(canary.reached_by(policy=None, wanted={"image", "last"}), {"image"})
        # Without them, the page gets everywhere: what is not reached above is blocked.
        everywhere = {"fetch", "raw", "script", "style", "image", "socket", "ping"}
        self.assertEqual(canary.reached_by(policy=None, rules=None, wanted=everywhere), everywhere)
        # The policy also holds alone. Images come by https only.
        self.assertEqual(canary.reached_by(rules=None), set())


class Sandbox(unittest.TestCase):
    def test_a_page_has_no_origin_and_no_storage(self):
        with Page(DOCUMENT) as page:
            page.loaded()
            self.assertEqual(page.run("return self.origin"), "null")
            self.assertEqual(page.run("try { return typeof localStorage } catch (problem) { return problem.name }"), "SecurityError")

    def test_dialogs_reach_the_app_and_its_answers_the_page(self):
        ask = "return [alert('A') ?? null, confirm('B'), prompt('C', 'D')]"
        with Page(DOCUMENT) as page:
            self.assertEqual(page.loaded().run(ask), [None, True, "typed"])
            self.assertEqual(page.dialogs, [("alert", "A"), ("confirm", "B"), ("prompt", "C")])
        with Page(DOCUMENT, policy=TEXTS["policy"].replace(" allow-modals", "")) as page:
            self.assertEqual(page.loaded().run(ask), [None, False, None])
            self.assertEqual(page.dialogs, [])

    def test_a_link_for_a_new_window_reaches_the_app(self):
        press = "document.querySelector('#blank').click(); document.querySelector('#link').click()"
        with Page(DOCUMENT) as page:
            page.loaded().run(press)
            until(lambda: page.links, "the link was not followed")
            self.assertEqual((page.blank_links, page.links), ([f"{ELSEWHERE}?blank"], [ELSEWHERE]))
            self.assertEqual(page.run("return document.title"), "Sale")
        with Page(DOCUMENT, policy=TEXTS["policy"].replace(" allow-popups", "")) as page:
            page.loaded().run(press)
            until(lambda: page.links, "the link was not followed")
            self.assertEqual(page.blank_links, [])

    def test_a_window_that_a_script_opens_after_an_input_reaches_the_app(self):
        press = f"return window.open('{ELSEWHERE}') === null"
        with Page(DOCUMENT) as page:
            self.assertTrue(page.loaded().run(press))
            self.assertEqual(page.windows, [ELSEWHERE])
        # A rule about windows blocks it before anyone is asked.
        for mistake in ({"policy": TEXTS["policy"].replace(" allow-popups", "")}, {"rules": TEXTS["rules"].replace('"document"', '"document","popup"')}):
            with Page(DOCUMENT, **mistake) as page:
                page.loaded().run(press)
                self.assertEqual(page.windows, [], mistake)

    def test_a_window_without_an_input_does_not(self):
        with Page(DOCUMENT.replace("</head>", f"<script>addEventListener('load', () => {{ document.title = String(open('{ELSEWHERE}')) }})</script></head>")) as page:
            page.loaded()
            until(lambda: page.view.get_title() == "null", "the page did not try")
            self.assertEqual(page.windows, [])


LOOK = """
  const style = getComputedStyle(document.documentElement);
  return [style.getPropertyValue("--martlet-color-scheme"), style.fontSize, document.documentElement.dir];
"""
# Safari before 16.4.
OLDER = "window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor') } }; delete Document.prototype.adoptedStyleSheets;"


class Bridge(unittest.TestCase):
    def test_a_page_calls_the_app_and_cannot_see_its_end(self):
        with Page(DOCUMENT) as page:
            page.loaded().run("martletBridge.logCustomEvent('seen', { at: new Date(5) })")
            call = {"call": "logCustomEvent", "arguments": ["seen", {"at": {"$date": 5}}], "isTooLarge": False}
            until(lambda: call in page.heard, "the call did not arrive")
            self.assertTrue(page.run("return !window.webkit?.messageHandlers?.martlet"))

    def test_a_page_knows_its_surroundings_and_hears_of_changes(self):
        with Page(DOCUMENT) as page:
            self.assertEqual(page.loaded().run(LOOK), ["dark", "24px", "rtl"])
            page.run(f"const event = 'martlet-1', message = {json.dumps(TEXTS['surroundings'])}; {TEXTS['tell']}")
            self.assertEqual(page.run(LOOK), ["light", "24px", "ltr"])

    def test_a_page_loads_and_has_its_style_on_systems_older_than_safari_16_4(self):
        with Page(DOCUMENT, before=OLDER) as page:
            self.assertEqual(page.loaded().run(LOOK), ["dark", "24px", "rtl"])
        self.assertEqual(TEXTS["page"].count("} catch {"), 1)
        with Page(DOCUMENT, before=OLDER, script=TEXTS["page"].replace("} catch {", "} catch (problem) { throw problem;")) as page:
            until(lambda: page.view.get_title() == "Sale" and not page.view.is_loading(), "the page did not load")
            self.assertNotIn({"loaded": True}, page.heard)


if __name__ == "__main__":
    unittest.main()
