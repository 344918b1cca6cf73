"""What `scene.js` does with a scene on a separate page: focus, Escape, announcements, and images that are missing or animated.

In the lab, a message is part of a larger page and does not take its focus. So one scene of each kind is copied from the lab and drawn as in an app.
"""

import json
import re

from pages import Lab, until
from playwright.sync_api import expect

SAMPLES = ["Slideup", "Slideup with image", "Modal", "Modal with image", "Modal image", "Full screen", "Full-screen image", "Modal, long text", "HTML"]
# One red dot.
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="

# The scene as the server rendered it, before the lab's page embedded it.
TAKE = """scene => {
  const copy = scene.cloneNode(true);
  delete copy.dataset.state;
  if ('modal' in copy.dataset) copy.setAttribute('aria-modal', 'true');
  const own = scene.getRootNode().adoptedStyleSheets.find(sheet => [...sheet.cssRules].some(rule => rule.cssText.includes('data-scene=')));
  return { id: scene.dataset.scene, html: copy.outerHTML, css: [...own.cssRules].map(rule => rule.cssText).join('\\n') };
}"""

BEGIN = """async (paths) => {
  const { SceneView } = await import(paths.script);
  const sharedCSS = await (await fetch(paths.styles)).text();
  document.body.replaceChildren();
  const before = document.createElement('button');
  before.textContent = 'Before';
  const host = document.createElement('div');
  host.id = 'host';
  host.style.cssText = 'position: fixed; inset: 0';
  document.body.append(before, host);
  before.focus();
  window.reports = [];
  window.view = new SceneView(host.attachShadow({ mode: 'open' }), { sharedCSS, report: (event, id) => window.reports.push([Object.keys(event)[0], event, id]) });
}"""


class Stage:
    def __init__(self, visitor, samples: list[str]):
        self.page = visitor.page
        lab, phone = Lab(visitor).with_one_phone()
        lab.start_session()
        self.scenes = {}
        for sample in samples:
            lab.show(sample)
            phone.is_visible()
            self.scenes[sample] = phone.scene.evaluate(TAKE)
        paths = self.page.evaluate(
            """() => ({
              styles: document.getElementById('lab').dataset.sceneStyles,
              script: performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname).find(path => path.startsWith('/assets/scene-') && path.endsWith('.js')),
            })"""
        )
        # A page with the same policy, without the lab's own scripts.
        self.page.goto("/settings")
        self.page.set_viewport_size({"width": 375, "height": 667})
        self.page.evaluate(BEGIN, paths)
        self.scene = self.page.locator("#host .scene")

    def show(self, scene: dict):
        self.page.evaluate("scene => window.view.show(scene)", scene)
        expect(self.scene).to_have_attribute("data-state", "visible")

    def reports(self) -> list[str]:
        return self.page.evaluate("window.reports.map(([name]) => name)")

    def in_the_page(self, script: str):
        return next(frame for frame in self.page.frames if "/pages/" in frame.url).evaluate(script)

    def has_been_everywhere_in_the_page(self) -> bool:
        return self.in_the_page("[...document.querySelectorAll('button')].every(button => window.visited.has(button.id || button.dataset.plant))")

    def focused(self) -> str | None:
        return self.page.evaluate("document.getElementById('host').shadowRoot.activeElement?.dataset.node ?? null")


FOLLOW = "document.addEventListener('focusin', ({ target }) => (window.visited ??= new Set()).add(target.id || target.dataset.plant))"


def test_the_focus_goes_into_every_modal_kind_stays_there_and_comes_back(server, visit):
    visitor = visit().sign_in()
    stage = Stage(visitor, SAMPLES)
    seen = set()
    for name, scene in stage.scenes.items():
        stage.page.get_by_role("button", name="Before").focus()
        stage.show(scene)
        seen.add(stage.scene.get_attribute("data-kind"))
        if stage.scene.get_attribute("data-modal") is None:
            # It does not take the focus, but is announced.
            expect(stage.page.get_by_role("button", name="Before")).to_be_focused()
            expect(stage.page.locator("#host [role=status]")).to_have_text(stage.scene.get_attribute("aria-label"))
        else:
            assert stage.focused() == stage.scene.get_attribute("data-focus"), name
            if name == "HTML":
                stage.in_the_page(FOLLOW)
            stops = []
            for _ in range(12):
                stage.page.keyboard.press("Tab")
                stops.append(stage.focused())
            assert None not in stops, f"{name}: the focus left the message: {stops}"
            assert name == "HTML" or "close" in stops, f"{name}: {stops}"
            stage.page.keyboard.press("Shift+Tab")
            assert stage.focused() is not None, name
            if name == "HTML":
                # The focus reached the last of the page's buttons, and the first one again.
                assert stage.has_been_everywhere_in_the_page(), name
            stage.page.keyboard.press("Escape")
            # A report from the frame of a page takes a moment.
            assert until(stage.page, lambda: stage.reports()[-1:] == ["escaped"]), name
        visitor.check_accessibility("#host")
        # Whatever closes it. A page closes itself through its bridge, and then the presenter hides it.
        stage.page.evaluate("id => window.view.hide({ id, animated: false })", scene["id"])
        expect(stage.scene).to_have_count(0)
        expect(stage.page.get_by_role("button", name="Before")).to_be_focused()
        expect(stage.page.locator("#host [role=status]")).to_have_text("")
    assert {"slideup", "modal", "modal_image", "full", "full_image", "html"} <= seen, seen


def test_a_redraw_keeps_focus_and_place_and_never_leaves_a_hole(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("ERR_INVALID_URL|Failed to load resource")
    stage = Stage(visitor, ["Modal with image", "Modal, long text"])
    scene = stage.scenes["Modal with image"]
    stage.show(scene)
    stage.scene.locator("[data-node=close]").focus()
    broken = dict(scene, html=re.sub(r'src="[^"]+"', 'src="data:image/png;base64,AAAA"', scene["html"]))
    stage.page.evaluate("scene => window.view.update(scene)", broken)
    assert stage.focused() == "close"
    image = stage.scene.locator("[data-node=image]")
    expect(image).to_have_class(re.compile("words"))
    expect(image).to_have_text("A lamp, three books and a steaming mug on a table at night")
    assert image.bounding_box()["height"] >= 44
    visitor.check_accessibility("#host")
    # Before the scene has appeared, the same problem makes it fail.
    stage.page.evaluate("scene => { window.view.clear(); window.reports = []; window.view.show(scene) }", broken)
    stage.page.wait_for_function("window.reports.length > 0")
    assert stage.reports() == ["failed"]
    expect(stage.scene).to_have_count(0)
    # The scroll position stays.
    long = stage.scenes["Modal, long text"]
    stage.show(long)
    stage.scene.locator(".scrolls").first.evaluate("box => { box.scrollTop = 300 }")
    stage.page.evaluate("scene => window.view.update(scene)", long)
    assert stage.scene.locator(".scrolls").first.evaluate("box => box.scrollTop") == 300


def test_a_redraw_while_the_scene_enters_loses_nothing(server, visit):
    visitor = visit().sign_in()
    stage = Stage(visitor, ["Full screen"])
    scene = stage.scenes["Full screen"]
    stage.page.evaluate("scene => { window.view.show(scene); window.view.update(scene); setTimeout(() => window.view.update(scene), 60) }", scene)
    expect(stage.scene).to_have_attribute("data-state", "visible")
    assert stage.reports() == ["appeared"]


def test_a_moving_picture_stands_still_unless_it_may_move(server, visit):
    visitor = visit().sign_in()
    stage = Stage(visitor, [])
    html = (
        '<section class="scene" data-scene="s" data-kind="modal" data-placement="center" data-enter="none" data-leave="none" aria-label="x" dir="ltr">'
        f'<div class="scene-stage"><div class="column"><img class="image fit-contain" data-n="0" data-node="still" src="{DOT}" data-still alt="A dot">'
        f'<img class="image fit-contain" data-n="1" data-node="moving" src="{DOT}" alt="Another"></div></div></section>'
    )
    stage.show({"id": "s", "html": html, "css": ""})
    still = stage.scene.locator("[data-node=still]")
    assert still.evaluate("element => element.localName") == "canvas"
    assert still.get_attribute("aria-label") == "A dot" and still.get_attribute("role") == "img"
    pixel = still.evaluate("element => [...element.getContext('2d').getImageData(0, 0, 1, 1).data]")
    assert pixel == [255, 0, 0, 255], json.dumps(pixel)
    assert stage.scene.locator("[data-node=moving]").evaluate("element => element.localName") == "img"
