"""Funnel and retention: by keyboard, as an address, with figures, mistakes, and on a phone."""

import time

from harness import LOOKS
from playwright.sync_api import expect
from test_keyboard import press, tab_to

HOUR = 3_600_000
# The steps of six people, with hours.
PEOPLE = {
    "a": [("step_1", 0), ("step_2", 1), ("step_3", 2)],
    "b": [("step_1", 0), ("step_3", 3), ("step_2", 4)],
    "c": [("step_2", 0), ("step_1", 1), ("step_2", 24), ("step_3", 25)],
    "d": [("step_1", 0), ("step_2", 2), ("step_3", 24)],
    "e": [("step_1", 0), ("step_1", 30), ("step_2", 31), ("step_3", 32)],
    "f": [("step_2", 5)],
}
FUNNEL = "/events/funnel?step.0.name=step_1&step.1.name=step_2&step.2.name=step_3"


def log(server):
    """Once for each server."""
    if getattr(server, "has_steps", False):
        return
    start = int(time.time() * 1_000) - 120 * HOUR
    events = [
        {"id": f"{user}-{name[-1]}-{hour}", "kind": "custom", "name": name, "at": start + hour * HOUR, "user_id": f"person-{user}"}
        for user, steps in PEOPLE.items()
        for name, hour in steps
    ]
    answer = server.manage("POST", "/events", {"events": events})
    assert all(result["status"] == "stored" for result in answer["results"]), answer
    server.has_steps = True


def log_returns(server):
    """Once for each server: 40 people begin on one day."""
    if getattr(server, "has_returns", False):
        return
    start = int(time.time() * 1_000) // (24 * HOUR) * 24 * HOUR - 10 * 24 * HOUR
    events = []
    for number in range(40):
        hours = [("tried", 1)] + [("came_back", 30)] * (number < 30) + [("came_back", 54)] * (number < 4)
        events += [
            {"id": f"return-{number}-{hour}", "kind": "custom", "name": name, "at": start + hour * HOUR, "user_id": f"returner-{number}"} for name, hour in hours
        ]
    answer = server.manage("POST", "/events", {"events": events})
    assert all(result["status"] == "stored" for result in answer["results"]), answer
    server.has_returns = True


def test_a_funnel_is_made_and_read_with_the_keyboard(server, visit):
    log(server)
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/events")
    press(page, page.get_by_role("navigation", name="Events").get_by_role("link", name="Funnel"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Funnel")
    expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_count(7)
    for number in (1, 2, 3):
        tab_to(page, page.get_by_role("group", name=f"Step {number}").get_by_label("Name"))
        page.keyboard.type(f"step_{number}")
    press(page, page.get_by_role("button", name="Show funnel"))
    result = page.get_by_role("region", name="How far people got")
    steps = result.get_by_role("listitem")
    for step, texts in zip(steps.all(), (["1. step_1", "5 people"], ["2. step_2", "5 people", "100% of the first step"], ["3. step_3", "2 people", "40% of the first step, 40% of the step before"])):
        for text in texts:
            expect(step).to_contain_text(text)
    expect(steps).to_have_count(3)
    expect(result).to_contain_text("days in UTC")
    press(page, result.get_by_text("View as table"))
    expect(result.get_by_role("row", name="3. step_3")).to_contain_text("40%")
    visitor.look("funnel")
    # The address has everything.
    page.goto(page.url)
    expect(result).to_contain_text("3. step_3")
    expect(page.get_by_role("group", name="Step 3").get_by_label("Name")).to_have_value("step_3")


def test_a_step_has_conditions_with_the_fields_of_triggers(server, visit):
    now = int(time.time() * 1_000) - HOUR
    events = [
        {"id": f"order-{user}-{name}", "kind": "custom", "name": name, "at": now + later, "user_id": f"orderer-{user}", "properties": {"total": 10 * user, own: True}}
        for user in range(1, 5)
        for name, later, own in (("browsed", 0, "at_home"), ("ordered", 1_000, "is_gift"))
    ]
    answer = server.manage("POST", "/events", {"events": events})
    assert all(result["status"] == "stored" for result in answer["results"]), answer
    visitor = visit(width=390, height=844, scheme="dark").sign_in()
    visitor.forgive("422")
    page = visitor.page
    page.goto("/events/funnel?step.0.name=browsed&step.1.name=ordered")
    result = page.get_by_role("region", name="How far people got")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("4 people")
    step = page.get_by_role("group", name="Step 2")
    press(page, step.get_by_role("button", name="Add condition"))
    condition = step.get_by_role("group", name="Condition 1")
    expect(result).to_have_count(0)
    condition.get_by_label("Property").fill("total")
    condition.get_by_label("Property").press("Tab")
    comparison = condition.get_by_label("Comparison")
    expect(comparison.locator("option:checked")).to_have_text("=")
    expect(comparison).to_have_accessible_description("Values so far: whole numbers.")
    # What is suggested belongs to the event of the step.
    suggested = "field => [...field.list.options].map(option => option.value)"
    assert condition.get_by_label("Property").evaluate(suggested) == ["is_gift", "total"]
    step.get_by_label("Name").fill("browsed")
    step.get_by_label("Name").press("Tab")
    options = step.locator("datalist").first.locator("option")
    expect(options.first).to_have_attribute("value", "at_home")
    assert condition.get_by_label("Property").evaluate(suggested) == ["at_home", "total"]
    step.get_by_label("Name").fill("ordered")
    step.get_by_label("Name").press("Tab")
    expect(options.first).to_have_attribute("value", "is_gift")
    # Enter counts the comparison that suits the property, also before the page could offer it.
    condition.get_by_label("Property").fill("is_gift")
    condition.get_by_label("Property").press("Enter")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("2. ordered where is_gift is true")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("4 people")
    expect(comparison.locator("option:checked")).to_have_text("is true")
    condition.get_by_label("Property").fill("total")
    condition.get_by_label("Property").press("Tab")
    expect(condition).to_contain_text("never true for whole numbers")
    comparison.select_option("number:greater")
    # The field of numbers. In the one of texts, Enter begins a line.
    expect(condition.locator("textarea")).to_have_count(0)
    condition.get_by_label("Value").fill("lots")
    # Enter asks for the figure, and presses no button of a condition.
    condition.get_by_label("Value").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This is not a number.")
    condition.get_by_label("Value").fill("20")
    condition.get_by_label("Value").press("Enter")
    expect(result.get_by_role("listitem").nth(0)).to_contain_text("4 people")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("2. ordered where total > 20")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text("2 people")
    visitor.look("funnel-conditions-390-dark")
    wide = visit(script=False)
    wide.context.add_cookies(visitor.context.cookies())
    wide.page.goto(page.url)
    wide.page.get_by_role("button", name="Show all comparisons").click()
    expect(wide.page.get_by_label("Comparison").locator("optgroup")).to_have_count(7)
    wide.page.get_by_role("button", name="Remove condition 1").click()
    expect(wide.page.get_by_label("Comparison")).to_have_count(0)
    wide.page.get_by_role("button", name="Show funnel").last.click()
    expect(wide.page.get_by_role("region", name="How far people got").get_by_role("listitem").nth(1)).to_contain_text("4 people")
    wide.screenshot("funnel-wide")


def test_another_step_keeps_the_others_and_sessions_need_no_name(server, visit):
    log(server)
    visitor = visit().sign_in()
    page = visitor.page
    page.goto(FUNNEL)
    press(page, page.get_by_role("button", name="Add a step"))
    fourth = page.get_by_role("group", name="Step 4")
    expect(fourth.get_by_label("Name")).to_be_visible()
    expect(page.get_by_role("group", name="Step 1").get_by_label("Name")).to_have_value("step_1")
    expect(page.get_by_role("region", name="How far people got")).to_have_count(0)
    fourth.get_by_label("Step 4").select_option("session_start")
    expect(fourth.get_by_label("Name")).to_be_hidden()
    press(page, page.get_by_role("button", name="Show funnel"))
    expect(page.get_by_role("region", name="How far people got")).to_contain_text("4. Session start")


def test_a_mistake_is_named_and_what_was_typed_stays(server, visit):
    visitor = visit(scheme="dark").sign_in()
    # The page's own answer.
    visitor.forgive("422")
    page = visitor.page
    page.goto("/events/funnel")
    page.get_by_role("group", name="Step 1").get_by_label("Name").fill("step_1")
    page.get_by_label("All within").fill("31")
    page.get_by_label("Unit").select_option("days")
    press(page, page.get_by_role("button", name="Show funnel"))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("at least two steps")
    expect(alert).to_contain_text("from 1 hour to 30 days")
    expect(page.get_by_label("All within")).to_have_value("31")
    expect(page.get_by_label("All within")).to_have_attribute("aria-invalid", "true")
    visitor.look("funnel-mistake-dark")


def test_retention_is_drawn_with_the_numbers_behind_it(server, visit):
    log(server)
    visitor = visit(scheme="dark").sign_in()
    page = visitor.page
    page.goto("/events/funnel")
    press(page, page.get_by_role("navigation", name="Events").get_by_role("link", name="Retention"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Retention")
    first, active = page.get_by_role("group", name="First event"), page.get_by_role("group", name="Activity 1")
    first.get_by_label("First event").select_option("custom")
    first.get_by_label("Name").fill("step_1")
    active.get_by_label("Activity 1").select_option("custom")
    active.get_by_label("Name").fill("step_3")
    press(page, page.get_by_role("button", name="Show retention"))
    result = page.get_by_role("region", name="Who came back")
    press(page, result.get_by_text("View as table"))
    # Of five people, a and b did the third step on the first day, c and d exactly 24 hours later, and e after 32 hours.
    for name, numbers in (("Day 0", ["5", "2", "40%"]), ("Day 1", ["5", "3", "60%"]), ("Day 2", ["5", "0", "0%"]), ("Day 30", ["0", "0", "–"])):
        row = result.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True))
        expect(row.get_by_role("cell")).to_have_text(numbers)
    visitor.look("retention-dark")
    table = result.get_by_role("table", name="People by their first event")
    every = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="All rows"))
    # Few people are numbers, and what is not over is blank.
    expect(every.get_by_role("cell").first).to_have_text("5")
    expect(every).to_contain_text("2 of 5")
    expect(every).to_contain_text("3 of 5")
    days = [int(text) for text in table.locator("tbody tr:not(.cohort-all) td:nth-of-type(1)").all_inner_texts()]
    assert sum(days) == 5 and len(days) == 30, days
    newest = table.locator("tbody tr").last
    expect(newest.get_by_role("cell").last).to_have_text("")
    # Unless somebody chooses, the rows follow the period.
    page.get_by_label("Period").select_option("90d")
    press(page, page.get_by_role("button", name="Show retention"))
    expect(table.get_by_role("rowheader", name="Week of").first).to_be_visible()
    page.get_by_label("Rows").select_option("day")
    press(page, page.get_by_role("button", name="Show retention"))
    expect(table.get_by_role("row")).to_have_count(92)
    page.get_by_label("Rows").select_option("week")
    press(page, page.get_by_role("button", name="Show retention"))
    expect(table.get_by_role("rowheader", name="Week of").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export the table as CSV").click()
    assert download.value.suggested_filename == "retention-cohorts.csv"


def test_the_table_of_retention_has_a_share_in_a_coloured_cell(server, visit):
    log_returns(server)
    for width, scheme in LOOKS:
        visitor = visit(width=width, height=900, scheme=scheme).sign_in()
        page = visitor.page
        page.goto("/events/retention?first.0.name=tried&active.0.name=came_back")
        table = page.get_by_role("table", name="People by their first event")
        row = table.locator("tbody tr:not(.cohort-all)").filter(has_text="40").first
        # Of 40 people, 30 came back on day 1, and 4 on day 2.
        expect(row.get_by_role("cell")).to_contain_text(["40", "0%", "75%", "10%"])
        tones = row.get_by_role("cell").evaluate_all("cells => cells.slice(1, 4).map(cell => getComputedStyle(cell).backgroundColor)")
        assert len(set(tones)) == 3, tones
        page.get_by_role("region", name="Shares by day").focus()
        visitor.look(f"retention-table-{width}-{scheme}")


def test_both_fit_a_phone_and_work_without_script(server, visit):
    log(server)
    visitor = visit(width=390, height=844).sign_in()
    page = visitor.page
    page.goto(FUNNEL)
    expect(page.get_by_role("region", name="How far people got")).to_contain_text("3. step_3")
    visitor.look("funnel-390")
    page.goto("/events/retention?first.0.name=step_1&active.0.name=step_3")
    expect(page.get_by_role("region", name="Who came back")).to_contain_text("60%")
    visitor.look("retention-390")
    plain = visit(script=False)
    plain.context.add_cookies(visitor.context.cookies())
    plain.page.goto("/events/funnel")
    for number in (1, 2):
        plain.page.get_by_role("group", name=f"Step {number}").get_by_label("Name").fill(f"step_{number}")
    plain.page.get_by_role("button", name="Show funnel").click()
    expect(plain.page.get_by_role("region", name="How far people got")).to_contain_text("2. step_2")
