"""Campaigns in several languages: written beside each other, previewed, and delivered in the language of each device."""

from pages import Editor, new_campaign, open_campaign
from playwright.sync_api import Page, expect


def add_language(page: Page, editor: Editor, tag: str) -> int:
    """Adds a language, and returns its row."""
    editor.reach(page.locator("#translations"))
    row = page.locator("details.translation").count()
    page.get_by_role("button", name="Add language").click()
    expect(editor.field(f"translation.{row}.tag")).to_be_focused()
    editor.field(f"translation.{row}.tag").fill(tag)
    return row


def said(page: Page, row: int) -> str:
    return page.locator("details.translation summary").nth(row).inner_text()


def write_message(page: Page, name: str) -> Editor:
    new_campaign(page)
    editor = Editor(page)
    editor.fill(name=name, header="Delivery is on us", message="Until Sunday", button__0__text="Shop", button__1__text="Later")
    editor.put("language", "en")
    editor.put("trigger.0.kind", "session_start")
    editor.step("Message")
    return editor


def test_a_message_is_written_in_two_languages_and_each_device_gets_its_own(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = write_message(page, "In two languages")
    german = add_language(page, editor, "de")
    # The fields are those of the texts that there are at the moment.
    header = editor.field(f"translation.{german}.text-header")
    expect(header).to_be_visible()
    header.fill("Versand frei")
    editor.put(f"translation.{german}.text-message", "Bis Sonntag")
    editor.put(f"translation.{german}.text-button-0-text", "Kaufen")
    expect(page.locator("details.translation summary").nth(german)).to_contain_text("1 of 4 texts is missing: button 2")
    assert "Later" in page.locator(f"#field-translation-{german}-text-button-1-text-hint").inner_text()
    # The preview speaks the language of its device.
    expect(editor.scene.get_by_role("heading")).to_have_text("Delivery is on us")
    editor.preview.get_by_text("More device settings").click()
    editor.preview.get_by_label("Language", exact=True).select_option("de")
    expect(editor.scene.get_by_role("heading")).to_have_text("Versand frei")
    expect(editor.scene).to_contain_text("Later")
    editor.preview.get_by_label("Language", exact=True).select_option("fr")
    expect(editor.scene.get_by_role("heading")).to_have_text("Delivery is on us")
    # A text that goes has no field in any language, and one that is written later has one.
    editor.put("button.1.text", "")
    expect(editor.field(f"translation.{german}.text-button-1-text")).to_have_count(0)
    editor.put("button.1.text", "Later")
    expect(editor.field(f"translation.{german}.text-button-1-text")).to_have_count(1)
    # Whoever writes a text anew keeps its translation.
    editor.put("header", "")
    expect(header).to_have_count(0)
    editor.put("header", "Delivery is on us")
    expect(header).to_have_value("Versand frei")
    visitor.check_accessibility()
    editor.step("Review")
    line = page.locator(".check-line").filter(has=page.get_by_text("Languages", exact=True))
    expect(line).to_contain_text("German: 1 of 4 texts is missing: button 2.")
    expect(page.locator(".editor-verdict")).to_contain_text("Ready to launch.")
    line.get_by_role("link").click()
    expect(editor.field(f"translation.{german}.tag")).to_be_focused()
    editor.launch()
    expect(page.get_by_role("status").filter(has_text="is running.")).to_be_visible()
    device = server.device("phone-of-two-languages")
    for locale, expected in [("de_AT", "Versand frei"), ("en_GB", "Delivery is on us")]:
        answer = device.post("sync", {"events": [], "device": {"id": device.identity, "locale": locale}})
        headers = [campaign["message"].get("header") for campaign in answer["definitions"]["campaigns"]]
        assert expected in headers, headers


def test_languages_are_removed_undone_and_kept_in_the_history(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = write_message(page, "Undone languages")
    editor.save()
    saved = page.locator("[data-save-status]")

    def change(action):
        with page.expect_response(lambda answer: answer.request.post_data is not None and "do=autosave" in answer.request.post_data):
            action()
        expect(saved).to_have_text("Saved just now")

    change(lambda: add_language(page, editor, "nl"))
    change(lambda: editor.put("translation.0.text-header", "Gratis bezorging"))
    change(lambda: page.get_by_role("button", name="Remove Dutch").click())
    expect(page.locator("details.translation")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("details.translation")).to_have_count(1)
    assert editor.value("translation.0.text-header") == "Gratis bezorging"
    expect(saved).to_have_text("Saved just now")
    page.reload()
    assert said(page, 0).startswith("Dutch") and editor.value("translation.0.text-header") == "Gratis bezorging"
    open_campaign(visitor, "Undone languages")
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("main")).to_contain_text("Dutch")


def test_languages_are_written_without_script(server, visit):
    visitor = visit(script=False).sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    editor.fill(name="Languages without script", header="Hello", message="Welcome", trigger__0__kind="session_start")
    page.get_by_role("button", name="Add language").click()
    editor.field("translation.0.tag").fill("fr")
    editor.put("translation.0.text-header", "Bonjour")
    editor.preview.get_by_text("More device settings").click()
    editor.preview.get_by_label("Language", exact=True).select_option("fr")
    page.get_by_role("button", name="Refresh preview").last.click()
    expect(editor.scene.get_by_role("heading")).to_have_text("Bonjour")
    assert "1 of 2 texts is missing: text" in said(page, 0)
    # A language that is there twice is told at its field.
    page.get_by_role("button", name="Add language").click()
    editor.field("translation.1.tag").fill("FR")
    editor.save()
    assert "already been added" in editor.problem("translation.1.tag")
    page.get_by_role("button", name="Remove French").last.click()
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Ready to launch.")).to_be_visible()
    assert editor.value("translation.0.text-header") == "Bonjour"


def test_translations_follow_the_questions_that_move(server, visit):
    questions = [{"id": name, "kind": "text", "title": f"{name}?"} for name in ["First", "Second", "Third"]]
    german = {f"content.questions[{place}].title": f"{name}?" for place, name in enumerate(["Erste", "Zweite", "Dritte"])}
    stored = server.manage("POST", "/campaigns", {
        "name": "Questions that move", "triggers": [{"kind": "session_start"}], "banner": {"title": "A question", "language": "en"},
        "content": {"kind": "survey", "title": "Survey", "language": "en", "questions": questions}, "languages": {"de": german},
    })
    visitor = visit().sign_in()
    page = visitor.page
    page.goto(f"/campaigns/{stored['id']}/edit")
    editor = Editor(page)

    def pairs() -> list[tuple[str, str]]:
        return [(editor.value(f"question.{place}.title"), editor.value(f"translation.0.text-question-{place}-title")) for place in range(2)]

    def press(name: str, question: str, expected: list[tuple[str, str]]):
        part = page.get_by_role("group", name=question, exact=True)
        with page.expect_response(lambda answer: "do=autosave" in (answer.request.post_data or "")):
            part.get_by_role("button", name=name).first.click()
            expect(editor.field("question.0.title")).to_have_value(expected[0][0])
        expect(editor.field("translation.0.text-question-0-title")).to_have_value(expected[0][1])
        assert pairs() == expected, pairs()

    press("Move down", "Question 1", [("Second?", "Zweite?"), ("First?", "Erste?")])
    press("Remove: ", "Question 1", [("First?", "Erste?"), ("Third?", "Dritte?")])
    page.reload()
    assert pairs() == [("First?", "Erste?"), ("Third?", "Dritte?")], pairs()


def test_a_survey_has_languages_at_every_width(server, visit):
    languages = {"de": {"content.title": "Umfrage", "content.questions[0].title": "Wie war es?", "banner.title": "Frage"}, "ar": {"content.title": "استطلاع"}}
    question = {"id": "q", "kind": "single", "title": "How was it?", "choices": [{"id": "a", "title": "Good"}, {"id": "b", "title": "Bad"}]}
    stored = server.manage("POST", "/campaigns", {
        "name": "Survey in languages", "triggers": [{"kind": "session_start"}], "banner": {"title": "A question", "language": "en"},
        "content": {"kind": "survey", "title": "Survey", "language": "en", "questions": [question]}, "languages": languages,
    })
    for scheme, width in [("light", 1280), ("dark", 390)]:
        visitor = visit(scheme=scheme, width=width).sign_in()
        page = visitor.page
        page.goto(f"/campaigns/{stored['id']}/edit")
        editor = Editor(page)
        editor.reach(editor.field("translation.1.text-question-0-title"))
        assert editor.value("translation.1.text-question-0-title") == "Wie war es?"
        editor.reach(editor.field("translation.0.text-content-title"))
        visitor.check_accessibility()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
        page.locator("#translations").scroll_into_view_if_needed()
        visitor.screenshot(f"languages-{width}")
