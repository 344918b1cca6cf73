"""Announcements, surveys and data: written in the console, previewed, launched."""

import json
import re
import time
import urllib.request

from harness import LOOKS
from pages import Editor, new_campaign, open_campaign, wait_for
from playwright.sync_api import expect
from test_keyboard import press, tab_to


def running(page, name: str):
    return page.get_by_role("status").filter(has_text=f"“{name}” is running.")


def test_an_announcement_is_written_by_keyboard_and_launched(server, visit):
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    press(page, page.get_by_role("link", name="New campaign"))
    expect(page.get_by_role("heading", level=1)).to_have_text("New campaign")
    visitor.check_accessibility()
    visitor.screenshot("surfaces-types")
    press(page, page.get_by_role("link", name="Announcement", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("New announcement")
    editor = Editor(page)
    expect(editor.preview).to_contain_text("Add a title to see the banner.")
    visitor.check_accessibility()
    assert page.locator("[aria-invalid=true]").count() == 0, "a form that nobody has filled in is not wrong yet"
    for name, text in [
        ("name", "New acorns"),
        ("language", "en"),
        ("banner.title", "New in autumn"),
        ("banner.text", "Acorns, fresh from the tree."),
        ("content.title", "Our new acorns"),
        ("content.body", "Big ones and small ones."),
        ("content.action_label", "Look at them"),
    ]:
        tab_to(page, editor.field(name))
        page.keyboard.type(text)
    expect(editor.scene).to_have_attribute("data-kind", "banner")
    expect(editor.scene.get_by_role("button", name="New in autumn")).to_be_attached()
    tab_to(page, editor.field("content.action"))
    page.keyboard.type("Open in the browser")
    tab_to(page, editor.field("content.action_url"))
    page.keyboard.type("https://shop.example/acorns")
    press(page, page.get_by_role("link", name="Next: Trigger"))
    tab_to(page, page.get_by_label("Show when"))
    page.keyboard.type("A session")
    expect(page.get_by_role("status").filter(has_text="Ready to launch.")).to_be_visible()
    # The banner in the preview opens the announcement, also by keyboard, and the focus follows.
    tab_to(page, editor.scene.get_by_role("button", name="New in autumn"))
    page.keyboard.press("Enter")
    expect(editor.scene).to_have_attribute("data-kind", "announcement")
    expect(editor.scene.get_by_role("heading", name="Our new acorns")).to_be_focused()
    tab_to(page, editor.scene.get_by_role("button", name="Look at them"))
    page.keyboard.press("Enter")
    expect(editor.preview).to_contain_text("A tap on “Look at them” closes the announcement and opens https://shop.example/acorns in the browser.")
    visitor.check_accessibility()
    visitor.screenshot("surfaces-announcement")
    # The last of the page is before the preview.
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Review").focus()
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Save and launch"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Launch")
    press(page, page.get_by_role("button", name="Launch “"))
    expect(running(page, "New acorns")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("surfaces-announcement-page")


def test_what_people_see_decides_which_fields_there_are(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page, "Announcement")
    editor = Editor(page)
    switch = editor.preview.get_by_role("group", name="Shown")
    expect(switch).to_be_visible()
    visitor.look("surfaces-kinds")
    editor.put("shows", "banner")
    expect(editor.field("content.title")).to_be_hidden()
    expect(editor.field("banner.action")).to_be_visible()
    expect(switch).to_be_hidden()
    editor.put("shows", "content")
    expect(editor.field("banner.title")).to_be_hidden()
    expect(editor.field("content.body")).to_be_visible()
    editor.put("content.kind", "html")
    expect(editor.field("content.body")).to_be_hidden()
    editor.put("content.page", '<html lang="en"><title>Acorns</title><h1>From a page</h1></html>')
    expect(editor.scene.locator("iframe.web")).to_be_attached()
    expect(editor.scene.frame_locator("iframe.web").get_by_role("heading")).to_have_text("From a page")
    editor.show("Appearance", "Dark")
    expect(editor.preview.locator(".device")).to_have_attribute("data-scheme", "dark")


def test_what_people_see_is_chosen_with_the_keyboard_from_drawings(server, visit):
    visitor = visit(width=390, height=844, scheme="dark").sign_in()
    page = visitor.page
    for kind, names in (("survey", ["Banner, then survey", "Survey only"]), ("announcement", ["Banner, then announcement", "Banner only", "Announcement only"])):
        page.goto(f"/campaigns/new/{kind}")
        choices = page.get_by_role("group", name="What people see").get_by_role("radio")
        expect(choices).to_have_count(len(names))
        for choice, name in zip(choices.all(), names):
            expect(choice).to_have_accessible_name(re.compile(name))
            drawing = choice.locator("xpath=..").locator("svg use")
            assert drawing.evaluate("use => use.getBoundingClientRect().height") > 30, f"{name} has no drawing"
        tab_to(page, choices.first)
        page.keyboard.press("ArrowDown")
        expect(choices.nth(1)).to_be_checked()
        visitor.look(f"surfaces-{kind}-390-dark")


def test_a_drawing_that_was_asked_for_before_keeps_what_was_chosen_since(server, visit):
    page = visit().sign_in().page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.put("banner.title", "Two minutes?")
    editor.put("question.0.title", "How was it?")
    expect(editor.scene.get_by_text("Two minutes?")).to_be_attached()
    held = []
    page.route("**/campaigns/preview", lambda route: held.append((route, route.fetch())) if not held else route.continue_())
    editor.put("banner.title", "Three minutes?")
    wait_for(page, held)
    # The answer comes between the choice and the next drawing.
    route, answer = held[0]
    editor.show("Shown", "Survey")
    route.fulfill(response=answer)
    expect(editor.scene.get_by_role("heading", name="How was it?")).to_be_attached()


def test_a_drawing_leaves_the_focus_in_the_preview(server, visit):
    page = visit().sign_in().page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.put("banner.title", "Two minutes?")
    button = editor.scene.get_by_role("button", name="Two minutes?")
    button.focus()
    editor.scene.evaluate("scene => { scene.dataset.before = '' }")
    # As after a change right before: the drawing comes while somebody is in the preview.
    page.get_by_label("Name", exact=True).first.dispatch_event("input")
    expect(editor.scene).not_to_have_attribute("data-before", "")
    expect(button).to_be_focused()


def test_a_survey_is_written_by_keyboard_walked_through_and_launched(server, visit):
    visitor = visit(scheme="dark").sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Survey")
    visitor.check_accessibility()
    editor = Editor(page)

    def write(name: str, text: str):
        tab_to(page, editor.field(name))
        page.keyboard.type(text)

    write("name", "Autumn opinion")
    write("language", "en")
    write("banner.title", "Two minutes?")
    write("content.title", "Your opinion")
    write("question.0.title", "How was it?")
    write("question.0.kind", "Rating")
    expect(editor.field("question.0.scale")).to_be_visible()
    expect(editor.field("question.0.choice.0.title")).to_be_hidden()
    press(page, page.get_by_role("button", name="Add question"))
    expect(editor.field("question.1.title")).to_be_focused()
    page.keyboard.type("What was wrong?")
    write("question.1.choice.0.title", "The taste")
    write("question.1.choice.1.title", "The price")
    second = page.get_by_role("group", name="Question 2", exact=True)
    press(page, second.get_by_role("button", name="Add condition"))
    expect(editor.field("question.1.only.0.answer")).to_be_focused()
    editor.put("question.1.only.0.answer", '["' + page.locator('[name="question.0.id"]').input_value() + '","3"]')
    # A mistake is shown at its field, and nothing typed is lost.
    press(page, second.get_by_role("button", name="Move up"))
    expect(second.get_by_role("button", name="Move down")).to_have_count(0)
    expect(page.get_by_role("group", name="Question 1", exact=True).get_by_role("button", name="Move down")).to_be_focused()
    assert editor.value("question.0.title") == "What was wrong?"
    editor.put("trigger.0.kind", "session_start")
    typed = editor.values()
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_contain_text("Not launched")
    came = editor.values()
    assert came == typed, f"the form came back with something else than what was typed: {set(came.items()) ^ set(typed.items())}"
    assert "does not come before it" in editor.problem("question.0.only.0.answer")
    visitor.check_accessibility()
    visitor.screenshot("surfaces-survey-problem")
    editor.step("Message")
    page.get_by_role("group", name="Question 1", exact=True).get_by_role("button", name="Move down").click()
    expect(editor.field("question.1.title")).to_have_value("What was wrong?")
    # The survey in the preview is answered as on a device.
    editor.show("Shown", "Survey")
    expect(editor.scene.get_by_role("heading", name="How was it?")).to_be_attached()
    expect(editor.scene.get_by_role("button", name="Send")).to_have_attribute("aria-disabled", "true")
    editor.scene.get_by_role("radio", name="3", exact=True).focus()
    page.keyboard.press("Enter")
    expect(editor.scene.get_by_role("radio", name="3", exact=True)).to_be_checked()
    expect(editor.scene.get_by_role("radio", name="3", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(editor.scene.get_by_role("radio", name="4", exact=True)).to_be_checked()
    expect(editor.scene.get_by_role("button", name="Send")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(editor.scene.get_by_role("radio", name="3", exact=True)).to_be_checked()
    editor.scene.get_by_role("button", name="Next").click()
    expect(editor.scene.get_by_role("heading", name="What was wrong?")).to_be_focused()
    visitor.check_accessibility()
    visitor.screenshot("surfaces-survey")
    editor.preview.get_by_role("button", name="Previous question").click()
    expect(editor.scene.get_by_role("heading", name="How was it?")).to_be_attached()
    editor.preview.get_by_role("button", name="Start again").click()
    expect(editor.scene.locator("[aria-checked=true]")).to_have_count(0)
    editor.preview.get_by_role("button", name="Next question").click()
    expect(editor.scene.get_by_role("radio", name="10", exact=True)).to_be_checked()
    expect(page.get_by_role("status").filter(has_text="Ready to launch.")).to_be_visible()
    editor.launch()
    expect(running(page, "Autumn opinion")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("surfaces-survey-page")


def test_a_data_push_says_what_is_wrong_with_it_and_is_launched(server, visit):
    visitor = visit(width=820).sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Data push")
    editor = Editor(page)
    editor.fill(name="Prices", data__type="base64", data__body="not base 64!", category="prices", trigger__0__kind="session_start")
    editor.ask_to_launch()
    assert "not Base64" in editor.problem("data.body")
    visitor.check_accessibility()
    editor.fill(data__body="AAEC\nAwQ=")
    expect(editor.preview).to_contain_text("The app gets 5 bytes.")
    visitor.screenshot("surfaces-data")
    editor.launch()
    expect(running(page, "Prices")).to_be_visible()


def test_a_survey_is_walked_through_without_script(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.fill(name="Without script", question__0__title="One?", question__0__choice__0__title="A", question__0__choice__1__title="B")
    page.get_by_role("button", name="Add question").click()
    editor.fill(question__1__title="Two?", question__1__kind="text")
    expect(editor.field("question.1.placeholder")).to_be_visible()
    editor.show("Shown", "Survey")
    page.get_by_role("button", name="Refresh preview").last.click()
    expect(editor.scene).to_contain_text("One?")
    page.get_by_role("button", name="Next question").click()
    expect(editor.scene).to_contain_text("Two?")
    assert editor.value("name") == "Without script"


def test_pages_of_surfaces_fit_every_width(server, visit):
    for width, scheme in LOOKS:
        visitor = visit(width=width, scheme=scheme).sign_in()
        for kind in ["", "/announcement", "/survey", "/data"]:
            visitor.page.goto("/campaigns/new" + kind)
            visitor.check_accessibility()
            overflow = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{kind} is {overflow} px too wide at {width}"
            visitor.screenshot(f"surfaces-new{kind.replace('/', '-')}-{width}")


def send(server, events: list[dict]):
    """Sends events as a person's own device does."""
    key = server.manage("POST", "/keys", {"scope": "device", "name": "Key of the surveys"})["secret"]
    now = int(time.time() * 1000)
    device = {"id": "device-surveys", "platform": "ios", "os_version": "18.1", "model": "Phone"}
    events = [{"id": f"surveys-{number}", "at": now - number, "user_id": "ana", **event} for number, event in enumerate(events)]
    body = json.dumps({"version": 1, "sent_at": now, "device": device, "events": events}).encode()
    request = urllib.request.Request(f"{server.address}/sdk/v1/events", method="POST", data=body, headers={"X-Martlet-Key": key})
    with urllib.request.urlopen(request, timeout=30) as answer:
        results = json.loads(answer.read())["results"]
    assert all(result["status"] == "stored" for result in results), results


def test_the_report_of_a_survey_counts_each_step_and_each_answer(server, visit):
    questions = [
        {"id": "how", "kind": "rating", "title": "How was it?", "scale": "stars"},
        {"id": "why", "kind": "multiple", "title": "Why?", "required": False, "choices": [{"id": "taste", "title": "The taste"}, {"id": "price", "title": "The price"}]},
        {"id": "else", "kind": "text", "title": "Anything else?", "required": False},
    ]
    campaign = server.launch_campaign(
        name="Counted survey",
        triggers=[{"kind": "custom_event", "name": "nobody_logs_this"}],
        banner={"title": "Two minutes?", "language": "en"},
        content={"kind": "survey", "title": "Your opinion", "language": "en", "questions": questions},
    )
    events = []
    for number in range(40):
        of = {"campaign_id": campaign, "campaign_version": 1, "presentation_id": f"p-{number}"}
        events.append({**of, "kind": "delivered"})
        if number < 30:
            events.append({**of, "kind": "impression", "surface": "banner"})
        if number < 12:
            events.append({**of, "kind": "click", "surface": "banner"})
            events.append({**of, "kind": "impression", "surface": "content", "opened_from": "banner"})
        if number < 8:
            answers = {"how": number % 4 + 2, "why": ["taste"] if number % 2 else ["taste", "price"], **({"else": "More acorns"} if number < 3 else {})}
            events.append({**of, "kind": "survey_answers", "answers": answers})
            events.append({**of, "kind": "click", "surface": "content"})
        elif number < 12:
            events.append({**of, "kind": "dismissal", "surface": "content", "by": "user"})
    send(server, events)
    for width, scheme in LOOKS:
        visitor = visit(width=width, scheme=scheme).sign_in()
        page = open_campaign(visitor, "Counted survey")
        funnel = page.get_by_role("region", name="Funnel").get_by_role("listitem")
        for number, (name, count) in enumerate([("Delivered", 40), ("Banner displayed", 30), ("Banner clicked", 12), ("Survey displayed", 12), ("Answers submitted", 8), ("Survey closed", 4)]):
            expect(funnel.nth(number)).to_contain_text(name)
            expect(funnel.nth(number).locator(".bars-value")).to_have_text(str(count))
        answers = page.get_by_role("region", name="Answers")
        expect(answers).to_contain_text("Rating, 8 answers, 3.5 on average")
        expect(answers.get_by_role("listitem").filter(has_text="The taste")).to_contain_text("8 times")
        expect(answers.get_by_role("listitem").filter(has_text="The price")).to_contain_text("50% of answers")
        expect(answers).to_contain_text("Text, 3 answers")
        picture = page.get_by_role("region", name="What people see")
        expect(picture.locator(".scene").first).to_contain_text("Two minutes?")
        expect(picture.locator(".scene").last).to_contain_text("How was it?")
        visitor.check_accessibility()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"too wide at {width}"
        visitor.screenshot(f"surfaces-report-{width}")
