"""Audiences: written as conditions, counted, chosen for a campaign, and followed by devices."""

from pages import Editor, Lab, new_campaign
from playwright.sync_api import expect
from test_keyboard import press, tab_to


def say(server, user: str, plan: str):
    event = {"id": f"plan-{user}-{plan}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": user, "key": "plan", "value": plan}
    server.manage("POST", "/events", {"events": [event]})


def test_an_audience_is_written_by_keyboard_counted_and_followed_by_a_device(server, visit):
    for number in range(6):
        say(server, f"reader-{number}", "pro" if number % 3 == 0 else "free")
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto("/audiences")
    visitor.check_accessibility()
    press(page, page.get_by_role("link", name="New audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("New audience")
    visitor.check_accessibility()
    tab_to(page, page.get_by_label("Name", exact=True).first)
    page.keyboard.type("Pro readers")
    row = page.get_by_role("group", name="Condition 1")
    comparison = row.get_by_label("Comparison").filter(visible=True)
    expect(comparison).to_have_count(0)
    row.get_by_label("Condition", exact=True).select_option(label="Attribute")
    expect(row.get_by_label("In the last days")).to_be_hidden()
    row.get_by_label("Name").fill("plan")
    value = row.get_by_label("Value").filter(visible=True)
    value.fill("pro")
    press(page, page.get_by_role("button", name="Count people"))
    expect(page.locator("#count")).to_contain_text("2 of")
    expect(page.locator("#count").get_by_role("link", name="reader-0")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("audiences-count")
    press(page, page.get_by_role("button", name="Add condition"))
    second = page.get_by_role("group", name="Condition 2")
    second.get_by_label("Condition", exact=True).select_option(label="Event")
    second.get_by_label("Name").fill("page_read")
    second.get_by_label("In the last days").fill("soon")
    # A count is a number: there is no comparison of texts to choose by mistake.
    expect(second.get_by_label("Comparison").filter(visible=True).locator("option:checked")).to_have_text("≥")
    second.get_by_label("Number").fill("2")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("alert")).to_contain_text("This is not a number of days.")
    assert value.input_value() == "pro", "nothing typed is lost"
    second.get_by_label("In the last days").fill("14")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Pro readers")
    expect(page.locator("#count")).to_contain_text("0 of")
    expect(second.get_by_label("In the last days")).to_have_value("14")
    visitor.screenshot("audiences-saved")

    page.goto("/campaigns")
    new_campaign(page, "Message")
    editor = Editor(page)
    editor.fill(name="For pro readers", header="Thank you for reading")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "page_read")
    editor.field("audience").select_option(label="Pro readers")
    editor.launch()
    lab = Lab(visitor).open().clear()
    phone = lab.add("small_phone", quiet=0)
    phone.select()
    lab.start_session()
    lab.become("reader-0")
    lab.log("page_read")
    phone.shows_nothing()
    # The second one makes the person match. The device hears of it with the answer to its events.
    lab.log("page_read")
    lab.send()
    lab.log("page_read")
    phone.shows("Thank you for reading")
    page.goto("/people/u:reader-1")
    running = page.get_by_role("region", name="Running campaigns")
    expect(running).to_contain_text("Not in its audience: plan is “free”; wanted: plan is “pro”")
    visitor.check_accessibility()
    visitor.screenshot("audiences-person")
    page.goto("/audiences")
    expect(page.get_by_role("row", name="Pro readers")).to_contain_text("1 campaign")
    visitor.screenshot("audiences-list")


def test_an_audience_in_use_stays_and_a_rule_of_a_program_is_kept(server, visit):
    rule = {"any": [{"all": [{"attribute": "plan", "op": "equals", "value": "pro"}]}, {"person": "country", "op": "equals", "value": "AT"}]}
    made = server.manage("POST", "/audiences", {"name": "Nested", "rule": rule})
    visitor = visit(scheme="dark").sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto(f"/audiences/{made['id']}")
    expect(page.get_by_label("Rule as JSON")).to_contain_text('"country"')
    visitor.check_accessibility()
    page.get_by_label("Rule as JSON").fill('{"person":"age","op":"exists"}')
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("alert")).to_contain_text("This version does not know this word")
    page.get_by_label("Rule as JSON").fill('{"not":{"person":"country","op":"equals","value":"AT"}}')
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("status").first).to_contain_text("saved")
    visitor.check_accessibility()
    press(page, page.get_by_role("button", name="Delete audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Audiences")
    expect(page.get_by_role("row", name="Nested")).to_have_count(0)
