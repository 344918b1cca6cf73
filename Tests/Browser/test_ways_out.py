"""What can leave a message page: each way in which a page could send something out is tried against ports on this machine, in Chromium and in WebKit.
What gets out must be exactly what the table in docs/html-messages.md says.

Each way has a separate port for each scheme, so even a connection without a request is noticed. DNS lookups are not noticed, because the
addresses are numeric.
"""

import contextlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace

from harness import ROOT, Visitor, launching
from pages import until
from test_html import Canary, campaign, shown_to_its_end
from test_sandbox import TRY, begin
from test_webkit import open_lab
from test_webkit import show as show_in_webkit
from webkit import WebKit

# By the names in the document. %URL% is an address that must not be reached.
QUIET = {
    "image (`img`)": "<img src='%URL%' alt=''>",
    "image from a script": "<script>new Image().src = '%URL%'</script>",
    "image with several sizes (`srcset`)": "<img srcset='%URL% 1x' alt=''><picture><source srcset='%URL%'><img alt=''></picture>",
    "background image in CSS": "<style>#place { background: url('%URL%') }</style>",
    "cursor in CSS": "<style>html, body, p { cursor: url('%URL%'), auto }</style>",
    "image in SVG": "<svg width='9' height='9'><image href='%URL%' width='9' height='9'/></svg>",
    "SVG filter or symbol": "<svg width='9' height='9'><use href='%URL%#a'/><rect width='9' height='9' filter='url(%URL%#f)'/></svg>",
    "video poster": "<video poster='%URL%'></video>",
    "image button": "<form><input type='image' src='%URL%' alt='Go'></form>",
    "preloaded image": "<link rel='preload' as='image' href='%URL%'>",
    "font in CSS": "<style>@font-face { font-family: Far; src: url('%URL%') } #place { font-family: Far }</style>",
    "font from a script": "<script>new FontFace('Farther', 'url(%URL%)').load().catch(() => {})</script>",
    "stylesheet": "<link rel='stylesheet' href='%URL%'>",
    "stylesheet imported by CSS": "<style>@import url('%URL%');</style>",
    "video or audio": "<video src='%URL%' preload='auto'></video><audio src='%URL%' preload='auto'></audio>",
    "video captions": "<video src='data:video/mp4;base64,AAAA' crossorigin='anonymous'><track default kind='captions' src='%URL%'></video><script>for (const track of document.querySelectorAll('track')) track.track.mode = 'showing'</script>",
    "script": "<script src='%URL%'></script>",
    "JavaScript module": "<script type='module'>import '%URL%';</script><script>import('%URL%').catch(() => {})</script>",
    "preloaded module": "<link rel='modulepreload' href='%URL%'>",
    "prefetched or prerendered page": "<link rel='prefetch' href='%URL%'><link rel='prerender' href='%URL%'><link rel='next' href='%URL%'>",
    "speculation rules": "<script type='speculationrules'>{\"prefetch\": [{\"source\": \"list\", \"urls\": [\"%URL%\"], \"eagerness\": \"immediate\"}], \"prerender\": [{\"source\": \"list\", \"urls\": [\"%URL%\"], \"eagerness\": \"immediate\"}]}</script>",
    "`preconnect` and `dns-prefetch`": "<link rel='preconnect' href='%URL%'><link rel='dns-prefetch' href='%URL%'>",
    "`preconnect` from a script": "<script>for (const rel of ['preconnect', 'preconnect stylesheet']) { const link = document.createElement('link'); link.rel = rel; link.href = '%URL%'; document.head.append(link); }</script>",
    "icon": "<link rel='icon' href='%URL%'><link rel='apple-touch-icon' href='%URL%'>",
    "manifest": "<link rel='manifest' href='%URL%'>",
    "`fetch`": "<script>fetch('%URL%', { mode: 'no-cors', keepalive: true }).catch(() => {})</script>",
    "`XMLHttpRequest`": "<script>const request = new XMLHttpRequest(); request.open('GET', '%URL%'); request.send();</script>",
    "`sendBeacon`": "<script>navigator.sendBeacon('%URL%', 'secret')</script>",
    "`WebSocket`": "<script>new WebSocket('%URL%'.replace('http', 'ws'))</script>",
    "`EventSource`": "<script>new EventSource('%URL%')</script>",
    "`WebTransport`": "<script>new WebTransport('%URL%'.replace('http:', 'https:'))</script>",
    "WebRTC": f"<script>{TRY}</script>",
    "worker": "<script>for (const Type of [Worker, SharedWorker]) try { new Type('%URL%') } catch {} new Worker(URL.createObjectURL(new Blob([\"fetch('%URL%', { mode: 'no-cors' })\"])))</script>",
    "service worker": "<script>navigator.serviceWorker.register('%URL%').catch(() => {})</script>",
    "frame": "<iframe src='%URL%'></iframe><iframe srcdoc=\"<img src='%URL%'>\"></iframe>",
    "`object` and `embed`": "<object data='%URL%'></object><embed src='%URL%'>",
    "link with `ping`": "<a id='tells' href='#here' ping='%URL%'>Tells</a><script>document.getElementById('tells').click()</script>",
    "`base` with another address": "<base href='%URL%'><img src='based.png' alt=''>",
    "policy report": "<meta http-equiv='Content-Security-Policy' content=\"img-src 'none'; report-uri %URL%\"><meta http-equiv='Reporting-Endpoints' content='default=&quot;%URL%&quot;'><img src='data:image/gif;base64,x' alt=''>",
}
# These would replace the rest of a page, so each gets a separate page.
LEAVING = {
    "refresh to another page": "<meta http-equiv='refresh' content='0;url=%URL%'>",
    "navigation by a script": "<script>location.href = '%URL%'</script>",
    "form": "<form method='post' action='%URL%'><input name='secret' value='secret'></form><script>document.forms[0].submit()</script>",
    "form that opens a window": "<form method='post' action='%URL%' target='_blank'><input name='secret' value='secret'></form><script>document.forms[0].submit()</script>",
    "`window.open`": "<script>const opened = Window.prototype.open ?? window.open; try { opened.call(window, '%URL%') } catch {} window.open('%URL%')</script>",
    "link that opens a window": "<a id='go' href='%URL%' target='_blank' rel='opener'>Go</a><script>document.getElementById('go').click()</script>",
    "navigation of the surrounding window": "<a id='go' href='%URL%' target='_top'>Go</a><script>document.getElementById('go').click(); try { top.location = '%URL%' } catch {}</script>",
}
# These do not get out of a careless host either: our browsers never make such requests from a frame, or at all.
NEVER = {"icon", "service worker", "`WebTransport`", "`base` with another address", "policy report", "manifest", "SVG filter or symbol"}
SCHEMES = ["https", "http"]
# These leave WebKit too, so the test could notice something.
NOTICED = {"image (`img`): https", "font in CSS: https"}


def stated() -> dict[str, dict[str, str]]:
    """The table in the document: what leaves, by the name of a way and by scheme."""
    text = (ROOT / "docs/html-messages.md").read_text()
    table = text.split("<!-- ways:begin -->")[1].split("<!-- ways:end -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]
    for row in rows:
        assert len(row) == 3 and all(cell in ("leaves", "a connection", "nothing") for cell in row[1:]), row
    return {way: dict(zip(SCHEMES, cells)) for way, *cells in rows}


def expected() -> dict[str, str]:
    return {f"{name}: {scheme}": row[scheme] for name, row in stated().items() for scheme in SCHEMES if row[scheme] != "nothing"}


class Posts:
    """Ports on this machine. For each port that was reached, `heard` says whether there was only a connection or also a request."""

    def __init__(self):
        self.heard: dict[str, str] = {}
        self.sockets: list[socket.socket] = []
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = Path(folder) / "key.pem", Path(folder) / "certificate.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                 "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                check=True, capture_output=True,
            )
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)

    def port(self, name: str, kind: int = socket.SOCK_STREAM, is_secure: bool = False) -> int:
        listener = socket.socket(socket.AF_INET, kind)
        listener.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            listener.listen()
        self.sockets.append(listener)
        threading.Thread(target=self._listen, args=(listener, name, is_secure), daemon=True).start()
        return listener.getsockname()[1]

    def _listen(self, listener: socket.socket, name: str, is_secure: bool):
        with contextlib.suppress(OSError):
            while True:
                if listener.type == socket.SOCK_DGRAM:
                    # Closing the socket returns an empty packet without a sender.
                    if listener.recvfrom(2048)[0]:
                        self.heard[name] = "leaves"
                else:
                    connection = listener.accept()[0]
                    self.heard.setdefault(name, "a connection")
                    threading.Thread(target=self._read, args=(connection, name, is_secure), daemon=True).start()

    def _read(self, connection: socket.socket, name: str, is_secure: bool):
        connection.settimeout(10)
        with contextlib.suppress(OSError), connection:
            if is_secure:
                connection = self.context.wrap_socket(connection, server_side=True)
            if connection.recv(2048):
                self.heard[name] = "leaves"

    def stop(self):
        for listener in self.sockets:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()


def written(name: str, body: str, scheme: str, posts: Posts) -> str:
    """The markup of a way, with a separate port."""
    key = f"{name}: {scheme}"
    port = posts.port(key, is_secure=scheme == "https")
    if "%UDP%" in body:
        body = body.replace("%UDP%", str(posts.port(key, socket.SOCK_DGRAM))).replace("%TCP%", str(port))
    # In a block, so that the declarations of scripts on the same page do not collide.
    body = re.sub(r"<script>(.*?)</script>", r"<script>{ \1 }</script>", body)
    return body.replace("%URL%", f"{scheme}://127.0.0.1:{port}/way")


def pages(posts: Posts) -> tuple[dict[str, str], dict[str, set[str]]]:
    """The markup of each page, and the ways that it tries: `name: scheme`."""

    def page(body: str) -> str:
        # Longer than the browser waits before it fetches speculatively.
        return (
            "<!doctype html><html lang='en'><title>Ways out</title><meta name='martlet-close' content='page'>"
            f"<p id='place'>Ways out</p>{body}<script>setTimeout(() => (window.finished = true), 500)</script>"
        )

    made, ways = {}, {}
    for scheme in SCHEMES:
        # These affect everything that follows on a page, so they get separate pages.
        quiet = [name for name in QUIET if name not in ("`base` with another address", "policy report")]
        made[f"quiet-{scheme}"] = page("".join(written(name, QUIET[name], scheme, posts) for name in quiet))
        ways[f"quiet-{scheme}"] = {f"{name}: {scheme}" for name in quiet}
        alone = {name: body for name, body in {**QUIET, **LEAVING}.items() if name not in quiet}
        for number, (name, body) in enumerate(alone.items()):
            made[f"alone-{number}-{scheme}"] = page(written(name, body, scheme, posts))
            ways[f"alone-{number}-{scheme}"] = {f"{name}: {scheme}"}
    return made, ways


@contextlib.contextmanager
def chromium_with_a_profile(visit):
    """Chromium as people use it: it connects ahead of requests, which it does not do in incognito windows."""
    chromium = visit().context.browser.browser_type
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield SimpleNamespace(new_context=lambda **options: chromium.launch_persistent_context(folder, **{**launching(predicts=True), **options}))


def test_the_document_names_every_way(server, visit):
    assert list(stated()) == [*QUIET, *LEAVING], f"the table of the document and the test differ: {set(stated()) ^ {*QUIET, *LEAVING}}"


def test_what_leaves_a_page_is_what_the_document_says(server, visit):
    posts = Posts()
    made, ways = pages(posts)

    def has_left(name: str) -> bool:
        return not name.startswith("quiet") and ways[name] <= set(posts.heard)

    with chromium_with_a_profile(visit) as browser:
        own = Visitor(browser, server, trusts_all=True)
        visitor, lab, phone = begin(lambda: own, server, made)
        for name in made:
            # A page that leaves may wait for ever for an answer of the port.
            decision = lab.decide(f"show_{name.replace('-', '_')}")
            frame = shown_to_its_end(visitor.page, decision, lambda: has_left(name))
            # What is allowed to leave has left. The ports listen to the end of the test for what must not.
            until(visitor.page, lambda: all(posts.heard.get(way) == what for way, what in expected().items() if way in ways[name]))
            if name.startswith("quiet"):
                # The browser grants no features to any page.
                lent = frame.evaluate("document.featurePolicy.allowedFeatures()")
                assert not {"camera", "microphone", "geolocation", "payment", "usb", "clipboard-read", "clipboard-write"} & set(lent), lent
            visitor.page.locator("[data-command=start_session]").click()
            phone.shows_nothing()
        assert not visitor.page.evaluate("document.featurePolicy.allowsFeature('camera')")
        # A profile starts with one open window.
        assert len(visitor.context.pages) == 2, "a page opened a window"
        # The browser also reports requests on behalf of a page. The ports here know better which of them got out.
        visitor.problems = [problem for problem in visitor.problems if not re.search(r"talked to somebody else: https?://127\.0\.0\.1:\d+/", problem)]
        own.finish()
    posts.stop()
    assert posts.heard == expected(), f"left against the document: {sorted(posts.heard.items() - expected().items())}; did not leave: {sorted(expected().items() - posts.heard.items())}"


def test_a_careless_host_would_let_everything_out(server, visit):
    posts = Posts()
    made, ways = pages(posts)
    canary = Canary({f"/{name}": ("text/html", page.encode()) for name, page in made.items()})
    missed = set()
    with chromium_with_a_profile(visit) as browser:
        context = browser.new_context(ignore_https_errors=True)
        for name in made:
            if not (tried := {way for way in ways[name] if way.rsplit(": ", 1)[0] not in NEVER}):
                continue
            window = context.new_page()
            # The page may navigate the window away while it is loaded.
            with contextlib.suppress(Exception):
                window.goto(f"{canary.address}/{name}", wait_until="commit")
            until(context.pages[0], lambda: tried <= set(posts.heard))
            missed |= tried - set(posts.heard)
            window.close()
        context.close()
    canary.stop()
    posts.stop()
    assert not missed, f"nobody would notice: {sorted(missed)}"


def test_what_leaves_a_page_in_webkit_is_no_more(server, visit):
    if not WebKit.is_there():
        print("      there is no WebKit here; run scripts/bootstrap --browser", file=sys.stderr)
        return
    posts = Posts()
    made, ways = pages(posts)
    for name, page in made.items():
        server.launch_campaign(**campaign(f"webkit-{name}", page))
    with WebKit(trusts_all=True) as window:
        device = open_lab(window, server)
        for name in made:
            show_in_webkit(window, device, f"webkit-{name}", is_gone=lambda: not name.startswith("quiet") and ways[name] <= set(posts.heard))
        window.until(lambda: NOTICED <= set(posts.heard), "nothing leaves")
    posts.stop()
    for name, what in list(posts.heard.items()):
        allowed = expected().get(name, "nothing")
        assert allowed == "leaves" or allowed == what, f"left against the document: {name}: {what}"
