"""The pages as people use them: what they can do and read there."""

from __future__ import annotations

import json
import re
import struct
import time
import zlib
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

from harness import PATIENCE, Visitor
from playwright.sync_api import Locator, Page, expect


def open_campaign(visitor: Visitor, name: str) -> Page:
    """Opens a campaign from the list, as a person does."""
    page = visitor.page
    page.goto("/campaigns")
    page.get_by_role("table").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    return page


def new_campaign(page: Page, kind: str = "Message"):
    """Opens the form of a new campaign from the page with its types, as a person does."""
    page.goto("/campaigns/new")
    page.get_by_role("main").get_by_role("link", name=kind, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"New {kind.lower()}")


def until(page: Page, look, patience: float = PATIENCE / 1000):
    """Returns what `look` finds as soon as it finds something. The policies of our pages do not allow waiting inside them."""
    end = time.monotonic() + patience
    while not (found := look()) and time.monotonic() < end:
        page.wait_for_timeout(30)
    return found


def wait_for(page: Page, held: list):
    """Waits until a handler of requests has put one into the list."""
    assert until(page, lambda: held), "no request came"


def open_report(visitor: Visitor, name: str) -> Page:
    """Opens a campaign's page with a report that includes the lab's phones."""
    page = open_campaign(visitor, name)
    page.goto(page.url.split("?")[0] + "?tests=shown")
    return page


def open_menu(page: Page, name: str):
    page.locator("summary").filter(has_text=name).click()


def states(page: Page) -> dict[str, str]:
    """The state of each campaign in the list, by name."""
    rows = page.locator("table.campaign-table tbody tr")
    return {
        row.locator("th .name-cell > div > a").inner_text(): row.locator(".cell-state").inner_text().strip()
        for row in rows.all()
    }


def field_time(days: int) -> str:
    """A time that many days from now, as a date and time field expects it. The console's times are in UTC."""
    return (datetime.now(timezone.utc) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def png(width: int, height: int) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + b"\x2b\x59\xd9" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def boxes(place: Locator, *selectors: str) -> list[dict]:
    """The boxes of the first match of each selector, in the place or in a message drawn there, all measured at the same moment."""
    return place.evaluate(
        """(place, selectors) => selectors.map(selector => {
          const roots = [place, ...[...place.querySelectorAll('*')].map(part => part.shadowRoot).filter(Boolean)];
          const { x, y, width, height } = roots.map(root => root.querySelector(selector)).find(Boolean).getBoundingClientRect();
          return { x, y, width, height };
        })""",
        list(selectors),
    )


class Editor:
    def __init__(self, page: Page):
        self.page = page
        self.preview = page.locator(".editor-preview")
        # The scene is drawn in a shadow root, which the selectors see through.
        self.scene = self.preview.locator(".scene")

    def field(self, name: str) -> Locator:
        return self.page.locator(f'.editor-form [name="{name}"]:not([type=hidden])')

    def step(self, name: str) -> "Editor":
        """Opens a step: `step("Trigger")`."""
        self.page.get_by_role("navigation", name="Steps").get_by_role("link", name=name).click()
        expect(self.page.locator(f"#step-{name.lower()}")).to_be_visible()
        return self

    def reach(self, part: Locator) -> str:
        """Opens the step and the folds that contain the part. Returns what kind of element it is."""
        kind, step = part.first.evaluate(
            """part => {
              for (let fold = part.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
              const step = part.closest('.editor-step');
              return [part.localName + ' ' + part.type, step && !step.checkVisibility() ? step.id : ''];
            }"""
        )
        if step:
            self.step(step.removeprefix("step-").capitalize())
        return kind

    def fill(self, **values: str):
        """Double underscores stand for the dots in field names."""
        for key, value in values.items():
            self.put(key.replace("__", "."), value)

    def put(self, name: str, value: str):
        field = self.field(name)
        kind = self.reach(field)
        if kind.startswith("select"):
            field.select_option(value)
        elif kind.endswith("radio"):
            self.page.locator(f'[name="{name}"][value="{value}"]').check()
        else:
            field.fill(value)

    def value(self, name: str) -> str:
        field = self.field(name)
        return field.first.evaluate("field => field.type === 'radio' ? field.form.elements[field.name].value : field.value")

    def values(self) -> dict[str, str]:
        """Everything that was typed or selected."""
        pairs = self.page.locator("form.editor").evaluate(
            "form => [...new FormData(form)].filter(([name]) => !['csrf', 'revision', 'id', 'do'].includes(name) && !name.startsWith('preview.'))"
        )
        return {name: value.replace("\r\n", "\n") for name, value in pairs}

    def add_condition(self, trigger: int = 0):
        self.reach(self.page.locator("#triggers"))
        group = self.page.get_by_role("group", name=f"Trigger {trigger + 1}", exact=True)
        count = group.locator(".condition").count()
        group.get_by_role("button", name="Add condition").click()
        expect(group.locator(".condition")).to_have_count(count + 1)

    def add_extra(self):
        self.reach(self.page.locator("#rows-extra"))
        count = self.page.locator(".extra").count()
        self.page.get_by_role("button", name="Add extra").click()
        expect(self.page.locator(".extra")).to_have_count(count + 1)

    def problem(self, name: str) -> str:
        """The text next to a field. Only what a screen reader reads with the field counts."""
        field = self.field(name).first
        expect(field, f"{name} is not marked as wrong").to_have_attribute("aria-invalid", "true")
        ids = (field.get_attribute("aria-describedby") or "").split()
        texts = self.page.evaluate("ids => ids.map(id => document.getElementById(id)?.innerText ?? '')", ids)
        assert any(texts), f"{name} is wrong, and nothing says why"
        return " ".join(texts)

    def warning(self, name: str) -> str:
        ids = (self.field(name).first.get_attribute("aria-describedby") or "").split()
        return " ".join(self.page.locator(f"#{id}.warning").inner_text() for id in ids if self.page.locator(f"#{id}.warning").count())

    def boxes(self, *selectors: str) -> list[dict]:
        return boxes(self.preview, *selectors)

    def show(self, what: str, choice: str):
        """Uses a switch of the preview: `show("Orientation", "Landscape")`."""
        group = self.preview.get_by_role("group", name=what, exact=True)

        # What a drawing finds appears above the switches, and may move them away from under a click.
        def is_chosen() -> bool:
            group.get_by_text(choice, exact=True).click()
            return group.get_by_label(choice, exact=True).is_checked()

        assert until(self.page, is_chosen), f"{what}: {choice} cannot be chosen"

    def save(self):
        self.page.get_by_role("button", name="Save as draft").click()

    def ask_to_launch(self):
        self.step("Review")
        self.page.get_by_role("button", name="Save and launch").click()

    def launch(self):
        """Saves the draft, and confirms on the page that shows its audience."""
        self.ask_to_launch()
        self.page.get_by_role("button", name="Launch “").click()


class Report:
    """The figures of a campaign's page, as numbers."""

    def __init__(self, page: Page):
        # Read in one step, so that all figures are from the same moment.
        read = page.evaluate(
            """() => ({
              figures: [...document.querySelectorAll('#report dl.figures .figure')].map(f => [f.querySelector('dt').innerText, f.querySelector('dd').innerText]),
              cards: [...document.querySelectorAll('#report section.card')].map(card => [
                card.querySelector('h3').innerText,
                [...card.querySelectorAll('ol.bars > li')].map(li => [li.querySelector('span').firstChild.textContent.trim(), li.querySelector('.bars-value').innerText]),
              ]),
              table: [...document.querySelectorAll('#report .chart table tbody tr')].map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent)),
            })"""
        )
        self.figures = {term: number(value) for term, value in read["figures"]}
        cards = {title: {name: number(value) for name, value in bars} for title, bars in read["cards"]}
        self.funnel = cards.get("Funnel", {})
        self.not_shown = cards.get("Why it was not shown", {})
        self.clicks = cards.get("Clicks by button", {})
        self.dismissals = cards.get("Dismissals", {})
        rows = [[number(cell) or 0 for cell in row] for row in read["table"]]
        # Shown, clicked, dismissed, not shown.
        self.over_time = [sum(column) for column in zip(*rows)] if rows else []

    def __repr__(self):
        return json.dumps(vars(self), ensure_ascii=False)


def number(text: str) -> int | None:
    match = re.match(r"[\d., ]*\d", text.strip())
    return int(re.sub(r"\D", "", match[0])) if match and "%" not in text else None


def report_when(page: Page, is_right, patience: float = PATIENCE / 1000) -> Report:
    """The report once it is right. Devices send their events within two seconds, and the page does not update by itself, so it is reloaded."""
    deadline = time.monotonic() + patience
    while not is_right(report := Report(page)):
        assert time.monotonic() < deadline, f"the report did not become right: {report}"
        page.reload()
    return report


class Lab:
    """The Device Lab. Actions apply to the selected device. `phone` returns one of the phones that are shown."""

    def __init__(self, visitor: Visitor):
        self.page = visitor.page
        self.timeline = self.page.locator("ol.timeline:not([hidden])")
        self.decisions = self.timeline.locator(".row-decision")
        # Newest first.
        self.by_hand = self.decisions.filter(has=self.page.locator(".row-event").get_by_text("Shown manually", exact=True))

    def open(self) -> "Lab":
        """Opens the lab. It adds a small phone if there is no device."""
        self.page.goto("/lab")
        self.is_ready()
        return self

    def with_one_phone(self, model: str = "small_phone", quiet: int = 0) -> tuple["Lab", "Phone"]:
        """Opens the lab with one new phone, and no minimum interval between messages. Its requests are those of the page's buttons."""
        request = self.page.context.request
        page = request.get("/lab")
        headers = {"X-CSRF-Token": re.search(r'data-csrf="([^"]+)"', page.text())[1], "Origin": page.url.removesuffix("/lab"), "Accept": "application/json"}
        for device in request.get("/lab/devices", headers=headers).json()["devices"]:
            assert request.delete(f"/lab/devices/{device['id']}", headers=headers).ok
        assert request.post("/lab/devices", data={"model": model, "minimum_interval": quiet}, headers=headers).ok
        self.open()
        return self, self.only_phone().select()

    def clear(self) -> "Lab":
        """Removes all phones."""
        removes, empty = self.page.locator(".device-remove"), self.page.locator("#lab-empty")
        while not empty.is_visible():
            label = self.labels()[0]
            removes.first.click()
            expect(self.page.get_by_role("button", name=f"Remove {label}", exact=True)).to_have_count(0)
            # Another phone takes the free place, or none is left.
            expect(removes.locator("visible=true").or_(empty.locator("visible=true")).first).to_be_visible()
        return self

    def is_ready(self):
        expect(self.page.locator("#lab[data-ready]")).to_be_attached()
        expect(self.page.locator("article.device").first).to_be_visible()

    def phone(self, label: str) -> "Phone":
        return Phone(self, self.page.locator("article.device").filter(has=self.page.get_by_role("button", name=label, exact=True)))

    def labels(self) -> list[str]:
        return self.page.locator(".device-name").all_inner_texts()

    def only_phone(self) -> "Phone":
        labels = self.labels()
        assert len(labels) == 1, labels
        return self.phone(labels[0])

    def add(self, model: str = "small_phone", quiet: int = 30) -> "Phone":
        before = set(self.labels())
        open_menu(self.page, "Add device")
        self.page.locator("#lab-order-model").select_option(model)
        self.page.locator("#lab-order-interval").select_option(str(quiet))
        self.page.locator("#lab-order").get_by_role("button", name="Add device").click()
        expect(self.page.locator(".device-name")).to_have_count(len(before) + 1)
        [label] = set(self.labels()) - before
        return self.phone(label)

    # The controls for the selected device.

    def start_session(self):
        """Opens the app and waits until it has the campaigns."""
        with self.syncs():
            self.page.locator("[data-command=start_session]").click()

    def log(self, name: str, properties: dict | str | None = None):
        form = self.page.locator("[data-form=log_event]")
        form.locator("[name=name]").fill(name)
        form.locator("[name=properties]").fill(properties if isinstance(properties, str) else json.dumps(properties) if properties else "")
        form.get_by_role("button").click()

    def decide(self, name: str, properties: dict | None = None) -> "Decision":
        """Logs an event and waits for the decision on it."""
        # Only decisions on this event, because the session's own decision may come in between.
        decisions = self.decisions.filter(has=self.page.locator(".row-event").get_by_text(name, exact=True))
        count = decisions.count()
        self.log(name, properties)
        expect(decisions).to_have_count(count + 1)
        return Decision(decisions.first)

    def become(self, user: str):
        """Signs in another person and waits for that person's campaigns."""
        form = self.page.locator("[data-form=change_user]")
        form.locator("[name=user_id]").fill(user)
        with self.syncs():
            form.get_by_role("button", name="Sign in").click()

    def switch(self, name: str, on: bool):
        button = self.page.locator(".lab-switches").get_by_role("button", name=name, exact=True)
        button.evaluate("button => button.closest('details').open = true")
        if (button.get_attribute("aria-pressed") == "true") != on:
            button.click()
        expect(button).to_have_attribute("aria-pressed", str(on).lower())

    def choose(self, label: str, choice: str):
        """Selects an option in one of the palette's lists."""
        field = self.page.locator(".lab-palette").get_by_label(label, exact=True)
        field.evaluate("field => field.closest('details').open = true")
        with self.page.expect_response(lambda response: response.url.endswith("/commands")):
            field.select_option(label=choice)

    def text_size(self, percent: int):
        field = self.page.locator("#lab-text")
        field.evaluate("(field, percent) => { field.value = percent; field.dispatchEvent(new Event('change')) }", str(percent))
        expect(self.page.locator("#lab-text-output")).to_have_text(f"{percent}%")

    def show(self, sample: str):
        """Presses a sample's button, and waits until this message has replaced the previous one."""
        before = self.by_hand.count()
        button = self.page.get_by_role("group", name="Sample messages").get_by_role("button", name=sample, exact=True)
        button.evaluate("button => button.closest('details').open = true")
        button.click()
        expect(self.by_hand).to_have_count(before + 1)
        expect(self.by_hand.first).to_contain_text("prepareWith")

    def link(self) -> str:
        """The link that the page offers to copy."""
        self.page.get_by_role("button", name="Copy link").click()
        address = self.page.locator("#lab-link").input_value()
        self.page.get_by_role("button", name="Done").click()
        return address

    def advance(self, name: str):
        """Advances the device's clock: `advance("1 hour")`. Returns when everything that was due in that time has happened."""
        button = self.page.get_by_role("group", name="Advance this device’s clock").get_by_role("button", name=f"Advance {name}", exact=True)
        later = self.timeline.get_by_text(f"{name} later", exact=True)
        count = later.count()
        button.click()
        expect(later).to_have_count(count + 1)
        expect(button).not_to_have_attribute("aria-disabled", "true")

    def send(self, is_received: bool = True):
        """Sends waiting events immediately instead of within two seconds, and waits until the server has them, or cannot have them. There may be none left."""
        results = self.timeline.get_by_text(re.compile(r"^(The server has received all events|No events are waiting|\d+ events? waits?: .*)$"))
        while True:
            count, requests = results.count(), self.timeline.locator(".row-request").count()
            self.page.get_by_role("button", name="Send events now").click()
            expect(results).to_have_count(count + 1)
            newest = results.first.inner_text()
            # A busy server asks devices to wait for some seconds.
            if "asked the device to wait" not in newest:
                break
            expect(self.timeline.locator(".row-request").nth(requests)).to_be_attached()
        assert is_received != bool(re.match(r"\d+ event", newest)), newest

    @contextmanager
    def syncs(self):
        """Waits at its end until the device has fetched its campaigns once more."""
        count = self.answered_syncs.count()
        yield
        expect(self.answered_syncs.nth(count)).to_be_visible()

    @property
    def answered_syncs(self) -> Locator:
        """The newest first. A busy server refuses some, which are left out."""
        return self.requests("Sync").filter(has_not_text="The server answered 503")

    def requests(self, kind: str) -> Locator:
        return self.timeline.locator(".row-request").filter(has_text=re.compile(f"^{kind}"))


# What the timeline says about a message that was waiting when the app quit.
QUIT = "The app quit before the message was shown"
# Walks up from each text: a box that does not scroll must contain all of it.
# Finds and measures in one step, because a redrawn message is a new element, and the old one no longer has a size.
CLIPPED = """phone => {
  const cut = [];
  const scene = phone.querySelector('.device-scene').shadowRoot.querySelector('.scene');
  if (!scene) return ['there is no message'];
  for (const text of scene.querySelectorAll('.text')) {
    const name = text.textContent.slice(0, 40);
    if (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1) cut.push(`too large for its box: ${name}`);
    const clamp = text.querySelector('.clamp');
    if (clamp && clamp.scrollHeight > clamp.clientHeight + 1) cut.push(`ends in an ellipsis: ${name}`);
    const own = text.getBoundingClientRect();
    if (own.width < 1 || own.height < 1) cut.push(`has no room: ${name}`);
    let isScrolled = false;
    for (let box = text.parentElement; box && box !== scene; box = box.parentElement) {
      if (box.matches('.scrolls')) isScrolled = true;
      const around = box.getBoundingClientRect();
      if (own.left < around.left - 1 || own.right > around.right + 1) cut.push(`sticks out sideways: ${name}`);
      if (!isScrolled && (own.top < around.top - 1 || own.bottom > around.bottom + 1)) cut.push(`sticks out: ${name}`);
      if (box.matches('.scrolls') && box.clientHeight < 24) cut.push(`scrolls in too little room: ${name}`);
    }
  }
  return [...new Set(cut)];
}"""


# Targets that are off the screen even after scrolling to them. Targets taller than the screen cannot fit, so they do not count.
BEYOND = """phone => {
  const screen = phone.querySelector('.device-screen').getBoundingClientRect();
  const scene = phone.querySelector('.device-scene').shadowRoot.querySelector('.scene');
  if (!scene) return ['there is no message'];
  return [...scene.querySelectorAll('[data-action]')].filter(target => {
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const own = target.getBoundingClientRect();
    if (own.width < 1 || own.height < 1) return true;
    if (own.height > screen.height) return false;
    return own.left < screen.left - 1 || own.right > screen.right + 1 || own.top < screen.top - 1 || own.bottom > screen.bottom + 1;
  }).map(target => target.dataset.node);
}"""


class Phone:
    def __init__(self, lab: Lab, element: Locator):
        self.lab = lab
        self.element = element
        self.screen = element.locator(".device-screen")
        # The scene is drawn in a shadow root, which the selectors see through.
        self.scene = element.locator(".device-scene .scene")
        self.facts = element.locator(".device-facts")
        self.waits = element.get_by_role("list", name="Queued messages")

    def select(self) -> "Phone":
        self.element.locator(".device-name").click()
        expect(self.element.locator(".device-name")).to_have_attribute("aria-pressed", "true")
        return self

    def shows(self, text: str):
        """Expects a message with that text to be fully visible."""
        # One check for both, because the message that this one follows may still be visible.
        scene = self.scene.filter(has_text=text)
        expect(scene).to_have_attribute("data-state", "visible")
        expect(scene).to_be_visible()

    def shows_nothing(self):
        expect(self.scene).to_have_count(0)

    def press(self, name: str):
        self.scene.get_by_role("button", name=name).click()

    def is_visible(self):
        """Expects a message to be fully visible."""
        expect(self.scene).to_have_attribute("data-state", "visible")

    def swipe(self, dy: int, dx: int = 0):
        """Drags the message by its middle, `dy` pixels down and `dx` to the right, in steps like a finger."""
        box = self.scene.locator("[data-n='0']").bounding_box()
        mouse, x, y = self.lab.page.mouse, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=6)

    def picture(self) -> bytes:
        """A picture of the screen without its clock, wherever on the page it is."""
        frame = self.element.locator(".device-frame")
        frame.evaluate(
            """frame => {
              const scale = Math.min(1, (innerHeight - 20) / frame.offsetHeight, (innerWidth - 20) / frame.offsetWidth);
              frame.style.cssText = `position: fixed; left: 0; top: 0; z-index: 99; transform: scale(${scale.toFixed(4)})`;
            }"""
        )
        self.lab.page.mouse.move(0, 0)
        try:
            return self.screen.screenshot(mask=[self.element.locator(".device-clock")], animations="disabled")
        finally:
            frame.evaluate("frame => { frame.style.cssText = '' }")

    def clipped(self) -> list[str]:
        """Texts of the message that are cut off: larger than their box, or outside a box that does not scroll."""
        return self.element.evaluate(CLIPPED)

    def shows_all_texts(self, when: str):
        assert (clipped := self.clipped()) == [], f"{when}: {clipped}"

    def shows_all_targets(self, when: str):
        """Expects every target to be on the screen, or to be reachable by scrolling."""
        assert (beyond := self.element.evaluate(BEYOND)) == [], f"{when}: {beyond}"

    def boxes(self, *selectors: str) -> list[dict]:
        return boxes(self.element, *selectors)

    @contextmanager
    def redrawn(self):
        """Waits until the message has been redrawn because of what the block does to the phone."""
        before = self.scene.element_handle()
        yield
        self.lab.page.wait_for_function("scene => !scene.isConnected", arg=before)


class Decision:
    """A row of the timeline: the decision on an event, and what followed."""

    def __init__(self, row: Locator):
        # A handle to the row itself, because new rows may be added before it.
        self.row = row.element_handle()

    @property
    def summary(self) -> str:
        return self.row.query_selector(".row-summary").inner_text()

    @property
    def candidates(self) -> dict[str, tuple[str, str]]:
        """By name: the gate, and the reason in words."""
        return {
            line.query_selector(".candidate-name").text_content(): (
                line.query_selector(".chip").text_content(),
                words.text_content() if (words := line.query_selector(".candidate-words")) else "",
            )
            for line in self.row.query_selector_all(".candidate")
        }

    def says(self, words: str):
        """Waits for a step with these words."""
        self.row.wait_for_selector(f'.step-words:has-text("{words}")', state="attached")

    @property
    def steps(self) -> list[str]:
        return [step.text_content() for step in self.row.query_selector_all(".step-words")]
