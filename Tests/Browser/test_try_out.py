"""From the editor to the Device Lab and back: the form's current content is tried on one device, by the person who wrote it."""

import re

from pages import QUIT, Editor, Lab, wait_for
from playwright.sync_api import Error, expect


def write(page, header: str, name: str = "Unsaved"):
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name=name, kind="modal", header=header, message="A text", language="en", trigger__0__kind="custom_event", trigger__0__name="plant_seen")
    return editor


def try_out(visitor, page):
    """Presses the button. Returns the lab's tab once it is open."""
    button = page.get_by_role("button", name="Open in Device Lab")
    expect(button).to_have_attribute("formtarget", "martlet-lab")
    tabs = visitor.context.pages
    if len(tabs) == 1:
        with visitor.context.expect_page() as opened:
            button.click()
        tab = opened.value
    else:
        tab = tabs[-1]
        tab.evaluate("document.getElementById('lab').removeAttribute('data-ready')")
        button.click()
    expect(tab.locator("#lab[data-ready]")).to_be_attached()
    return tab


def test_what_is_typed_is_shown_by_the_sdk_and_an_edit_comes_to_the_same_device(server, visit):
    running = server.launch_campaign(
        name="Beside", triggers=[{"kind": "custom_event", "name": "plant_seen"}], message={"kind": "slideup", "message": "A text"})
    visitor = visit().sign_in()
    page = visitor.page
    editor = write(page, "First words")
    lab_page = try_out(visitor, page)
    scene = lab_page.locator(".device-scene .scene")
    expect(scene).to_contain_text("First words")
    assert lab_page.url == f"{server.address}/lab", "the address still speaks of the draft"
    timeline = lab_page.locator("ol.timeline:not([hidden])")
    expect(timeline).to_contain_text("Opened the draft “Unsaved” from the editor")
    expect(timeline.locator(".candidate-name")).to_have_text(["Unsaved"])
    lab_page.screenshot(path="artifacts/try-out-lab.png", full_page=True)
    # The form is unchanged, and still asks before the person leaves.
    assert editor.value("header") == "First words"
    editor.put("header", "Second words")
    again = try_out(visitor, page)
    assert again == lab_page and len(visitor.context.pages) == 2, "another tab"
    expect(scene).to_contain_text("Second words")
    expect(again.locator("article.device")).to_have_count(1)
    devices = again.evaluate("fetch('/lab/devices').then((answer) => answer.json()).then(({ devices }) => devices.map(({ label }) => label))")
    assert len(devices) == 1, devices
    # The draft's trigger is suggested once, on its own device.
    suggestions = again.locator("#lab-suggestions")
    expect(suggestions.get_by_role("heading")).to_have_text("Triggers of the draft “Unsaved”")
    expect(suggestions.locator(".lab-suggestion-for")).to_have_text(["Unsaved"])
    # No running campaign counts the device, even if test devices are included, and no audience has a new person.
    report = server.manage("GET", f"/campaigns/{running}/report?include_test_devices=true")
    assert (report["totals"]["eligible"], report["totals"]["delivered"]) == (0, 0), report["totals"]
    later = server.manage("POST", "/campaigns", {"name": "Later", "triggers": [{"kind": "session_start"}], "message": {"kind": "slideup", "message": "A text"}})
    launching = visitor.context.request.get(f"/campaigns/{later['id']}/launch").text()
    assert "Nobody has opened it yet." in launching, launching
    # The form has stored its draft once, and nothing was launched.
    states = [campaign["state"] for campaign in server.manage("GET", "/campaigns")["campaigns"] if campaign["name"] == "Unsaved"]
    assert states == ["draft"], states
    # Another device of the lab does not know the draft.
    lab = Lab(visitor)
    lab.page = again
    lab.timeline = again.locator("ol.timeline:not([hidden])")
    lab.decisions = lab.timeline.locator(".row-decision")
    other = lab.add(quiet=0)
    other.select()
    expect(suggestions.get_by_role("heading")).to_have_text("Triggers of running campaigns")
    expect(suggestions.locator(".lab-suggestion-for").filter(has_text="Beside")).to_have_count(1)
    expect(suggestions.locator(".lab-suggestion-for").filter(has_text="Unsaved")).to_have_count(0)
    lab.start_session()
    lab.log("plant_seen")
    expect(lab.timeline).to_contain_text("Logged plant_seen")
    expect(other.scene.filter(has_text="Second words")).to_have_count(0)


def test_a_draft_opens_where_its_last_change_belongs_although_nothing_answered_that_yet(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("422")
    page = visitor.page
    editor = write(page, "First words")
    button = page.get_by_role("button", name="Open in Device Lab")
    held, tried = [], []
    page.on("request", lambda request: tried.append(request.url) if request.is_navigation_request() and request.method == "POST" else None)
    visitor.context.on("page", lambda tab: tried.append(tab.url))

    def answer():
        page.unroute("**/campaigns/preview")
        for route in held:
            try:
                route.continue_()
            except Error:
                pass  # A later question took its place.
        held.clear()

    for event, was, opens in [("", "martlet-lab", False), ("plant_seen", "", True)]:
        expect(button).to_have_attribute("formtarget", was) if was else expect(button).not_to_have_attribute("formtarget", re.compile(""))
        page.route("**/campaigns/preview", lambda route: held.append(route))
        editor.put("trigger.0.name", event)
        # Impatient people press twice.
        button.click()
        wait_for(page, held)
        button.click()
        assert not tried, "it opened before the answer"
        if opens:
            with visitor.context.expect_page() as opened:
                answer()
            expect(opened.value.locator("#lab[data-ready]")).to_be_attached()
        else:
            answer()
            # The draft is not valid, so it comes back with what is wrong.
            expect(page.get_by_role("alert").first).to_be_visible()
            expect(page.locator("[data-try-place]")).to_have_text("")
            assert len(visitor.context.pages) == 1
        assert len(tried) == 1, f"it opened {len(tried)} times: {tried}"
        tried.clear()


def test_what_cannot_be_launched_comes_back_with_what_is_to_be_solved(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Half", kind="modal", header="Only this")
    button = page.get_by_role("button", name="Open in Device Lab")
    expect(button).not_to_have_attribute("formtarget", re.compile("."))
    visitor.forgive("422")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Not opened in the Device Lab")
    assert len(visitor.context.pages) == 1
    assert Editor(page).value("header") == "Only this"
    visitor.check_accessibility()
    visitor.screenshot("try-out-problems")


def test_without_script_the_button_sends_the_form(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    page.locator('[name="kind"][value="slideup"]').check()
    page.locator('[name="name"]').fill("Without script")
    page.locator('textarea[name="message"]').fill("A text")
    page.locator('[name="trigger.0.kind"]').select_option("session_start")
    page.get_by_role("button", name="Open in Device Lab").click()
    expect(page).to_have_url(re.compile(r"/lab\?v=1&model=large_phone&quiet=0&show=draft%3A[\w-]+$"))
    expect(page.locator("noscript")).to_be_attached()


def test_nobody_else_gets_the_draft_by_its_address(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    page.locator('[name="kind"][value="slideup"]').check()
    page.locator('[name="name"]').fill("Private")
    page.locator('textarea[name="message"]').fill("A text")
    page.locator('[name="trigger.0.kind"]').select_option("session_start")
    page.get_by_role("button", name="Open in Device Lab").click()
    address = page.url
    other = visit()
    other.page.goto(server.new_link())
    other.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    other.forgive("404")
    other.page.goto(address)
    expect(other.page.get_by_role("alert").filter(has_text="This draft is no longer available.")).to_be_visible()
    other.check_accessibility()


def test_the_preview_is_written_for_a_person_whom_one_chooses(server, visit):
    visitor = visit().sign_in()
    lab, _ = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.become("hypatia")
    lab.send()
    page = visitor.page
    editor = write(page, "Hello {{user.id}}", name="Personal")
    person = page.get_by_label("Person", exact=True)
    person.fill("hyp")
    expect(page.locator("#preview-people option")).to_have_attribute("value", "hypatia")
    person.fill("hypatia")
    expect(editor.scene).to_contain_text("Hello hypatia")
    expect(page.locator(".preview-notice")).to_have_text("Shown as this person sees it.")
    visitor.check_accessibility()
    editor.put("header", "Hello {{user.first_name}}")
    expect(page.locator(".preview-notice")).to_contain_text("This person has no value for user.first_name, so devices do not show it to them.")
    expect(editor.scene).to_contain_text("{{user.first_name}}")
    visitor.screenshot("editor-person")
    assert not any("hypatia" in line for line in server.lines), "a user id is in the log"


def test_the_note_says_which_values_of_a_person_are_used(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = write(page, "Hello {{user.first_name}}", name="Reads of the person")
    words = "Personalised with “first_name”. A value is only used on the device that set it."
    remedy = "To use values from other devices or from your own programs, turn on SDK authentication."
    review = page.locator("[data-review]")
    expect(review).to_contain_text(f"{words} {remedy}")
    editor.step("Review")
    expect(review.get_by_role("link", name="SDK authentication")).to_have_attribute("href", "/settings/privacy")
    editor.launch()
    expect(page.locator(".reads")).to_have_text(f"{words} {remedy} SDK authentication")
    page.locator(".reads").get_by_role("link", name="SDK authentication").click()
    expect(page).to_have_url(f"{server.address}/settings/privacy")
    expect(page.locator("#sdk-authentication")).to_be_in_viewport()
    visitor.check_accessibility()


LONG = "Words enough that nobody who needs large letters sees what comes after them. " * 4


def test_the_main_button_out_of_sight_and_calls_that_are_refused_are_noted(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = write(page, "Delivery is on us", name="Noted")
    editor.fill(message=LONG, button__0__text="Later", button__1__text="Use it")
    note = page.locator("#field-button-1-text-measured")
    expect(note).to_contain_text("On a small phone at the largest text size, people must scroll to see it")
    expect(page.locator("[data-review]")).to_contain_text("Button 2, text: On a small phone at the largest text size")
    expect(page.locator("#field-button-0-text-measured")).to_have_count(0)
    visitor.check_accessibility()
    visitor.screenshot("editor-button-hidden")
    editor.put("message", "Short.")
    editor.put("header", "Hi")
    expect(note).to_have_count(0)
    expect(page.locator("[data-review] [data-measured]")).to_have_count(0)
    editor.fill(kind="html", page="<!doctype html><html lang='en'><title>T</title><button onclick=\"martletBridge.logPurchase('a', 1, 'EUR')\">Buy</button>")
    review = page.locator("[data-review]")
    expect(review).to_contain_text("The page calls logPurchase, but it has no permission. Devices refuse the call. Select “Log purchases” under Page permissions, or remove the call.")
    page.get_by_label("Log purchases").check()
    expect(review).not_to_contain_text("The page calls logPurchase")


def test_relaunching_shows_no_error(server, visit):
    page_of_a_message = "<!doctype html><html lang='en'><title>Page</title><meta name='martlet-close' content='page'><p>A page</p><script>martletBridge.logClick('a')</script>"
    server.launch_campaign(name="page", triggers=[{"kind": "session_start"}], message={"kind": "html", "message": page_of_a_message})
    visitor = visit().sign_in()
    lab, _ = Lab(visitor).with_one_phone()
    page, relaunch = visitor.page, visitor.page.locator("[data-command=start_session]")
    seen = []
    # Slow, so that each restart comes while the previous reports are still pending.
    page.route("**/lab/devices/*/events", lambda route: (page.wait_for_timeout(0), route.continue_()))
    lab.start_session()
    for pause in [0, 0, 0, 20, 50, 100, 300, 800, 0, 0, 1_500, 0]:
        relaunch.click()
        if pause:
            page.wait_for_timeout(pause)
        seen += page.locator(".lab-banner .flash").all_inner_texts()
    # After the last restart, everything arrives.
    lab.start_session()
    lab.send()
    seen += page.locator(".lab-banner .flash").all_inner_texts()
    notes = [text for text in lab.timeline.locator(".row-note").all_inner_texts() if not re.match("The server has received|No events are waiting", text)]
    # A message that is waiting when the app quits is lost, and the timeline says so. Whether one is waiting depends on timing.
    red = [text for text in lab.timeline.locator(".row.tone-bad").all_inner_texts() if QUIT not in text]
    visitor.screenshot("lab-relaunched")
    assert not seen and not notes and not red, (seen, notes, red)
