"""The console without JavaScript: everything but the lab's live phones works. (axe is a script too, so other tests check the same pages with it.)"""

from pages import Editor, Report, new_campaign, open_campaign, open_menu, states
from playwright.sync_api import expect

NAME = "Written without script"


def test_a_campaign_is_written_and_launched_without_script(server, visit):
    visitor = visit(script=False).sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    editor.fill(message="Rows come from the server", trigger__0__kind="custom_event", trigger__0__name="cart_viewed")
    # Each row needs a request to the server, and nothing that was typed is lost.
    editor.add_condition()
    editor.fill(
        trigger__0__condition__0__path="total", trigger__0__condition__0__test="number:greater", trigger__0__condition__0__value="lots"
    )
    editor.add_extra()
    editor.fill(extra__0__key="source", extra__0__value="no script")
    typed = editor.values()
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_contain_text("Not launched")
    assert editor.values() == typed, "the form came back with something else than what was typed"
    assert "not a number" in editor.problem("trigger.0.condition.0.value") and "name" in editor.problem("name")
    editor.fill(name=NAME, trigger__0__condition__0__value="20")
    page.get_by_role("button", name="Refresh preview").last.click()
    expect(editor.scene).to_contain_text("Rows come from the server")
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Ready to launch.")).to_be_visible()
    editor.launch()
    expect(page.get_by_role("status").filter(has_text=f"“{NAME}” is running.")).to_be_visible()


def test_a_kind_shows_only_its_fields_and_keeps_the_others_without_script(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(header="Kept", message="A text")
    editor.put("kind", "html")
    expect(editor.field("header")).to_be_hidden()
    editor.put("page", '<html lang="en"><h1>Without script</h1></html>')
    page.get_by_role("button", name="Refresh preview").last.click()
    expect(editor.preview.frame_locator("iframe").get_by_role("heading", name="Without script")).to_be_visible()
    expect(editor.field("header")).to_be_hidden()
    assert editor.value("header") == "Kept" and editor.value("message") == "A text", editor.values()
    editor.put("kind", "modal")
    expect(editor.field("header")).to_be_visible()
    page.get_by_role("button", name="Refresh preview").last.click()
    expect(editor.scene.get_by_role("heading")).to_have_text("Kept")
    expect(page.get_by_role("button", name="Open in Device Lab")).to_be_visible()


def test_lists_reports_and_actions_work_without_script(server, visit):
    visitor = visit(script=False).sign_in("/campaigns")
    page = visitor.page
    assert states(page)[NAME] == "Running"
    open_menu(page, f"Actions for {NAME}")
    page.get_by_role("button", name=f"Pause {NAME}").click()
    expect(page.get_by_role("status")).to_contain_text(NAME)
    assert states(page)[NAME] == "Paused"
    open_campaign(visitor, NAME)
    expect(page.locator("#report")).to_contain_text("No activity before the pause")
    open_menu(page, "More actions")
    page.get_by_role("button", name="Finish…").click()
    page.get_by_role("button", name=f"Finish “{NAME}”").click()
    expect(page.locator(".campaign-head .chip")).to_have_text("Finished")
    page.get_by_label("Dark mode").click()
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    page.goto("/settings/keys")
    page.get_by_label("Name", exact=True).fill("A key without script")
    page.get_by_role("button", name="Create key").click()
    expect(page.locator("#secret")).to_contain_text("mk_")
    secret = page.locator("#secret").inner_text()
    page.goto("/settings/keys")
    assert secret not in page.content(), "the secret is shown a second time"
    page.goto("/settings/privacy")
    # A key is refused below.
    visitor.forgive("status of 422")
    authenticates_users(page)
    # Selectors by text ignore the content of `noscript`.
    page.goto("/lab")
    expect(page.locator("noscript .notice")).to_contain_text("needs JavaScript")


PUBLIC_KEY = """-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERJ0KjFnFBh/ln/cDyN++eEfgeVbq
WAOm7eNUIY2iWjc4mE7UAJkjvAjIDRBNHIYrNm2geL4dzVjhDbQAGic8fQ==
-----END PUBLIC KEY-----
"""


def authenticates_users(page):
    """Adds a public key, after a private key was pasted by mistake, and makes signatures optional."""
    section = page.locator("#sdk-authentication")
    section.get_by_label("Key name").fill("Backend")
    section.locator("#public-key").fill(PUBLIC_KEY.replace("PUBLIC", "PRIVATE"))
    section.get_by_role("button", name="Add key").click()
    expect(section.locator("#public-key-note")).to_contain_text("This is a PRIVATE key. It was not stored")
    expect(section.locator("#public-key")).to_have_value("")
    section.locator("#public-key").fill(PUBLIC_KEY)
    section.get_by_role("button", name="Add key").click()
    expect(section.get_by_role("rowheader", name="Backend")).to_be_visible()
    section.get_by_role("radio", name="Optional").check()
    section.get_by_role("button", name="Save SDK authentication").click()
    expect(section.get_by_role("radio", name="Optional")).to_be_checked()
    expect(section).to_contain_text("No requests with a user id in the last 24 hours.")
    section.get_by_role("radio", name="Off").check()
    section.get_by_role("button", name="Save SDK authentication").click()
    expect(section.get_by_role("radio", name="Off")).to_be_checked()
