"""What a message page cannot do to the window around it, and what leaves its frame: floods and endless values end the page and not the tab, a link
only opens after an input inside the page, and each way out of the frame is tried against listeners on this machine.
"""

import contextlib
import json
import socket
import threading

from pages import Editor, Lab, until
from playwright.sync_api import expect
from test_html import Canary, campaign, is_finished, page_frame, touch

BEAT = "window.beats = 0; setInterval(() => (window.beats += 1), 20)"


def begin(visit, server, pages: dict[str, str], allows: list[str] | None = None):
    """Launches a campaign for each page. Returns the visitor, the lab and a phone whose session has started."""
    for name, page in pages.items():
        server.launch_campaign(**campaign(name, page, allows))
    visitor = visit().sign_in()
    # Refusals are written to the console.
    visitor.forgive(r"^console: ")
    visitor.forgive(r"^script failed: ")
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    visitor.page.evaluate(BEAT)
    return visitor, lab, phone


def show(lab, name: str):
    lab.log(f"show_{name.replace('-', '_')}")


def beats_on(page):
    """Expects the window to be responsive: its own timers still run."""
    before = page.evaluate("window.beats")
    assert until(page, lambda: page.evaluate("window.beats") > before + 5), "the window does not answer"


def document(script: str, body: str = "") -> str:
    return f"<!doctype html><html lang='en'><title>Hostile</title><meta name='martlet-close' content='page'><p id='place'>Hostile</p>{body}<script>{script}</script>"


# Values that are small in transit and endless when they are read.
ENDLESS = """
  const endless = [];
  endless.length = 4294967295;
  let deep = [];
  for (let i = 0; i < 20_000; i += 1) deep = [deep];
  const circle = {};
  circle.self = circle;
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index]));
  const values = { endless, deep, circle, many, map: new Map([[1, 2]]), buffer: new Uint8Array(8_000_000), text: "x".repeat(100_000) };
"""


def test_endless_values_are_not_read(server, visit):
    visitor, lab, phone = begin(visit, server, {
        "endless-bridge": document(ENDLESS + "for (const [name, value] of Object.entries(values)) martletBridge.logCustomEvent(`e_${name}`, { value });"),
        "endless-window": document(ENDLESS + """
          for (const value of Object.values(values)) {
            try { parent.postMessage({ martlet: { call: "logClick", arguments: value } }, "*"); } catch {}
            try { parent.postMessage({ martlet: { call: "logClick", arguments: [value] } }, "*"); } catch {}
          }"""),
    }, ["custom_event"])
    show(lab, "endless-bridge")
    phone.is_visible()
    # Calls that are too large are refused by name and with the reason. The other calls, and the page, continue.
    refused = lab.timeline.get_by_text("logCustomEvent: A call can have up to 16 arguments and 60000 characters")
    expect(refused).to_have_count(4)
    for name in ["circle", "map", "buffer"]:
        expect(lab.timeline).to_contain_text(f'"e_{name}"')
    beats_on(visitor.page)
    expect(phone.scene).to_have_attribute("data-state", "visible")
    lab.page.locator("[data-command=start_session]").click()
    phone.shows_nothing()
    show(lab, "endless-window")
    phone.is_visible()
    beats_on(visitor.page)
    # Nothing listens there.
    expect(lab.timeline.get_by_text("The page called logClick")).to_have_count(0)


FLOODS = {
    # Ten gigabytes, if nothing stopped it.
    "flood-of-large-messages": ("page: The page kept posting messages to the window", """
      const large = "x".repeat(1_000_000);
      (async () => {
        for (let i = 0; i < 10_000; i += 1) {
          parent.postMessage({ martlet: { call: "logClick", arguments: [large] } }, "*");
          if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
        }
      })();"""),
    "flood-of-calls": ("page: The page made more than 500 calls", "for (let i = 0; i < 100_000; i += 1) martletBridge.logClick('flood');"),
    "flood-of-closing": ("page: The page made more than 500 calls", "setTimeout(() => { for (let i = 0; i < 100_000; i += 1) martletBridge.declareClose(); })"),
    "flood-of-text": ("page: The page’s calls had more than 1000000 characters", """
      for (let i = 0; i < 400; i += 1) martletBridge.logCustomEvent("e", { text: "x".repeat(50_000) });"""),
    "flood-of-escapes": ("page: The page kept posting messages to the window", "for (let i = 0; i < 1_000; i += 1) parent.postMessage({ martlet: { escape: true } }, '*');"),
}


def test_a_flood_ends_the_page_and_not_the_tab(server, visit):
    visitor, lab, phone = begin(visit, server, {name: document(script) for name, (_, script) in FLOODS.items()}, ["custom_event"])
    for name, (words, _) in FLOODS.items():
        before = lab.timeline.get_by_text(words).count()
        show(lab, name)
        expect(lab.timeline.get_by_text(words)).to_have_count(before + 1)
        beats_on(visitor.page)
        phone.shows_nothing()
        assert page_frame(visitor.page) is None, f"{name}: the frame is still there"
    visitor.screenshot("lab-html-flood")


# Each element blurs everything in it and behind it. A machine without a graphics card could not paint that in minutes.
HEAVY = document(
    "let place = document.body; for (let i = 0; i < 16; i += 1) place = place.appendChild(document.createElement('div'))",
    "<style>body, html { height: 100% } div { height: 100%; background: #e33; filter: blur(50px); backdrop-filter: blur(80px);"
    " animation: move 1s infinite alternate } @keyframes move { to { transform: translateX(5px) } }</style>",
)
FRAMES = "window.frames_ = 0; (function count() { window.frames_ += 1; requestAnimationFrame(count) })()"


def test_a_page_that_stops_the_painting_of_the_window_is_taken_down(server, visit):
    visitor, lab, phone = begin(visit, server, {"heavy": HEAVY})
    page = visitor.page
    page.evaluate(FRAMES)
    show(lab, "heavy")
    expect(lab.timeline).to_contain_text("The page took so long to paint that the window froze, and it was removed.", timeout=60_000)
    # The browser finishes painting what it has begun. Then the window continues.
    assert until(page, lambda: page_frame(page) is None), "the frame is still there"
    before = page.evaluate("window.frames_")
    assert until(page, lambda: page.evaluate("window.frames_") > before + 5, 90), "the window is not painted again"
    phone.shows_nothing()


def test_a_flood_ends_the_page_in_the_preview(server, visit):
    visitor = visit().sign_in()
    visitor.forgive(r"^console: ")
    page = visitor.page
    page.goto("/campaigns/new/message")
    page.evaluate(BEAT)
    editor = Editor(page)
    editor.fill(name="Flood", kind="html", trigger__0__kind="session_start")
    closing = {"flood-of-closing": ("The page made more than 500 calls", "for (let i = 0; i < 100_000; i += 1) martletBridge.closeMessage();")}
    for name, (words, script) in {**FLOODS, **closing}.items():
        editor.put("page", document(script))
        expect(page.locator(".preview-notice")).to_contain_text(words.removeprefix("page: "))
        expect(editor.preview.locator("iframe.web")).to_have_count(0)
        beats_on(page)
        editor.put("page", document("", "<p>Quiet</p>"))
        expect(page.frame_locator(".device-scene iframe.web").get_by_text("Quiet")).to_be_visible()
    # Everything that was written is still there.
    assert "Quiet" in editor.value("page")


# Each way tries to open a link, or claims that a person did. The name is part of the address.
FORGERIES = """
  const forge = (name) => {
    const address = `https://shop.example/${name}`;
    for (const number of [1, 2, 7, 1e9]) {
      const link = { link: address, target: null, input: { number, kind: "mouse" } };
      for (const message of [{ martlet: link }, link, JSON.stringify(link)]) parent.postMessage(message, "*");
    }
    window.open(address);
    const link = Object.assign(document.createElement("a"), { href: address, textContent: "Link" });
    document.body.append(link);
    link.click();
    const claim = (event) => {
      try { Object.defineProperty(event, "isTrusted", { get: () => true }); } catch {}
      return event;
    };
    try { Object.defineProperty(Event.prototype, "isTrusted", { get: () => true }); } catch {}
    for (const [Type, kind] of [[PointerEvent, "pointerdown"], [PointerEvent, "pointerup"], [MouseEvent, "click"], [KeyboardEvent, "keydown"]]) {
      link.dispatchEvent(claim(new Type(kind, { bubbles: true, cancelable: true, pointerType: "mouse", key: "Enter" })));
      window.open(address);
    }
    document.getElementById("label").click();
    window.open(address);
  };
"""
LABEL = "<label id='label' for='box'>Label</label><input id='box' type='checkbox'><input id='own' aria-label='Own'>"


def test_a_link_opens_by_an_input_inside_the_page_and_once(server, visit):
    visitor, lab, phone = begin(visit, server, {"forger": document(FORGERIES + """
      document.getElementById("own").focus();
      forge("early");
      window.forge = forge;
      let isUsed = false;
      document.getElementById("place").addEventListener("click", () => { for (const name of ["first", "second", "third"]) window.open(`https://shop.example/${name}`, "_blank"); setTimeout(() => { forge("late"); window.finished = true; }, 50); });
    """, LABEL)})
    page = visitor.page
    show(lab, "forger")
    phone.is_visible()
    followed = lab.timeline.get_by_text("Followed a link")
    # A person uses the window around the page while the page has taken the focus.
    page.mouse.click(5, 5)
    beats_on(page)
    page.keyboard.press("a")
    page_frame(page).evaluate("forge('beside')")
    page_frame(page).evaluate("document.querySelector('a').focus()")
    page.keyboard.press("Enter")
    expect(lab.timeline).to_contain_text("link: A link only opens right after a click")
    expect(lab.timeline).to_contain_text("The page tried to open a link without a tap")
    expect(followed).to_have_count(0)
    touch(page, "#place")
    expect(lab.timeline.get_by_text("Followed a link with the mouse")).to_have_count(1)
    expect(lab.timeline).to_contain_text("https://shop.example/first (_blank)")
    assert until(page, lambda: is_finished(page_frame(page))), "the page does not try anything later"
    beats_on(page)
    expect(followed).to_have_count(1)
    visitor.screenshot("lab-html-forged-links")


def test_keys_and_the_pointer_open_links_and_the_lab_says_which(server, visit):
    visitor, lab, phone = begin(visit, server, {"links": document("""
      document.getElementById("press").addEventListener("pointerdown", () => window.open("https://shop.example/press", "_blank"));
      document.getElementById("later").addEventListener("click", () => setTimeout(() => window.open("https://shop.example/later", "_blank"), 300));
    """, "<a href='https://shop.example/a' target='_blank'>Link</a><button id='press'>Press</button><button id='later'>Later</button>")})
    page = visitor.page
    show(lab, "links")
    phone.is_visible()
    frame = page.frame_locator("iframe.web")
    # With Tab from the phone's buttons, as people do it.
    phone.element.get_by_role("button", name="Remove").focus()
    for _ in range(40):
        # A person holds the key for a moment and releases it inside the frame.
        page.keyboard.press("Tab", delay=100)
        if page_frame(page).evaluate("document.activeElement?.localName === 'a'"):
            break
    page.keyboard.press("Enter")
    expect(lab.timeline.get_by_text("Followed a link by key")).to_have_count(1)
    expect(lab.timeline.get_by_text("https://shop.example/a (_blank)")).to_have_count(1)
    for count, place in enumerate(["a", "#press", "#later"], 1):
        touch(page, place)
        expect(lab.timeline.get_by_text("Followed a link with the mouse")).to_have_count(count)
    expect(lab.timeline.get_by_text("without a tap")).to_have_count(0)


# A page that changes everything it finds, to get at what our script has.
THIEF = """
  const stolen = [];
  window.stolen = stolen;
  const Port = MessagePort;
  const look = (list) => {
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i];
      if (value instanceof Port || (value instanceof Event && targetOf.call(value) instanceof Port)) stolen[stolen.length] = "port";
      if (Array.isArray(value) && value !== list) look(value);
    }
  };
  const targetOf = Object.getOwnPropertyDescriptor(Event.prototype, "target").get;
  const wrap = (object, name) => {
    const old = object[name];
    object[name] = function (...given) { look([this, given, window.event]); return Reflect_apply(old, this, given); };
  };
  const Reflect_apply = Reflect.apply;
  const { postMessage } = MessagePort.prototype;
  const forged = '{"link":"https://shop.example/stolen","target":null,"input":{"number":9,"kind":"mouse"}}';
  for (const [object, names] of [
    [MessagePort.prototype, ["postMessage", "start", "close"]], [Function.prototype, ["bind"]], [Reflect, ["apply"]],
    [String.prototype, ["slice", "toString", "toLowerCase", "includes"]], [Array.prototype, ["push", "map", "join", "filter", "find"]],
    [EventTarget.prototype, ["addEventListener", "dispatchEvent"]], [Event.prototype, ["preventDefault", "composedPath"]],
    [Element.prototype, ["getAttribute", "hasAttribute", "attachShadow", "remove", "querySelectorAll"]], [CSSStyleDeclaration.prototype, ["setProperty"]],
    [MutationObserver.prototype, ["observe", "disconnect", "takeRecords"]], [Performance.prototype, ["now"]],
  ]) for (const name of names) wrap(object, name);
  JSON.stringify = (value) => forged;
  JSON.parse = () => ({});
  for (const [type, name] of [[MessageEvent, "data"], [MessageEvent, "source"], [MessageEvent, "ports"], [Event, "target"], [Event, "currentTarget"]]) {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    Object.defineProperty(type.prototype, name, { get() { const value = Reflect_apply(get, this, []); look([this, value]); return value; } });
  }
  Object.prototype.toJSON = function () { return { link: "https://shop.example/stolen", target: null, input: { number: 9, kind: "mouse" } }; };
  Array.prototype[Symbol.iterator] = function* () { look(this); for (let i = 0; i < this.length; i += 1) yield this[i]; };
  for (const index of [0, 1]) Object.defineProperty(Object.prototype, index, { configurable: true, set(value) { look([value]); Object.defineProperty(this, index, { value, writable: true, configurable: true }); } });
  Error.prepareStackTrace = (_, sites) => { for (let i = 0; i < sites.length; i += 1) look([sites[i].getThis(), sites[i].getFunction()?.arguments]); return ""; };
  window.performance = { now: () => 0 };
  navigator.userActivation.constructor.prototype.__defineGetter__("isActive", () => true);
  window.MessagePort = class {};
  const trap = { toString() { new Error().stack; return "https://shop.example/odd"; }, get endless() { new Error().stack; return 1; } };
  martletBridge.logClick("one");
  martletBridge.logCustomEvent("forged", { a: 1, b: [trap], link: forged });
  martletBridge.logClick('"],"link":"https://shop.example/injected","x":["');
  window.open(trap);
  window.open("https://shop.example/stolen");
  addEventListener("martlet.SurroundingsChanged", () => { look([window.event]); window.open("https://shop.example/stolen"); });
  addEventListener("martlet.BridgeRefused", () => look([window.event]));
  for (let i = 0; i < 3; i += 1) {
    const { port1, port2 } = new MessageChannel();
    parent.postMessage(null, "*", [port2]);
    Reflect_apply(postMessage, port1, [forged]);
  }
"""


def test_a_page_cannot_take_the_channel_of_its_bridge(server, visit):
    visitor, lab, phone = begin(visit, server, {"thief": document(THIEF)}, ["custom_event"])
    page = visitor.page
    show(lab, "thief")
    phone.is_visible()
    lab.switch("Dark", True)
    # Its changes to JSON.parse and other functions affect its own calls, but nothing of ours.
    expect(lab.timeline.get_by_text("The page called logClick")).to_have_count(2)
    expect(lab.timeline).to_contain_text("The page called logCustomEvent")
    beats_on(page)
    assert page_frame(page).evaluate("stolen.length") == 0
    expect(lab.timeline.get_by_text("Followed a link")).to_have_count(0)
    # The click belongs to the page, which does with it what it likes. The next link needs another click.
    touch(page, "#place")
    beats_on(page)
    expect(lab.timeline.get_by_text("Followed a link")).to_have_count(0)


class Listeners:
    """Ports on this machine that never answer. `heard` has the names of those that were reached."""

    def __init__(self):
        self.heard: set[str] = set()
        self.sockets: list[socket.socket] = []

    def port(self, name: str, kind: int = socket.SOCK_STREAM) -> int:
        listener = socket.socket(socket.AF_INET, kind)
        listener.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            listener.listen()
        self.sockets.append(listener)
        threading.Thread(target=self._listen, args=(listener, name), daemon=True).start()
        return listener.getsockname()[1]

    def _listen(self, listener: socket.socket, name: str):
        with contextlib.suppress(OSError):
            while True:
                if listener.type == socket.SOCK_DGRAM:
                    listener.recvfrom(2048)
                else:
                    listener.accept()[0].close()
                self.heard.add(name)

    def stop(self):
        for listener in self.sockets:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()


# Asks a STUN or TURN server for its own address, which is how every peer-to-peer connection starts.
CONNECT = """(type) => {
  const connection = new type({ iceServers: [{ urls: "stun:127.0.0.1:%UDP%" }, { urls: "turn:127.0.0.1:%TCP%?transport=tcp", username: "a", credential: "b" }] });
  connection.createDataChannel("x");
  connection.createOffer().then((offer) => connection.setLocalDescription(offer));
}"""
# Works in any realm.
TRY = f"for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection']) try {{ ({CONNECT})(globalThis[name]); }} catch {{}}"
SCRIPT = f"<script>{TRY}<\\/script>"
INNER = f'<iframe srcdoc="{SCRIPT.replace(chr(34), "&quot;")}"></iframe>'
IN_MARKUP = INNER.replace("<\\/script>", "</script>")

# Where a page might find what our script has removed. Each is tried in a separate page.
REALMS = {
    "itself": f"<script>{TRY}</script>",
    "own property names": f"<script>for (const name of Object.getOwnPropertyNames(window)) if (/RTCPeer/.test(name)) ({CONNECT})(window[name]);</script>",
    "an empty frame": f"<script>const frame = document.createElement('iframe'); document.body.append(frame); try {{ frame.contentWindow.eval({json.dumps(TRY)}) }} catch {{}}; try {{ ({CONNECT})(window[0].RTCPeerConnection) }} catch {{}}</script>",
    "srcdoc in the markup": IN_MARKUP,
    "srcdoc by script": f"<script>const frame = document.createElement('iframe'); frame.srcdoc = {json.dumps(SCRIPT.replace(chr(92), ''))}.replaceAll('!', '/'); document.body.append(frame);</script>",
    "srcdoc by innerHTML": f"<div id='d'></div><script>document.getElementById('d').innerHTML = `{INNER}`;</script>",
    "srcdoc in an open shadow tree": f"<div id='d'></div><script>document.getElementById('d').attachShadow({{ mode: 'open' }}).innerHTML = `{INNER}`;</script>",
    "srcdoc in a closed shadow tree": f"<div id='d'></div><script>document.getElementById('d').attachShadow({{ mode: 'closed' }}).innerHTML = `{INNER}`;</script>",
    "srcdoc in a copied shadow tree": f"<div id='d'></div><script>const host = document.createElement('div'); host.attachShadow({{ mode: 'closed', clonable: true }}).innerHTML = `{INNER}`; host.remove(); document.body.append(host.cloneNode(true));</script>",
    "srcdoc in a tree within a tree": f"<div id='d'></div><script>const root = document.getElementById('d').attachShadow({{ mode: 'closed' }}); root.innerHTML = '<p></p>'; root.firstChild.attachShadow({{ mode: 'closed' }}).innerHTML = `{INNER}`;</script>",
    "srcdoc in a declared shadow tree": f"<div><template shadowrootmode='closed'>{IN_MARKUP}</template></div>",
    "srcdoc in a written shadow tree": f"<script>document.write(`<div><template shadowroot`); document.write(`mode=closed>{INNER}</template></div>`);</script>",
    "srcdoc in a tree set unsafely": f"<div id='d'></div><script>document.getElementById('d').setHTMLUnsafe(`<div><template shadowrootmode=closed>{INNER}</template></div>`);</script>",
    "srcdoc under another name": f"<script>const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'x:iframe'); frame.setAttribute('srcdoc', {json.dumps(SCRIPT.replace(chr(92), ''))}.replaceAll('!', '/')); document.body.append(frame);</script>",
    "srcdoc where our methods were changed": f"<script>Element.prototype.remove = () => {{}}; Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = () => []; MutationObserver.prototype.takeRecords(); document.body.insertAdjacentHTML('beforeend', `{INNER}`);</script>",
    "a frame of a script": f"<iframe src=\"javascript:{TRY.replace(chr(34), '&quot;')}\"></iframe>",
    "a frame of data": f"<iframe src='data:text/html,<script>{TRY.replace(chr(39), '%22').replace('#', '')}</script>'></iframe>",
    "an object": f"<object type='text/html' data='data:text/html,<script>{TRY.replace(chr(39), '%22')}</script>'></object><embed type='text/html' src='data:text/html,<script>{TRY.replace(chr(39), '%22')}</script>'>",
    "a worker": f"<script>new Worker(URL.createObjectURL(new Blob([{json.dumps(TRY)}])));</script>",
    "a document of its own": f"<script>const other = document.implementation.createHTMLDocument(); other.body.innerHTML = `{INNER}`; document.body.append(document.adoptNode(other.body.firstChild));</script>",
    "a page written anew": f"<script>document.open(); document.write(`<p>New</p>{INNER}`); document.close();</script>",
}


def realm_page(name: str, listeners: Listeners) -> str:
    # First, because what some realms write swallows the rest of the page.
    end = "<script>addEventListener('load', () => setTimeout(() => (window.finished = true), 300))</script>"
    page = f"<!doctype html><html lang='en'><title>Hostile</title><body><p>{name}</p>{end}{REALMS[name]}"
    return page.replace("%UDP%", str(listeners.port(f"{name}: UDP", socket.SOCK_DGRAM))).replace("%TCP%", str(listeners.port(f"{name}: TCP")))


def reaches(browser, page: str, listeners: Listeners, name: str) -> bool:
    """Whether a page reaches the listener when a host without protection shows it."""
    canary = Canary({"/page": ("text/html", page.encode())})
    context = browser.new_context()
    window = context.new_page()
    window.goto(f"{canary.address}/page")
    found = until(window, lambda: name in listeners.heard, 15)
    context.close()
    canary.stop()
    return bool(found)


def test_no_page_connects_from_machine_to_machine(server, visit):
    listeners = Listeners()
    pages = {f"realm-{number}": realm_page(name, listeners) for number, name in enumerate(REALMS)}
    visitor, lab, phone = begin(visit, server, pages)
    for number, name in enumerate(REALMS):
        show(lab, f"realm-{number}")
        phone.is_visible()
        # It finishes many times later than a browser needs for it.
        assert until(visitor.page, lambda: is_finished(page_frame(visitor.page))), f"{name} does not come to its end"
        visitor.page.locator("[data-command=start_session]").click()
        phone.shows_nothing()
    assert not listeners.heard, sorted(listeners.heard)
    # Without protection they do connect, so this test could have noticed it.
    browser = visitor.context.browser
    for name in ["itself", "srcdoc in the markup", "srcdoc in a closed shadow tree", "srcdoc in a declared shadow tree"]:
        assert reaches(browser, realm_page(name, listeners), listeners, f"{name}: UDP"), f"{name} reaches nobody, wherever it is shown"
    listeners.stop()
