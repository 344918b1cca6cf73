"""A support agent's work on one person: find, explain, correct, export, delete."""

import json
import re

from playwright.sync_api import expect
from test_keyboard import press, tab_to


def say(server, user: str, **attributes):
    events = [
        {"id": f"{place}-{user}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": user, "key": key, "value": value}
        for place, (key, value) in enumerate(attributes.items())
    ]
    server.manage("POST", "/events", {"events": events})


def look(visitor, name: str):
    """Fails on any violation of accessibility, and on anything wider than the window. Takes a picture."""
    visitor.check_accessibility()
    sticking_out = visitor.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    assert sticking_out <= 0, f"{name} sticks out by {sticking_out} px"
    visitor.screenshot(f"people-{name}")


def test_a_support_agent_corrects_exports_and_deletes_a_person(server, visit):
    say(server, "support-ana", email="ana@example.com", first_name="Ana", plan="free")
    visitor = visit().sign_in()
    visitor.forgive("status of (404|422)")
    page = visitor.page
    page.goto("/people?q=support-ana")
    press(page, page.get_by_role("link", name="support-ana"))
    attributes = page.get_by_role("region", name="Attributes")
    expect(attributes).to_contain_text("ana@example.com")

    # Correct: a wrong value is refused beside its field, and nothing typed is lost.
    tab_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type("age")
    page.get_by_label("Type").select_option(label="Number")
    page.get_by_label("Value").fill("young")
    press(page, page.get_by_role("button", name="Set attribute"))
    expect(page.get_by_label("Value")).to_have_accessible_description("Enter a number, such as 12 or 3.5.")
    expect(page.get_by_label("Value")).to_have_value("young")
    expect(page.get_by_label("Type")).to_have_value("number")
    look(visitor, "refused")
    page.get_by_label("Value").fill("34")
    press(page, page.get_by_role("button", name="Set attribute"))
    expect(page.get_by_role("status")).to_contain_text("“age” is set.")
    expect(attributes).to_contain_text("34")
    press(page, page.get_by_role("button", name="Remove plan"))
    expect(page.get_by_role("status")).to_contain_text("“plan” is removed.")
    expect(page.get_by_role("button", name="Remove plan")).to_have_count(0)
    press(page, page.get_by_role("button", name="Stop push notifications"))
    expect(page.get_by_text("This person wants no push notifications.")).to_be_visible()
    press(page, page.get_by_role("button", name="Allow push notifications"))
    expect(page.get_by_role("button", name="Stop push notifications")).to_be_visible()
    # The timeline explains who is who now.
    expect(page.get_by_role("region", name="Timeline")).to_contain_text("age")
    look(visitor, "person")

    with page.expect_download() as download:
        page.get_by_role("link", name="Export data").click()
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert lines[0]["record"] == "person" and lines[-1] == {"record": "end", "records": len(lines) - 1}
    assert {"email", "age"} <= {line["event"]["key"] for line in lines if line["record"] == "event"}

    press(page, page.get_by_role("link", name="Delete person"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete support-ana?")
    expect(page.get_by_role("listitem").filter(has_text="attributes")).to_be_visible()
    look(visitor, "delete")
    press(page, page.get_by_role("button", name="Delete this person"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt of a deletion")
    expect(page.get_by_role("status")).to_contain_text("The person is deleted.")
    assert "support-ana" not in page.content()
    look(visitor, "receipt")
    receipt = page.url.rsplit("/", 1)[1]
    assert server.manage("GET", f"/privacy/receipts/{receipt}")["removed"]["attributes"] == 4
    page.goto("/people?q=support-ana")
    expect(page.get_by_text("No people match “support-ana”.")).to_be_visible()
    page.goto("/people/u:support-ana")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("not found|Nothing", re.I))


def test_the_pages_work_on_a_phone_in_the_dark_without_script(server, visit):
    say(server, "support-ben", email="ben@example.com")
    visitor = visit(width=390, height=844, scheme="dark").sign_in()
    page = visitor.page
    page.goto("/people/u:support-ben")
    look(visitor, "person-390-dark")
    page.get_by_role("link", name="Delete person").click()
    look(visitor, "delete-390-dark")
    page.get_by_role("link", name="Not now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("support-ben")
    quiet = visit(script=False).sign_in()
    quiet.page.goto("/people/u:support-ben/delete")
    quiet.page.get_by_role("button", name="Delete this person").click()
    expect(quiet.page.get_by_role("heading", level=1)).to_have_text("Receipt of a deletion")
    quiet.page.get_by_role("link", name="Back to people").click()
    expect(quiet.page.get_by_role("heading", level=1)).to_have_text("People")
