"""A support agent's work on one person: find, explain, correct, export, delete."""

import json
import re

from playwright.sync_api import expect
from test_keyboard import choose_file, press, tab_to


def say(server, user: str, **attributes):
    events = [
        {"id": f"{place}-{user}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": user, "key": key, "value": value}
        for place, (key, value) in enumerate(attributes.items())
    ]
    server.manage("POST", "/events", {"events": events})


def test_a_support_agent_corrects_exports_and_deletes_a_person(server, visit):
    say(server, "support-ana", email="ana@example.com", first_name="Ana", plan="free")
    pro = server.manage("POST", "/audiences", {"name": "Subscribers of pro", "rule": {"attribute": "plan", "op": "equals", "value": "pro"}})
    message = {"kind": "slideup", "message": "Thank you"}
    triggers = [{"kind": "custom_event", "name": "never"}]
    server.launch_campaign(name="Thanks to pro", triggers=triggers, message=message, audience={"audience": pro["id"]})
    visitor = visit().sign_in()
    visitor.forgive("status of (404|422)")
    page = visitor.page
    # She writes from her address, and asks why she does not get the campaign.
    page.goto("/people")
    page.get_by_role("searchbox").fill("ana@example.com")
    page.get_by_role("searchbox").press("Enter")
    press(page, page.get_by_role("link", name="support-ana"))
    reason = page.get_by_role("region", name="Running campaigns").get_by_role("listitem").filter(has_text="Thanks to pro")
    expect(reason).to_contain_text("Does not get it")
    expect(reason).to_contain_text("plan is “free”; wanted: plan is “pro”")
    visitor.look("people-reason")
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
    visitor.look("people-refused")
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
    visitor.look("people-person")

    with page.expect_download() as download:
        page.get_by_role("link", name="Export data").click()
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert lines[0]["record"] == "person" and lines[-1] == {"record": "end", "records": len(lines) - 1}
    assert {"email", "age"} <= {line["event"]["key"] for line in lines if line["record"] == "event"}

    press(page, page.get_by_role("link", name="Delete person"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete support-ana?")
    expect(page.get_by_role("listitem").filter(has_text="attributes")).to_be_visible()
    visitor.look("people-delete")
    press(page, page.get_by_role("button", name="Delete this person"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt of a deletion")
    expect(page.get_by_role("status")).to_contain_text("The person is deleted.")
    assert "support-ana" not in page.content()
    visitor.look("people-receipt")
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
    visitor.look("people-person-390-dark")
    page.get_by_role("link", name="Delete person").click()
    expect(page.get_by_role("button", name="Delete this person")).to_be_visible()
    visitor.look("people-delete-390-dark")
    page.get_by_role("link", name="Not now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("support-ben")
    quiet = visit(script=False).sign_in()
    quiet.page.goto("/people/u:support-ben/delete")
    quiet.page.get_by_role("button", name="Delete this person").click()
    expect(quiet.page.get_by_role("heading", level=1)).to_have_text("Receipt of a deletion")
    quiet.page.get_by_role("link", name="Back to people").click()
    expect(quiet.page.get_by_role("heading", level=1)).to_have_text("People")


def test_people_are_imported_from_a_pasted_file_with_types_and_exported(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/people")
    press(page, page.get_by_role("link", name="Import"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Import people")
    visitor.look("people-import")
    page.get_by_label("Content").fill("user_id,plan,born\nimport-ana,pro,2000-01-31\nimport-ben,free,yesterday\nimport-cleo,free,1999-12-31\n")
    press(page, page.get_by_role("button", name="Check"))
    expect(page.get_by_role("status")).to_contain_text("3 lines of 3 can be imported, with 6 values. Nothing is stored yet.")
    page.get_by_label("born").select_option(label="Date")
    press(page, page.get_by_role("button", name="Check again"))
    expect(page.get_by_role("status")).to_contain_text("2 lines of 3 can be imported")
    expect(page.get_by_role("listitem").filter(has_text="Line 3, born")).to_contain_text("Enter a date such as 2026-11-21")
    expect(page.get_by_label("born")).to_have_value("date")
    visitor.look("people-import-checked")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download problems").click()
    assert "3,born," in download.value.path().read_text()
    press(page, page.get_by_role("button", name="Import 2 lines"))
    expect(page.get_by_role("status")).to_contain_text("2 lines of 3 imported, with 4 new values.")
    visitor.look("people-import-done")
    # A reload sends nothing again.
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("2 lines of 3 imported, with 4 new values.")
    press(page, page.get_by_role("link", name="Show people"))
    expect(page.get_by_role("link", name="import-cleo")).to_be_visible()
    expect(page.get_by_role("link", name="import-ben")).to_have_count(0)
    visitor.look("people-list")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export CSV").click()
    text = download.value.path().read_text()
    assert "import-ana," in text and "2000-01-31T00:00:00Z" in text and "import-ben" not in text


def test_a_file_is_chosen_imported_with_progress_and_sent_again_after_a_restart(server, visit):
    visitor = visit(width=390, height=844, scheme="dark").sign_in()
    page = visitor.page
    page.goto("/people/import")
    latin = "user_id,city\nimport-dora,Köln\n".encode("latin-1")
    choose_file(page, {"name": "latin.csv", "mimeType": "text/csv", "buffer": latin})
    expect(page.get_by_text("The file is not UTF-8.")).to_be_visible()
    expect(page.get_by_label("Content")).to_have_value("")
    many = "".join(f'{{"user_id":"many-{number}","attributes":{{"step":{number}}}}}\n' for number in range(3_000)).encode()
    choose_file(page, {"name": "many.ndjson", "mimeType": "application/x-ndjson", "buffer": many})
    expect(page.get_by_text("The content of many.ndjson is below.")).to_be_visible()
    expect(page.get_by_role("radio", name="NDJSON")).to_be_checked()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("3,000 lines of 3,000 can be imported")
    # A long file does not make a long page.
    assert page.evaluate("document.scrollingElement.scrollHeight") < 3_000
    visitor.look("people-import-checked-390-dark")
    page.get_by_role("button", name="Import 3,000 lines").click()
    # The page follows the import to its end.
    expect(page.get_by_role("heading", level=2)).to_have_text(re.compile("Importing|Result"))
    visitor.look("people-import-running-390-dark")
    expect(page.get_by_role("status")).to_contain_text("3,000 lines of 3,000 imported", timeout=60_000)
    visitor.look("people-import-done-390-dark")
    page.goto("/people/import/from-before-the-restart")
    expect(page.get_by_role("status")).to_contain_text("check and import the same file again here. No value is stored twice.")
    visitor.look("people-import-unknown-390-dark")


def test_an_import_works_without_script(server, visit):
    page = visit(script=False).sign_in().page
    page.goto("/people/import")
    expect(page.get_by_label("Choose a file")).to_be_hidden()
    page.get_by_label("Content").fill("User ID,plan\nquiet-ana,pro\n")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("listitem").filter(has_text="Line 1, User ID")).to_contain_text("Rename the column “User ID” to user_id.")
    page.get_by_label("Content").fill("user_id,plan\nquiet-ana,pro\n")
    page.get_by_role("button", name="Check again").click()
    page.get_by_role("button", name="Import 1 line").click()
    expect(page.get_by_role("status")).to_contain_text("1 line of 1 imported, with 1 new value.")
    page.get_by_role("link", name="Show people").click()
    expect(page.get_by_role("link", name="quiet-ana")).to_be_visible()


def test_a_support_agent_finds_people_by_name_and_address(server, visit):
    say(server, "find-1", email="carla@example.com", first_name="Carla", last_name="Moser")
    say(server, "find-2", email="someone@example.com", first_name="Dora", last_name="Moser")
    visitor = visit(width=390, height=844).sign_in()
    page = visitor.page
    for search, found in [("carla@", ["find-1"]), ("moser", ["find-1", "find-2"]), ("dora mos", ["find-2"])]:
        page.goto("/people")
        page.get_by_role("searchbox").fill(search)
        page.get_by_role("searchbox").press("Enter")
        for user in ["find-1", "find-2"]:
            expect(page.get_by_role("link", name=user)).to_have_count(1 if user in found else 0)
    visitor.look("people-found-390")
