"""HTML messages in the Device Lab: a page's script reaches the SDK and the feed, its archive and font work without a network, and hostile pages are
contained.

Each hostile page of Tests/Fixtures/hostile-html is shown twice: in the lab, where none of its attempts may have any effect, and by a careless host
without a sandbox, where the same checks must notice them. So each test can fail.
"""

import base64
import contextlib
import http.server
import re
import struct
import threading
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import likeness
from harness import ROOT
from pages import Editor, Lab, until
from playwright.sync_api import expect

HOSTILE = {path.stem: path.read_text() for path in sorted((ROOT / "Tests/Fixtures/hostile-html").glob("*.html"))}


class Canary:
    """A foreign server: records requests, and shows pages without any protection."""

    def __init__(self, files: dict[str, tuple[str, bytes]] | None = None):
        self.hits: list[str] = []
        self.files = files or {}
        canary = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.split("?")[0]
                kind, body = "text/plain", b"hit"
                if name.startswith("/hit/"):
                    canary.hits.append(name)
                elif name in canary.files:
                    canary.hits.append(name)
                    kind, body = canary.files[name]
                elif name == "/hostile/worker.js":
                    kind, body = "text/javascript", b""
                elif name.removeprefix("/hostile/") in HOSTILE:
                    kind, body = "text/html; charset=utf-8", canary.page(name.removeprefix("/hostile/")).encode()
                elif name.removeprefix("/victim/") in HOSTILE:
                    kind, body = "text/html; charset=utf-8", canary.victim(name.removeprefix("/victim/")).encode()
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def page(self, name: str) -> str:
        return HOSTILE[name].replace("{{canary}}", self.address)

    def victim(self, name: str) -> str:
        """A careless host: it has no sandbox and no policy, obeys every message, and inserts the title into its markup unescaped."""
        title = re.search(r"<title>(.*?)</title>", HOSTILE[name])[1].replace("&lt;", "<").replace("&gt;", ">")
        return f"""<!doctype html><title>Host</title><body><div title="{title}"></div>
            <script>
              window.calls = [];
              window.martletBridge = new Proxy({{}}, {{ get: (_, name) => (...given) => window.calls.push(name) }});
              addEventListener("message", ({{ data }}) => {{ if (data?.martlet) window.calls.push(data.martlet.call ?? data.martlet.link ?? "other") }});
            </script>
            <iframe src="/hostile/{name}"></iframe>"""

    def stop(self):
        self.server.shutdown()


class Watch:
    """Everything that could reveal an escape, in one window."""

    def __init__(self, page, canary: Canary):
        self.page, self.canary = page, canary
        self.hits = len(canary.hits)
        self.address, self.title = page.url, page.title()
        self.windows: list[str] = []
        self.dialogs: list[str] = []
        page.context.on("page", self._opened)
        page.on("dialog", self._asked)

    def _opened(self, page):
        self.windows.append(page.url)

    def _asked(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def signs(self, frame) -> list[str]:
        """What was noticed. Empty if nothing was."""
        signs = [f"reached {hit}" for hit in self.canary.hits[self.hits :]]
        signs += ["opened a window"] * len(self.windows) + ["asked a question"] * len(self.dialogs)
        if self.page.url != self.address:
            return signs + ["took the window away"]
        if self.page.title() not in ("", self.title):
            signs.append("changed the title")
        signs += self.page.evaluate("[...(window.owned ? ['ran a script outside'] : []), ...(document.body.dataset.owned ? ['changed the page'] : [])]")
        signs += self.page.evaluate("(window.calls ?? []).map((name) => `was obeyed: ${name}`)")
        if frame and not frame.is_detached():
            try:
                signs += [f"escaped: {name}" for name in frame.evaluate("window.escaped ?? []")]
            except Exception:
                signs.append("left its frame")
        return signs

    def end(self):
        self.page.context.remove_listener("page", self._opened)
        self.page.remove_listener("dialog", self._asked)


def page_frame(page):
    """The frame in which the lab shows a page. None if there is none (any more)."""
    return next((frame for frame in page.frames if "/pages/" in frame.url and frame.parent_frame == page.main_frame), None)


def touch(page, selector: str):
    """Clicks an element of the page at the place where it is seen, because the phone is drawn smaller than its real size."""
    inside, box = page_frame(page), page.locator("iframe.web").bounding_box()
    x, y, width = inside.evaluate(
        "(selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, innerWidth] }", selector
    )
    scale = box["width"] / width
    page.mouse.click(box["x"] + x * scale, box["y"] + y * scale)


def is_finished(frame) -> bool:
    """Whether the page in the frame says so, some time after its last attempt, or is gone."""
    try:
        return frame is None or frame.is_detached() or frame.evaluate("window.finished === true")
    except Exception:
        # The frame has navigated away.
        return True


def shown_to_its_end(page, decision, is_gone=lambda: False):
    """Waits until the page that was decided on has made all its attempts, or was removed, or is gone as `is_gone` knows. Returns its frame."""

    def is_removed() -> bool:
        return any(step.startswith(("The page was removed", "The page could not be loaded")) for step in decision.steps)

    assert until(page, lambda: page_frame(page) or is_removed() or is_gone()), "the page is not shown"
    frame = page_frame(page)
    assert until(page, lambda: is_finished(frame) or is_gone()), "the page does not come to its end"
    return frame


def campaign(name: str, page: str, allows: list[str] | None = None, **message) -> dict:
    bridge = {"bridge": {"allows": allows}} if allows else {}
    return {
        "name": name,
        "triggers": [{"kind": "custom_event", "name": f"show_{name.replace('-', '_')}"}],
        "message": {"kind": "html", "message": page, **bridge, **message},
    }


def contained(names: list[str], server, visit):
    """Shows each page in the lab, where nothing may be noticed, and then by the careless host, where something must be."""
    canary = Canary()
    for name in names:
        server.launch_campaign(**campaign(name, canary.page(name)))
    visitor = visit().sign_in()
    # Refusals are written to the console as errors. That is expected here.
    visitor.forgive(r"^console: ")
    visitor.forgive(r"^script failed: ")
    visitor.context.grant_permissions(["geolocation", "clipboard-read"], origin=server.address)
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    page = visitor.page
    noticed = {}
    for name in names:
        watch = Watch(page, canary)
        frame = shown_to_its_end(page, lab.decide(f"show_{name.replace('-', '_')}"))
        noticed[name] = watch.signs(frame)
        content = [other.url for other in page.frames if other.url.startswith(f"{server.address}/campaigns")]
        if content:
            noticed[name].append(f"shows {content}")
        watch.end()
        timeline = lab.timeline.inner_text()
        for word in ["owned_event", "owned_product", "owned_user", "owned_raw", "forged-inner"]:
            calls = [line for line in timeline.splitlines() if word in line and not line.startswith(("The page called", '"', "{"))]
            if any(line.startswith(("Logged", "Bought", "Became")) for line in calls):
                noticed[name].append(f"did {calls}")
        # Restarting the app removes the message, even one that refuses to close.
        page.locator("[data-command=start_session]").click()
        phone.shows_nothing()
    # The browser also reports requests that it refused. The canary knows which ones were really made.
    assert not canary.hits, canary.hits
    visitor.problems = [problem for problem in visitor.problems if canary.address not in problem]
    assert not any(noticed.values()), f"not contained: { {name: signs for name, signs in noticed.items() if signs} }"
    careless = {name: shown_carelessly(name, canary, visitor.context.browser) for name in names}
    canary.stop()
    missed = [name for name, signs in careless.items() if not signs]
    assert not missed, f"a careless host would not be noticed: {missed}"


def shown_carelessly(name: str, canary: Canary, browser) -> list[str]:
    """What is noticed when a host without a sandbox shows the page."""
    context = browser.new_context(permissions=["geolocation", "clipboard-read", "notifications"], geolocation={"latitude": 1, "longitude": 1})
    page = context.new_page()
    watch = Watch(page, canary)
    watch.address, watch.title = f"{canary.address}/victim/{name}", "Host"

    def signs() -> list[str]:
        try:
            return watch.signs(next((frame for frame in page.frames if "/hostile/" in frame.url), None))
        except Exception:
            # The page is just navigating the window away, which the canary sees.
            return [f"reached {hit}" for hit in canary.hits[watch.hits :]]

    with contextlib.suppress(Exception):
        page.goto(watch.address, wait_until="commit")
    found = until(page, signs)
    context.close()
    return found


def test_pages_that_reach_out_are_contained(server, visit):
    contained(["reach-parent", "cookies", "storage", "top-navigation", "forms"], server, visit)


def test_pages_that_go_elsewhere_are_contained(server, visit):
    contained(["popups", "meta-refresh", "navigates-itself", "data-urls", "javascript-urls"], server, visit)


def test_pages_that_speak_for_others_are_contained(server, visit):
    contained(["undeclared-calls", "script-in-attributes", "nested-frames", "message-forgery", "flood"], server, visit)


def test_pages_that_tell_others_are_contained(server, visit):
    contained(["workers", "endless-alerts", "styles", "network", "powers"], server, visit)


def test_every_hostile_page_is_run(server, visit):
    source = (ROOT / "Tests/Browser/test_html.py").read_text()
    assert HOSTILE and all(f'"{name}"' in source for name in HOSTILE), sorted(HOSTILE)


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width">
<meta name="martlet-close" content="page">
<title>Which colour?</title>
<style>
  @font-face { font-family: Offline; src: url("{{canary}}/offline.ttf"); }
  body { margin: 0; padding: var(--martlet-safe-area-top) 1rem 1rem; background: #fff; color: #1b2130; font-family: sans-serif; }
  :root[data-martlet-color-scheme="dark"] body { background: #1b2130; color: #fff; }
  button, a { font: inherit; display: block; min-height: 44px; margin: 0.5rem 0; color: #1d4fd8; }
  :root[data-martlet-color-scheme="dark"] a { color: #9db8ff; }
</style>
</head>
<body>
<h1>Which colour?</h1>
<button id="red">Red</button>
<button id="buy">Buy</button>
<button id="close">Close</button>
<a href="https://shop.example/terms" target="_blank">Terms</a>
<a href="shop://orders/7">Orders</a>
<script>
  const heard = [];
  addEventListener("martlet.BridgeReady", () => heard.push("own"));
  addEventListener("shop.BridgeReady", () => { heard.push("declared"); shopBridge.logCustomEvent("page_opened", { at: new Date(0), n: 1 }); });
  addEventListener("martlet.BridgeRefused", ({ detail }) => heard.push(`${detail.method}: ${detail.reason}`));
  window.heard = heard;
  document.getElementById("red").onclick = () => { martletBridge.logClick("red"); martletBridge.getUser().setCustomUserAttribute("colour", "red"); };
  document.getElementById("buy").onclick = () => martletBridge.logPurchase("shoe", "9.50", "EUR");
  document.getElementById("close").onclick = () => martletBridge.closeMessage();
</script>
"""


def test_a_page_speaks_to_the_sdk_and_closes_itself(server, visit):
    server.launch_campaign(
        **campaign(
            "colour", PAGE.replace("{{canary}}", "https://fonts.invalid"), None,
            bridge={"allows": ["custom_event", "attributes"], "names": ["shopBridge"], "ready_events": ["shop.BridgeReady"]},
        )
    )
    visitor = visit().sign_in()
    visitor.forgive(r"fonts\.invalid")
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.decide("show_colour")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    frame = visitor.page.frame_locator("iframe.web")
    inside = page_frame(visitor.page)
    assert inside.evaluate("self.origin") == "null"
    expect(frame.get_by_role("heading", name="Which colour?")).to_be_visible()
    expect(lab.timeline).to_contain_text("The page called logCustomEvent")
    expect(lab.timeline).to_contain_text('"page_opened", {"at":{"$date":0},"n":1}')
    assert inside.evaluate("heard") == ["own", "declared"]
    touch(visitor.page, "#red")
    touch(visitor.page, "#red")
    expect(lab.timeline.get_by_text("The page called logClick")).to_have_count(2)
    expect(lab.timeline.get_by_text("The page called getUser.setCustomUserAttribute")).to_have_count(2)
    frame.get_by_role("button", name="Buy").press("Enter")
    expect(lab.timeline).to_contain_text("logPurchase: The campaign does not allow it. Add purchase to the permissions of the page.")
    assert until(visitor.page, lambda: "logPurchase: not_allowed" in inside.evaluate("heard"))
    visitor.check_accessibility()
    visitor.screenshot("lab-html")

    # Changes around the page reach it, and the page stays loaded.
    inside.evaluate("document.body.dataset.kept = 'yes'")
    lab.switch("Dark", True)
    expect(frame.locator("html")).to_have_attribute("data-martlet-color-scheme", "dark")
    expect(frame.locator("body")).to_have_attribute("data-kept", "yes")
    visitor.check_accessibility(colours_only=True)
    lab.switch("Dark", False)

    # The page has declared a way to close, so the system does not offer one.
    lab.advance("1 minute")
    expect(phone.scene.get_by_role("button", name="Close")).to_have_count(0)

    touch(visitor.page, "a[target]")
    expect(lab.timeline).to_contain_text("https://shop.example/terms")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    touch(visitor.page, "#close")
    phone.shows_nothing()
    lab.send()
    expect(lab.timeline).to_contain_text("Red".lower())


LIKES = """<!doctype html><html lang="en"><title>Likes</title>
<button id="like">Like</button><button id="send">Send</button>
<script>
  document.getElementById("like").onclick = () => {
    const user = martletBridge.getUser();
    user.incrementCustomUserAttribute("likes");
    user.incrementCustomUserAttribute("litres", 0.5);
    user.addToCustomAttributeArray("colours", "red");
    user.addToCustomAttributeArray("colours", "blue");
    user.removeFromCustomAttributeArray("colours", "red");
    user.setCustomUserAttribute("home", { city: "Wien", stairs: 3 }, true);
    user.setCustomUserAttribute("home", { stairs: null, door: 7 }, true);
    user.addAlias("h-7", "forum");
    user.addToCustomAttributeArray("colours", ["no", "list"]);
  };
  document.getElementById("send").onclick = () => martletBridge.requestImmediateDataFlush();
</script>
"""


def test_a_page_changes_what_is_known_of_a_person_relative_to_what_it_is(server, visit):
    server.launch_campaign(**campaign("likes", LIKES, ["attributes", "flush"]))
    visitor = visit().sign_in()
    page = visitor.page
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.become("hypatia")
    lab.decide("show_likes")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    refused = lab.timeline.get_by_text("addToCustomAttributeArray: Argument 2 must be a string, a number, true, false or a date.")
    for times in (1, 2):
        touch(page, "#like")
        expect(refused).to_have_count(times)
    touch(page, "#send")

    def known():
        # The person does not exist before the first events arrive.
        try:
            person = server.manage("GET", "/people/u:hypatia")
        except AssertionError:
            return {}
        return {attribute["key"]: attribute["value"] for attribute in person["attributes"]}

    expected = {"likes": 2, "litres": 1.0, "colours": ["blue"], "home": {"city": "Wien", "door": 7}, "alias.forum": "h-7"}
    assert until(page, lambda: known() == expected), known()
    changes = ["Increased likes by 1", "Increased litres by 0.5", "Added “blue” to colours", "Removed “red” from colours", "Changed city, stairs in home"]

    def listed():
        # Adding a colour again changes nothing, so the last events may still be on their way. The page does not update by itself.
        page.goto("/people/u%3Ahypatia")
        return [page.get_by_text(words).count() for words in changes]

    assert until(page, lambda: listed() == [2] * len(changes)), listed()
    visitor.check_accessibility()


def test_a_page_that_offers_no_way_out_gets_one_and_escape_works(server, visit):
    server.launch_campaign(**campaign("trap", "<!doctype html><html lang='en'><title>Trap</title><p>No way out.<button>Nothing</button>"))
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.decide("show_trap")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    inside = page_frame(visitor.page)
    inside.evaluate("document.body.dataset.kept = 'yes'")
    expect(phone.scene.get_by_role("button", name="Close")).to_have_count(0)
    lab.advance("1 minute")
    close = phone.scene.get_by_role("button", name="Close")
    expect(close).to_be_visible()
    assert inside.evaluate("document.body.dataset.kept") == "yes", "the page was loaded anew"
    visitor.check_accessibility()
    visitor.screenshot("lab-html-close")
    close.click()
    phone.shows_nothing()
    lab.decide("show_trap")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    visitor.page.frame_locator("iframe.web").get_by_role("button", name="Nothing").press("Escape")
    phone.shows_nothing()


def are_stored(server, *names: str) -> bool:
    """Whether a phone of the lab has files with these names on its disk."""
    indexes = [path.read_bytes() for path in Path(server.data).glob("lab/*/assets/index")]
    return any(all(name.encode() in index for name in names) for index in indexes)


def test_an_archive_and_a_font_are_shown_without_a_network(server, visit):
    font = make_font()
    archive = make_archive({
        "index.html": b'<!doctype html><html lang="en"><head><title>Offline</title><link rel="stylesheet" href="css/style.css"></head>'
        b'<body><h1>Offline</h1><img src="img/dot.png" alt="A dot" width="20" height="20"><script src="app.js"></script></body></html>',
        "css/style.css": b'@font-face { font-family: Packed; src: url("../font.ttf"); } h1 { color: rgb(1, 2, 3); font-family: Packed; }',
        "font.ttf": font,
        "img/dot.png": make_png(),
        "app.js": b'document.body.dataset.ran = "yes";',
    })
    canary = Canary({"/offline.zip": ("application/zip", archive), "/offline.ttf": ("font/ttf", font)})
    visitor = visit().sign_in()
    # Only the device of this test fetches anything.
    lab = Lab(visitor).open().clear()
    server.launch_campaign(**campaign("archive", "", asset_urls=[f"{canary.address}/offline.zip"], legacy=True))
    server.launch_campaign(**campaign("font", PAGE.replace("{{canary}}", canary.address), asset_urls=[f"{canary.address}/offline.ttf"]))
    phone = lab.add(quiet=0)
    phone.select()
    lab.start_session()
    assert until(visitor.page, lambda: are_stored(server, "offline.ttf", "offline.zip")), canary.hits
    before = len(canary.hits)
    assert set(canary.hits) == {"/offline.ttf", "/offline.zip"}, canary.hits
    # The server is gone, and the device is offline.
    canary.stop()
    lab.switch("Offline", True)
    lab.decide("show_archive")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    inside = page_frame(visitor.page)
    assert inside.evaluate("document.body.dataset.ran") == "yes"
    assert inside.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    assert inside.evaluate("document.querySelector('img').naturalWidth") == 1
    assert inside.evaluate("document.fonts.load('16px Packed').then((fonts) => fonts.length)") == 1
    visitor.screenshot("lab-html-archive")
    lab.advance("1 minute")
    phone.press("Close")
    phone.shows_nothing()
    lab.decide("show_font")
    expect(phone.scene).to_have_attribute("data-state", "visible")
    inside = page_frame(visitor.page)
    assert inside.evaluate("document.fonts.load('16px Offline').then((fonts) => fonts.length)") == 1
    assert len(canary.hits) == before, canary.hits


def test_the_sample_page_counts_and_logs_what_is_chosen(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.show("HTML")
    phone.is_visible()
    visitor.screenshot("lab-sample-page")
    visitor.check_accessibility(".device-scene")
    frame = visitor.page.frame_locator(".device-scene iframe.web")
    # With the keyboard, because the driver's pointer misses its target in a scaled frame.
    frame.get_by_role("button", name="Fern").press("Enter")
    expect(frame.get_by_role("status")).to_have_text("Fern it is.")
    expect(lab.page.get_by_text("plant_chosen").first).to_be_visible()
    frame.get_by_role("button", name="Done").press("Enter")
    expect(phone.scene).to_have_count(0)


def test_a_page_follows_its_surroundings(server, visit):
    visitor = visit(width=1600, height=1000).sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.show("HTML")
    phone.is_visible()
    inside = page_frame(visitor.page)

    def fits():
        """Nothing extends beyond the sides, and what is longer than the screen scrolls."""
        assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth"), inside.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        assert inside.evaluate("getComputedStyle(document.scrollingElement).overflowY") != "hidden"
        visitor.check_accessibility(".device-scene")

    def becomes(expression: str):
        assert until(visitor.page, lambda: inside.evaluate(expression)), f"the page was not told: {expression}"

    before = inside.evaluate("window.stays = 'here'")
    fits()
    likeness.check(lab.page, "page", phone.picture())
    lab.switch("Dark", True)
    becomes("document.documentElement.dataset.martletColorScheme === 'dark'")
    likeness.check(lab.page, "page-dark", phone.picture())
    lab.text_size(310)
    becomes("parseFloat(getComputedStyle(document.documentElement).fontSize) > 45")
    fits()
    lab.switch("Right to left", True)
    becomes("document.documentElement.dir === 'rtl'")
    fits()
    lab.text_size(100)
    lab.switch("Landscape", True)
    expect(phone.element).to_have_attribute("data-orientation", "landscape")
    becomes("innerWidth > innerHeight")
    fits()
    likeness.check(lab.page, "page-lying", phone.picture())
    # The page was told about the changes, and not loaded again.
    assert inside.evaluate("window.stays") == before
    phone.scene.press("Escape")
    phone.shows_nothing()


def test_the_editor_previews_a_page(server, visit):
    page = "<!doctype html><html lang='en'><title>Hello</title><h1>Hello there</h1><script>document.body.dataset.ran = self.origin</script>"
    draft = server.manage("POST", "/campaigns", campaign("preview", page))["id"]
    visitor = visit().sign_in()
    visitor.page.goto(f"/campaigns/{draft}/edit")
    frame = visitor.page.frame_locator(".device-scene iframe.web")
    expect(frame.get_by_role("heading", name="Hello there")).to_be_visible()
    expect(frame.locator("body")).to_have_attribute("data-ran", "null")
    # The preview is only a picture: it is not part of the page around it, and the keyboard does not reach it.
    visitor.check_accessibility()
    visitor.screenshot("editor-html")


# The share of a picture's area that has exactly this colour. Nothing else on our pages has it.
COLOURED = """async ([picture, { x, y, width, height }]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const pixels = canvas.getImageData(x, y, width, height).data;
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) count += pixels[at] === 255 && pixels[at + 1] === 0 && pixels[at + 2] === 255;
  return count / (pixels.length / 4);
}"""


def test_the_preview_of_a_page_is_painted_wherever_it_is_on_the_editor(server, visit):
    page = "<!doctype html><html lang='en'><title>Painted</title><body style='background: #f0f'><h1>Painted</h1>"
    draft = server.manage("POST", "/campaigns", campaign("painted", page))["id"]
    for width, scheme in [(390, "dark"), (390, "light"), (1280, "dark")]:
        visitor = visit(width=width, height=844, scheme=scheme).sign_in()
        visitor.page.goto(f"/campaigns/{draft}/edit")
        expect(visitor.page.frame_locator(".device-scene iframe.web").get_by_role("heading", name="Painted")).to_be_visible()
        picture = visitor.picture(f"editor-html-{width}-{scheme}").read_bytes()
        place = visitor.page.locator(".editor-preview .device").evaluate(
            "device => { const box = device.getBoundingClientRect(); return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } }"
        )
        share = visitor.page.evaluate(COLOURED, [base64.b64encode(picture).decode(), place])
        assert share > 0.8, f"at {width} px, {scheme}: {share:.0%} of the device shows the page"


# The warning says how to fix each page.
CUT = [
    ("extends beyond the side of the screen. Let it wrap", "<p style='white-space: nowrap'>This line goes on and on, and no small phone is as wide as it is</p>"),
    ("extends beyond the side of the screen. Let it wrap", "<div style='width: 500px; margin-left: 400px'><p>Too far to the right</p></div>"),
    ("“The last line” is cut off, and the page does not scroll", "<style>html, body { margin: 0; height: 100%; overflow: hidden }</style><div style='height: 700px'></div><p>The last line</p>"),
    ("is cut off at the largest text size", "<style>html, body { margin: 0; height: 100%; overflow: hidden }</style><p style='font-size: 1.4rem'>" + "Words enough for half a screen. " * 16 + "</p>"),
    ("“At the foot” is cut off", "<div style='position: fixed; bottom: -10px; height: 30px'>At the foot</div>"),
    ("“Name” extends beyond the side", "<label for='a'>Name</label><br><input id='a' style='width: 420px'>"),
]
WHOLE = [
    # Text that scrolls with the page or in a box, a row that scrolls sideways, a title for screen readers, and content that is kept for later.
    "<p>" + "A long story. " * 400 + "</p>",
    "<style>html, body { margin: 0; height: 100%; overflow: hidden }</style><main style='height: 100%; overflow-y: auto'><p>" + "A long story. " * 400 + "</p></main>",
    "<div style='overflow-x: auto; white-space: nowrap'>" + "One of many things. " * 40 + "</div>",
    "<p style='position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap'>Heard and not seen, and long enough to reach beyond any side</p><p>Seen</p>",
    "<nav style='position: fixed; inset: 0 auto 0 100%; width: 300px'>Later</nav><a href='#x' style='position: absolute; top: -60px'>Skip</a><p>Now</p>",
    "<style>@keyframes in { from { transform: translateX(100px) } }</style><p style='animation: in 60s both; white-space: nowrap; width: 340px; overflow: hidden'>Comes from the side, and is there in the end</p>",
    # Sends measurements that nobody asked for, in every form.
    "<p>Boaster</p><script>for (const measured of [{ number: 1, sideways: 'a', outside: 'b' }, { number: null, sideways: {} }, 'x', 7]) parent.postMessage({ martlet: { measured } }, '*')</script>",
]


def test_what_a_page_cuts_off_on_a_small_phone_is_measured(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Measured", kind="html", trigger__0__kind="session_start")
    note = page.locator("#field-page-measured")

    def write(body: str):
        with page.expect_response("**/campaigns/preview"):
            editor.put("page", f"<!doctype html><html lang='en'><title>Measured</title><body>{body}")

    for index, (words, body) in enumerate(CUT):
        write(body)
        expect(note).to_contain_text(words)
        assert words in editor.warning("page"), "a screen reader does not read it with the field"
        if index == 0:
            visitor.check_accessibility()
            visitor.screenshot("editor-html-cut")
            # In a preview on another device, the finding about the page stays the same.
            with page.expect_response("**/campaigns/preview"):
                editor.show("Device", "Tablet")
            expect(editor.preview.locator(".device")).to_have_attribute("data-device", "tablet")
            expect(note).to_contain_text(words)
        good = WHOLE[index % len(WHOLE)]
        write(good)
        expect(note).to_have_count(0)
    for body in WHOLE[len(CUT) :]:
        write(CUT[0][1])
        expect(note).to_have_count(1)
        write(body)
        expect(note).to_have_count(0)
    # What a page reports about itself is shown as text, limited to a few words.
    write("<p style='white-space: nowrap'>&lt;img src=x onerror=alert(1)&gt; " + "and so on " * 20 + "</p>")
    expect(note).to_contain_text("“<img src=x onerror=alert(1)>")
    assert len(note.inner_text()) < 200, note.inner_text()
    # After a switch to another kind, nothing of the page is left.
    editor.put("kind", "modal")
    expect(page.locator(".probes iframe")).to_have_count(0)
    expect(page.locator(".measured")).to_have_count(0)


def make_archive(files: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def make_png() -> bytes:
    """One black pixel."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


def make_font() -> bytes:
    """A TrueType font with one empty glyph: the minimum that browsers accept as a font."""
    head = struct.pack(">IIIIHHqqhhhhHHhhh", 0x00010000, 0x00010000, 0, 0x5F0F3CF5, 0, 1000, 0, 0, 0, 0, 100, 100, 0, 8, 2, 0, 0)
    hhea = struct.pack(">IhhhHhhhhhhhhhhhH", 0x00010000, 800, -200, 0, 500, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)
    maxp = struct.pack(">IHHHHHHHHHHHHHH", 0x00010000, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
    os2 = struct.pack(
        ">HhHHHhhhhhhhhhhhBBBBBBBBBBIIII4sHHHhhhHHIIhhHHH", 4, 500, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 250, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b"NONE", 64, 32, 32, 800, -200, 0, 800, 200, 0, 0, 500, 700, 0, 32, 1,
    )
    # Only the mandatory last segment: no character has a glyph.
    cmap = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">HHHHHHHHHHHH", 4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0)
    names = [(1, "Packed"), (2, "Regular"), (4, "Packed"), (6, "Packed")]
    text = b"".join(value.encode("utf-16-be") for _, value in names)
    records, offset = b"", 0
    for number, value in names:
        length = len(value) * 2
        records += struct.pack(">HHHHHH", 3, 1, 0x409, number, length, offset)
        offset += length
    name = struct.pack(">HHH", 0, len(names), 6 + 12 * len(names)) + records + text
    post = struct.pack(">IIhhIIIII", 0x00030000, 0, 0, 0, 0, 0, 0, 0, 0)
    tables = {
        b"OS/2": os2, b"cmap": cmap, b"glyf": b"\0\0\0\0", b"head": head, b"hhea": hhea, b"hmtx": struct.pack(">Hh", 500, 0),
        b"loca": struct.pack(">HH", 0, 0), b"maxp": maxp, b"name": name, b"post": post,
    }
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    out = struct.pack(">IHHHH", 0x00010000, count, power * 16, power.bit_length() - 1, count * 16 - power * 16)
    body, position = b"", 12 + 16 * count
    for tag in sorted(tables):
        content = tables[tag]
        padded = content + b"\0" * (-len(content) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        out += tag + struct.pack(">III", total, position, len(content))
        body += padded
        position += len(padded)
    return out + body
