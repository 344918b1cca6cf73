"""Every kind of message in the Device Lab: shown with all device settings, tapped, swiped, closed with Escape, rotated, and shared by a link."""

import re

import likeness
from pages import Lab, Phone
from playwright.sync_api import expect

# The sample, what to press, and what a phone would open.
KINDS = [
    ("Slideup", "Three new arrivals", "Opens in the browser"),
    ("Slideup with image", "The plant on your wish list", "Opens a deep link into the app"),
    ("Modal", "Rate it", "Opens in the browser"),
    ("Modal with image", "See the offer", "Opens in the app’s web view"),
    ("Modal image", "Choose mugs", "Opens in the browser"),
    ("Full screen", "Start", "Opens in the app’s web view"),
    ("Full-screen image", "Show me lamps", "Opens in the browser"),
    ("Full screen, portrait only", "Start", "Opens in the app’s web view"),
    ("Modal, long text", "I agree", None),
]
MODALS = [name for name, _, _ in KINDS if not name.startswith("Slideup")]


def table(visitor, model: str = "small_phone") -> tuple[Lab, Phone]:
    """A phone with the app open and no minimum interval."""
    lab, phone = Lab(visitor).with_one_phone(model, quiet=0)
    lab.start_session()
    return lab, phone


def test_every_kind_is_shown_in_all_surroundings_and_pressed(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    for name, press, opens in KINDS:
        lab.show(name)
        phone.is_visible()
        phone.shows_all_texts(name)
        phone.shows_all_targets(name)
        visitor.check_accessibility(".device-scene")
        lab.switch("Dark", True)
        expect(phone.screen).to_have_attribute("data-scheme", "dark")
        visitor.check_accessibility(".device-scene", colours_only=True)
        lab.switch("Increase contrast", True)
        visitor.check_accessibility(".device-scene", colours_only=True)
        lab.switch("Increase contrast", False)
        with phone.redrawn():
            lab.text_size(310)
        phone.shows_all_texts(f"{name}, largest text")
        phone.shows_all_targets(name)
        with phone.redrawn():
            lab.switch("Right to left", True)
        expect(phone.scene).to_have_attribute("dir", "rtl")
        phone.shows_all_texts(f"{name}, largest text, from right to left")
        if name in MODALS:
            close, card = phone.boxes("[aria-label=Close]", "[data-n='0']")
            assert close["x"] - card["x"] < card["width"] / 2, "the close control is not on the left"
        with phone.redrawn():
            lab.text_size(100)
        if name == "Full screen, portrait only":
            lab.switch("Landscape", True)
        else:
            with phone.redrawn():
                lab.switch("Landscape", True)
            expect(phone.element).to_have_attribute("data-orientation", "landscape")
        phone.shows_all_texts(f"{name}, on its side")
        phone.shows_all_targets(name)
        for switch in ["Right to left", "Landscape", "Dark"]:
            lab.switch(switch, False)
        clicks = lab.timeline.get_by_text("Click counted").count()
        phone.scene.get_by_role("button", name=re.compile(re.escape(press))).click()
        phone.shows_nothing()
        expect(lab.timeline.get_by_text("Click counted")).to_have_count(clicks + 1)
        if opens:
            expect(lab.by_hand.first.locator(".step-intent .step-words"), name).to_have_text(re.compile(f"^{re.escape(opens)}"))
    lab.show("Silent message")
    expect(lab.by_hand.first).to_contain_text("didDismiss")
    phone.shows_nothing()


def test_what_is_clipped_is_noticed(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    lab.show("Modal")
    phone.is_visible()
    assert phone.clipped() == []
    phone.scene.locator("[data-node=message]").evaluate("text => { text.style.height = '10px'; text.style.overflow = 'hidden' }")
    assert phone.clipped() != []


def test_a_slideup_follows_the_finger_and_goes_or_comes_back(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    lab.show("Slideup")
    phone.is_visible()
    card = phone.scene.locator("[data-n='0']")
    start = card.bounding_box()["y"]
    phone.swipe(20)
    assert abs(card.bounding_box()["y"] - start - 20) < 2, "it does not follow the finger"
    visitor.page.wait_for_timeout(120)
    lab.page.mouse.up()
    expect(phone.scene.locator(".scene-stage")).to_have_css("translate", "none")
    phone.is_visible()
    expect(lab.timeline).not_to_contain_text("Click counted")
    phone.swipe(-60)
    assert -30 < card.bounding_box()["y"] - start < 0, "it goes away from its edge too willingly"
    lab.page.mouse.up()
    phone.is_visible()
    phone.swipe(70)
    lab.page.mouse.up()
    phone.shows_nothing()
    expect(lab.timeline).to_contain_text("Swiped away")
    expect(lab.timeline).not_to_contain_text("Click counted")


def test_a_slideup_is_swiped_away_on_a_phone_that_lies_on_its_side(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    card = phone.scene.locator("[data-n='0']")

    def swipe(toward: tuple[int, int], axis: str):
        """Swipes a little toward the card's edge, so that it returns, then away from the edge, then all the way toward it."""
        x, y = toward
        lab.show("Slideup")
        phone.is_visible()
        visitor.screenshot(f"lab-slideup-on-its-side-{axis}")
        start = card.bounding_box()[axis]
        sign = x + y
        phone.swipe(20 * y, 20 * x)
        assert abs((card.bounding_box()[axis] - start) * sign - 20) < 2, f"it does not follow the finger: {start}, {card.bounding_box()}"
        visitor.page.wait_for_timeout(120)
        lab.page.mouse.up()
        expect(phone.scene.locator(".scene-stage")).to_have_css("translate", "none")
        phone.is_visible()
        phone.swipe(-60 * y, -60 * x)
        assert -30 < (card.bounding_box()[axis] - start) * sign < 0, "it goes away from its edge too willingly"
        lab.page.mouse.up()
        phone.is_visible()
        phone.swipe(70 * y, 70 * x)
        lab.page.mouse.up()
        phone.shows_nothing()
        expect(lab.by_hand.first).to_contain_text("Swiped away")
        expect(lab.by_hand.first).not_to_contain_text("Click counted")

    # The interface rotates with the phone.
    lab.switch("Landscape", True)
    expect(phone.element).to_have_attribute("data-orientation", "landscape")
    swipe((0, 1), "y")
    # The interface does not rotate: the bottom of the message is on the right.
    lab.choose("Supported orientations", "Portrait only")
    expect(phone.element).to_have_class(re.compile("is-turned"))
    swipe((1, 0), "x")


def test_escape_closes_every_kind(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    # Only the newest entry is open, so nothing else may come after a message.
    expect(lab.timeline).to_contain_text("Session start")
    for name, _, _ in KINDS:
        lab.show(name)
        phone.is_visible()
        part = phone.scene.locator("button, [tabindex='0']").first
        part.focus()
        expect(part).to_be_focused()
        lab.page.keyboard.press("Escape")
        phone.shows_nothing()
        expect(lab.timeline.get_by_text("Pressed Escape").first).to_be_visible()


def test_a_screen_stays_as_the_message_needs_it(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    lab.show("Full screen, portrait only")
    phone.is_visible()
    lab.switch("Landscape", True)
    expect(phone.element).to_have_attribute("data-orientation", "portrait")
    expect(phone.element).to_have_class(re.compile("is-turned"))
    expect(phone.element.locator(".device-lock")).to_have_text("The message does not support this orientation.")
    visitor.check_accessibility()
    visitor.screenshot("lab-turned")
    phone.press("Close")
    expect(phone.element).to_have_attribute("data-orientation", "landscape")
    expect(phone.element.locator(".device-lock")).to_be_hidden()
    # It is not shown in landscape, and the timeline gives the reason.
    lab.show("Full screen, portrait only")
    expect(lab.by_hand.first.locator(".row-outcome")).to_have_text("Discarded: The device was in the other orientation")
    phone.shows_nothing()


def test_the_app_answers_as_the_visitor_sets_it(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    lab.show("Full screen")
    phone.is_visible()
    expect(phone.element).to_have_class(re.compile("hides-status"))
    lab.choose("Status bar during messages", "Visible")
    lab.switch("Block clicks", True)
    lab.switch("Close on outside tap", True)
    lab.show("Full screen")
    shown = lab.by_hand.first
    expect(shown).to_contain_text("statusBarHideBehavior = .visible")
    # Until then, the message before may still be on its way out, and this one does not answer yet.
    expect(shown).to_contain_text("Shown, impression counted")
    expect(phone.element).not_to_have_class(re.compile("hides-status"))
    phone.press("Start")
    phone.shows_nothing()
    expect(lab.by_hand.first).to_contain_text("Nothing opens: the app blocked the click")
    lab.show("Modal")
    phone.is_visible()
    screen = phone.screen.bounding_box()
    lab.page.mouse.click(screen["x"] + screen["width"] / 2, screen["y"] + 40)
    phone.shows_nothing()
    expect(lab.timeline).to_contain_text("Pressed outside the message")
    lab.send()
    # A handle to the row itself, because another request may be added before it.
    rows = lab.requests("Events").filter(has_text="impression")
    expect(rows.first).to_be_visible()
    row = rows.last
    row.locator("summary").click()
    expect(row.get_by_role("list", name="Records in this request")).to_contain_text("impression")


def test_a_message_comes_in_the_window_that_the_app_chooses(server, visit):
    visitor = visit().sign_in()
    lab, phone = table(visitor, "tablet")
    lab.switch("Two windows", True)
    apps = {"first": phone.element.locator(".device-app"), "second": phone.element.locator(".device-second")}
    for app in apps.values():
        expect(app.get_by_role("button", name="Lamp")).to_be_visible()
    for choice, window in [("Second window", "second"), ("First window", "first"), ("Active window", "first")]:
        lab.choose("Show messages in", choice)
        for sample in ["Slideup", "Modal", "Full-screen image"]:
            lab.show(sample)
            phone.is_visible()
            expect(lab.by_hand.first).to_contain_text(f"Displayed in the {window} window")
            message, app = phone.boxes(".scene", {"first": ".device-app", "second": ".device-second"}[window])
            assert all(abs(message[side] - app[side]) < 1 for side in app), (sample, window, message, app)
            phone.shows_all_texts(sample)
            phone.shows_all_targets(sample)
        if choice != "Active window":
            expect(lab.by_hand.first).to_contain_text(f"windowScene = the {window} window")
        visitor.check_accessibility()
        visitor.screenshot(f"lab-windows-{window}")
        # The app in the other window still works. The app under the message does not.
        other = apps["first" if window == "second" else "second"]
        other.get_by_role("button", name="Lamp").click()
        expect(other).to_contain_text("Cart · 1 · €49.00")
        expect(apps[window]).to_have_js_property("inert", True)
        other.get_by_role("button", name="Buy").click()
        expect(other).to_contain_text("Cart is empty")
    # The link has the setting. In landscape, each window has more space.
    assert "two_windows=on" in lab.link()
    lab.switch("Landscape", True)
    expect(phone.element).to_have_attribute("data-orientation", "landscape")
    message, app = phone.boxes(".scene", ".device-app")
    assert abs(message["width"] - app["width"]) < 1, (message, app)
    visitor.screenshot("lab-windows-on-its-side")
    # Closing a window also closes its message.
    lab.choose("Show messages in", "Second window")
    lab.show("Modal")
    phone.is_visible()
    lab.switch("Two windows", False)
    phone.shows_nothing()
    expect(apps["second"]).to_be_hidden()


def test_a_link_shows_the_same_picture_to_somebody_else(server, visit):
    visitor, other = visit().sign_in(), visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone("tablet", quiet=0)
    lab.switch("Dark", True)
    lab.choose("Language", "Hebrew")
    lab.text_size(150)
    lab.switch("Keyboard", True)
    lab.choose("Show queued messages", "Only on request")
    lab.show("Modal with image")
    phone.is_visible()
    address = lab.link()
    assert address.startswith(f"{server.address}/lab?v=1&model=tablet&scheme=dark&text=150&language=he&keyboard=on&drain=manual&quiet=0&show="), address
    there = Lab(other)
    there.page.goto(address)
    there.is_ready()
    expect(there.page).to_have_url(f"{server.address}/lab")
    shown = there.only_phone()
    assert there.labels() != lab.labels()
    shown.is_visible()
    expect(shown.scene).to_have_attribute("dir", "rtl")
    assert there.link() == address
    same = likeness.difference(visitor.page, phone.picture(), shown.picture())
    assert same <= likeness.MOST, same
    # A reload does not create a second device.
    there.page.reload()
    there.is_ready()
    assert there.page.locator("article.device").count() <= 2


def test_a_bad_link_is_said_and_the_lab_opens_all_the_same(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of (422|404)")
    Lab(visitor).open().clear()
    for query, words in [
        ("v=1&model=watch", "model: Expected one of: small_phone, large_phone, tablet."),
        ("v=9&model=tablet", "The link is from another version of Martlet."),
        ("model=tablet", "The link has no version."),
        ("v=1&show=campaign:gone", "The campaign of this message does not exist."),
    ]:
        visitor.page.goto(f"/lab?{query}")
        lab = Lab(visitor)
        expect(lab.page.locator("#lab[data-ready]")).to_be_attached()
        expect(lab.page.locator("#lab-link-problem")).to_contain_text(words)
    visitor.check_accessibility()
    lab.page.get_by_role("button", name="Add small phone").click()
    lab.is_ready()


def test_pictures_of_the_kinds_are_as_they_were(server, visit):
    visitor = visit(width=1600, height=1000).sign_in()
    lab, phone = table(visitor)
    for name in ["Slideup", "Modal", "Modal with image", "Modal image", "Full screen", "Full-screen image"]:
        lab.show(name)
        phone.is_visible()
        likeness.check(lab.page, re.sub(r"\W+", "-", name.lower()), phone.picture())
        if name == "Modal" and lab.page.evaluate("CSS.supports('corner-shape', 'superellipse(1.7)')"):
            expect(phone.scene.locator("[data-n='0']")).to_have_css("corner-top-left-shape", "superellipse(1.7)")
    lab.switch("Dark", True)
    for name in ["Modal", "Full screen"]:
        lab.show(name)
        phone.is_visible()
        likeness.check(lab.page, re.sub(r"\W+", "-", f"{name.lower()}-dark"), phone.picture())
        likeness_of_a_break(lab, phone, name)
    lab.switch("Dark", False)
    lab.switch("Landscape", True)
    for name in ["Slideup", "Modal with image", "Full screen"]:
        lab.show(name)
        phone.is_visible()
        likeness.check(lab.page, re.sub(r"\W+", "-", f"{name.lower()}-lying"), phone.picture())
    lab.switch("Landscape", False)
    lab.choose("Model", "Tablet")
    lab.show("Full screen")
    phone.is_visible()
    likeness.check(lab.page, "full-screen-tablet", phone.picture())


def likeness_of_a_break(lab: Lab, phone: Phone, name: str):
    """The comparison would notice any missing button."""
    whole = phone.picture()
    for button in phone.scene.locator("[data-node^='button-'][data-action]").all():
        button.evaluate("button => { button.style.visibility = 'hidden' }")
        share = likeness.difference(lab.page, whole, phone.picture())
        button.evaluate("button => { button.style.visibility = '' }")
        assert share > likeness.MOST, f"{name}: a missing button changes only {share:.2%}"
