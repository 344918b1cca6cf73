"""Conditions offer the comparisons, and the field, of the values that the app has sent."""

import re
import time

from pages import Editor, wait_for
from playwright.sync_api import expect
from test_keyboard import press, tab_to

DAY = 86_400_000
NUMBERS = ["Number", "Any type"]


def log(server):
    """Once for each server."""
    if getattr(server, "has_carts", False):
        return
    now = int(time.time() * 1_000)
    carts = [
        {"total": 12.5, "plan": "pro", "is_new": True, "due": {"$date": now}, "tags": ["a"]},
        {"total": 30, "plan": "free", "is_new": False, "due": {"$date": now - DAY}, "tags": ["b", "c"]},
    ]
    events = [
        {"id": f"cart-{number}", "kind": "custom", "name": "basket_seen", "at": now, "user_id": f"buyer-{number}", "properties": cart}
        for number, cart in enumerate(carts)
    ]
    events += [
        {"id": f"points-{number}", "kind": "attribute", "at": now, "user_id": f"buyer-{number}", "key": "points", "value": 10 + number}
        for number in range(2)
    ]
    answer = server.manage("POST", "/events", {"events": events})
    assert all(result["status"] == "stored" for result in answer["results"]), answer
    server.has_carts = True


def groups(field) -> list[str]:
    return field.locator("optgroup").evaluate_all("groups => groups.map(({ label }) => label)")


def begin(visitor) -> Editor:
    """A condition of a trigger that waits for an event."""
    page = visitor.page
    page.goto("/campaigns/new/message#step-trigger")
    editor = Editor(page)
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "basket_seen")
    editor.add_condition()
    return editor


def test_a_condition_is_written_with_the_keyboard(server, visit):
    log(server)
    visitor = visit().sign_in()
    page = visitor.page
    editor = begin(visitor)
    path, test, value = (editor.field(f"trigger.0.condition.0.{name}") for name in ("path", "test", "value"))
    assert len(groups(test)) == 7, "nothing is known of a property without a name"
    expect(path).to_be_focused()
    page.keyboard.type("total")
    page.keyboard.press("Tab")
    # The comparison that nobody has used gives way, and the focus stays where it is.
    expect(test.locator("option:checked")).to_have_text("=")
    expect(test).to_be_focused()
    assert groups(test) == NUMBERS
    expect(test).to_have_accessible_description("Values so far: numbers.")
    expect(value).to_have_attribute("inputmode", "decimal")
    visitor.look("conditions-number")
    page.keyboard.type(">")
    press(page, page.get_by_role("button", name="Show all comparisons"))
    expect(test.locator("optgroup")).to_have_count(7)
    expect(test).to_be_focused()
    expect(page.get_by_role("button", name="Show all comparisons")).to_have_count(0)
    tab_to(page, value)
    page.keyboard.type("20")
    # What is typed stays, whatever else changes.
    tab_to(page, page.get_by_role("button", name="Add condition"))
    page.keyboard.press("Enter")
    expect(editor.field("trigger.0.condition.1.path")).to_be_focused()
    expect(value).to_have_value("20")
    expect(test.locator("optgroup")).to_have_count(7)


def test_each_type_has_its_comparisons_and_its_field(server, visit):
    log(server)
    visitor = visit(width=390, height=844, scheme="dark").sign_in()
    page = visitor.page
    editor = begin(visitor)
    path, test, value = (editor.field(f"trigger.0.condition.0.{name}") for name in ("path", "test", "value"))

    def ask(name: str):
        path.fill(name)
        path.press("Tab")

    ask("is_new")
    expect(test.locator("option:checked")).to_have_text("is true")
    expect(value).to_be_hidden()
    visitor.look("conditions-yes-or-no-390-dark")
    # Once there is a choice of the author's, it is not changed again.
    test.select_option("any:exists")
    ask("plan")
    expect(test.locator("optgroup").first).to_have_attribute("label", "Text")
    expect(test.locator("option:checked")).to_have_text("exists")
    test.select_option("text:equals")
    expect(value).to_have_attribute("list", re.compile("samples"))
    assert value.evaluate("field => [...field.list.options].map(option => option.value).sort()") == ["free", "pro"]
    value.fill("pro")
    ask("due")
    # It can never be true, but it is the author's.
    expect(test.locator("option:checked")).to_have_text("is")
    expect(test.locator("xpath=..")).to_contain_text("never true for dates")
    expect(value).to_have_value("pro")
    visitor.look("conditions-never-true-390-dark")
    value.fill("")
    test.select_option("date:greater")
    expect(value).to_have_attribute("type", "datetime-local")
    value.fill("2026-11-21T14:05")
    visitor.look("conditions-date-390-dark")
    ask("tags")
    expect(test.locator('optgroup[label="List"]')).to_have_count(1)
    expect(value).to_have_value("2026-11-21T14:05")


def test_a_value_that_is_typed_before_the_answer_gets_its_field_afterwards(server, visit):
    log(server)
    visitor = visit().sign_in()
    page = visitor.page
    # From the beginning: a browser that is told to hold requests may let one pass that is made at once.
    holds, held = [], []
    page.route("**/campaigns/new/message", lambda route: held.append(route) if holds else route.continue_())
    editor = begin(visitor)
    page.get_by_role("button", name="Add condition").first.click()
    path, test, value = (editor.field(f"trigger.0.condition.0.{name}") for name in ("path", "test", "value"))
    other = editor.field("trigger.0.condition.1.test")
    expect(other).to_be_visible()
    # The answer is about both rows.
    editor.field("trigger.0.condition.1.path").evaluate("field => { field.value = 'total'; }")
    holds.append(True)
    path.fill("due")
    path.press("Tab")
    wait_for(page, held)
    value.fill("2026-1-5 9:05")
    assert len(held) == 1
    holds.clear()
    held[0].continue_()
    expect(other.locator("option:checked")).to_have_text("=")
    # What is being typed is not touched, and has its field once it is complete.
    expect(value).to_have_value("2026-1-5 9:05")
    value.press("Tab")
    expect(value).to_have_attribute("type", "datetime-local")
    expect(value).to_have_value("2026-01-05T09:05")
    expect(test.locator("option:checked")).to_have_text("before")
    value.fill("2026-01-05T09:05:30")
    assert value.evaluate("field => field.checkValidity()")
    # A date is wide: it leaves room for the button beside it.
    box, remove = value.bounding_box(), page.get_by_role("button", name="Remove condition 1").bounding_box()
    assert box["x"] + box["width"] <= remove["x"], (box, remove)


def test_a_comparison_is_saved_as_it_is_shown(server, visit):
    log(server)
    visitor = visit(script=False).sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Only the new", trigger__0__kind="custom_event", trigger__0__name="basket_seen")
    editor.add_condition()
    # The page did not know yet that the property is yes or no.
    editor.field("trigger.0.condition.0.path").fill("is_new")
    page.get_by_role("button", name="Save as draft").click()
    test = editor.field("trigger.0.condition.0.test")
    expect(test).to_have_value("boolean:true")
    expect(test.locator("option:checked")).to_have_text("is true")


def test_an_audience_asks_about_attributes_in_the_same_way(server, visit):
    log(server)
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/audiences/new")
    row = page.get_by_role("group", name="Condition 1")
    row.get_by_label("Condition", exact=True).select_option(label="Attribute")
    row.get_by_label("Name").fill("points")
    row.get_by_label("Name").press("Tab")
    comparison = row.get_by_label("Comparison").filter(visible=True)
    expect(comparison.locator("option:checked")).to_have_text("=")
    assert groups(comparison) == NUMBERS
    comparison.select_option("number:greater_or_equal")
    row.get_by_label("Value").filter(visible=True).fill("11")
    expect(page.locator("#count")).to_contain_text("1 of")
    visitor.look("conditions-audience")
    row.get_by_role("button", name="Show all comparisons").filter(visible=True).click()
    expect(comparison.locator("optgroup")).to_have_count(7)
    expect(comparison.locator("option:checked")).to_have_text("≥")
    expect(row.get_by_label("Value").filter(visible=True)).to_have_value("11")


def test_without_script_all_comparisons_are_a_press_away(server, visit):
    log(server)
    visitor = visit(script=False).sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(trigger__0__kind="custom_event", trigger__0__name="basket_seen")
    editor.add_condition()
    path, test, value = (editor.field(f"trigger.0.condition.0.{name}") for name in ("path", "test", "value"))
    path.fill("due")
    assert len(groups(test)) == 7, "the page cannot know yet what will be typed"
    page.get_by_role("button", name="Refresh preview").last.click()
    assert groups(test) == ["Date and time (UTC)", "Relative time, such as 3 days", "Any type"]
    # The field would take any text, because the page cannot change with the comparison.
    test.select_option("ago:less")
    value.fill("a while")
    page.get_by_role("button", name="Show all comparisons").click()
    assert len(groups(test)) == 7
    expect(value).to_have_value("a while")
    page.get_by_role("button", name="Save as draft").click()
    assert "This is not a duration." in editor.problem("trigger.0.condition.0.value")
    expect(value).to_have_value("a while")
    assert len(groups(test)) == 7
