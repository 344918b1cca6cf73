"""Funnel and retention: by keyboard, as an address, with figures, mistakes, and on a phone."""

import time

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
