"""What Chromium makes of the golden scenes: the box of each node, in points from the corner of the window.

`scene.js` and `scene.css` draw the renderer's golden files, without a server. All text is in a font whose characters have the same width, so that
MartletUI's own layout, which is compared with the recorded boxes, can break the same lines without a font.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from functools import cache

from harness import ROOT
from playwright.sync_api import Browser, Page, Route

SCENES = ROOT / "Tests/Fixtures/scenes-html"
BOXES = ROOT / "Tests/Fixtures/scenes-layout"
ASSETS = ROOT / "Server/Sources/SceneHTML/Assets"
SITE = "https://layout.example"
PICTURE = "https://assets.example/autumn.png"
# The sizes of the picture in a scene. None: it cannot be loaded.
PICTURES = {"wide": (1200, 800), "tall": (600, 1500), "small": (60, 48), "lost": None}
# The font that Tests/Browser/fonts.conf offers, with the width of its characters as a part of its size.
FONT, ADVANCE = "DejaVu Sans Mono", 1233 / 2048

BEGIN = """async (font) => {
  const { SceneView } = await import('./scene.js');
  const sharedCSS = await (await fetch('./scene.css')).text();
  const host = document.createElement('div');
  host.style.cssText = 'position: fixed; inset: 0';
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  // Without the last property, the browser rounds the width of each character to whole points.
  sheet.replaceSync(`.scene { font-family: "${font}" !important; text-rendering: geometricPrecision }`);
  root.adoptedStyleSheets = [sheet];
  window.view = new SceneView(root, { sharedCSS, report: () => {} });
  window.root = root;
}"""

MEASURE = """async (scene) => {
  view.clear();
  view.draw(scene);
  const settled = (image) => image.decode().catch(() => {});
  for (let images = null; images?.length !== 0; ) {
    images = [...root.querySelectorAll('img')].filter((image) => !(image.complete && image.naturalWidth));
    await Promise.all(images.map(settled));
  }
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const numbers = (...values) => values.map((value) => Math.round(value * 1000) / 1000);
  const boxes = {}, contents = {};
  for (const node of root.querySelectorAll('[data-node]')) {
    const { x, y, width, height } = node.getBoundingClientRect();
    boxes[node.dataset.node] = numbers(x, y, width, height);
    if (node.matches('.scrolls')) contents[node.dataset.node] = numbers(node.clientHeight, node.scrollHeight);
  }
  return { boxes, contents, isDragged: 'drags' in root.querySelector('.scene').dataset };
}"""

WIDTH = """() => {
  const text = document.createElement('span');
  text.className = 'scene';
  text.style.cssText = 'position: absolute; inset: auto; display: inline; white-space: nowrap; font-size: 100px';
  text.textContent = 'The quick brown fox jumps over the lazy dog.';
  root.append(text);
  const width = text.getBoundingClientRect().width / text.textContent.length / 100;
  text.remove();
  return width;
}"""


def picture(width: int, height: int) -> bytes:
    """A grey PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + b"\x80" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def answer(route: Route):
    name = route.request.url.removeprefix(SITE).lstrip("/")
    size = PICTURES.get(name.removesuffix(".png"))
    if name == "":
        route.fulfill(body="<!doctype html><title>Layout</title>", content_type="text/html")
    elif size:
        route.fulfill(body=picture(*size), content_type="image/png")
    elif (ASSETS / name).is_file():
        route.fulfill(path=ASSETS / name, content_type="text/css" if name.endswith(".css") else "text/javascript")
    else:
        route.abort()


class Ruler:
    """A page that draws scenes and measures them."""

    def __init__(self, browser: Browser):
        self.context = browser.new_context(reduced_motion="reduce")
        self.context.route("**/*", answer)
        self.page: Page = self.context.new_page()
        self.page.goto(f"{SITE}/")
        self.page.evaluate(BEGIN, FONT)

    def width_of_a_character(self) -> float:
        return self.page.evaluate(WIDTH)

    def measure(self, name: str) -> str:
        """The boxes of a golden scene: one line, or one line for each size of its picture."""
        width, height = map(int, re.search(r"_(\d+)x(\d+)_", name).groups())
        self.page.set_viewport_size({"width": width, "height": height})
        html, css = markup(name).rsplit("\n\n", 1)
        # The golden files have line breaks between tags, for readers.
        html = html.replace(">\n<", "><")
        lines = []
        for key in PICTURES if PICTURE in html else [""]:
            scene = {"id": re.search('data-scene="([^"]+)"', html)[1], "html": html.replace(PICTURE, f"{SITE}/{key}.png"), "css": css}
            lines.append({**({"picture": key} if key else {}), **self.page.evaluate(MEASURE, scene)})
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)

    def close(self):
        self.context.close()


@cache
def matrix() -> dict[str, str]:
    """The markup of the scenes that have no file of their own."""
    lines = [json.loads(line) for line in (SCENES / "matrix.jsonl").read_text().splitlines()]
    return {line["case"]: line["html"] for line in lines}


def markup(name: str) -> str:
    return matrix()[name] if name in matrix() else (SCENES / f"{name}.html").read_text()


def names() -> list[str]:
    return sorted({path.stem for path in SCENES.glob("*.html")} | matrix().keys())
