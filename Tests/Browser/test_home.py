"""Home and events: the first steps, figures, what is received, by keyboard and without script."""

import time

from pages import Lab
from playwright.sync_api import expect
from test_keyboard import press


def send(server, number: int, name: str = "cart_viewed", **properties):
    event = {"id": f"home-{name.replace('_', '-')}-{number}", "kind": "custom", "at": int(time.time() * 1_000), "user_id": f"buyer-{number % 3}", "name": name, "properties": properties}
    answer = server.manage("POST", "/events", {"events": [event]})
    assert answer["results"][0]["status"] == "stored", answer


def test_a_new_server_shows_its_first_steps(server, visit):
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    press(page, page.get_by_role("navigation", name="Main").get_by_role("link", name="Home"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    steps = page.get_by_role("region", name="Get started")
    expect(steps.get_by_role("listitem")).to_have_count(3)
    expect(steps.get_by_role("link", name="Open the Device Lab")).to_be_visible()
    visitor.look("home-new")
    # A step is ticked off while somebody looks at it.
    expect(steps.get_by_text("0 of 3 done", exact=True)).to_be_visible()
    lab = Lab(visit().sign_in()).open()
    lab.start_session()
    lab.send()
    expect(steps.get_by_text("1 of 3 done", exact=True)).to_be_visible()
    expect(steps.get_by_role("heading", name="Try the sample campaign (done)")).to_be_visible()


def test_steps_that_are_left_can_be_hidden_once_an_app_is_connected(server, visit):
    send(server, 100, total=10.5)
    visitor = visit(script=False, width=390).sign_in()
    page = visitor.page
    page.goto("/")
    steps = page.get_by_role("region", name="Get started")
    expect(steps.get_by_text("2 of 3 done", exact=True)).to_be_visible()
    visitor.screenshot("home-steps-390")
    steps.get_by_role("button", name="Hide these steps").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    expect(steps).to_have_count(0)


def test_figures_appear_with_their_period_and_a_table(server, visit):
    for number in range(5):
        send(server, number, total=10.5 + number, coupon="SPRING")
    visitor = visit(width=390).sign_in()
    page = visitor.page
    page.goto("/")
    outcomes = page.get_by_role("region", name="Outcomes")
    expect(outcomes).to_contain_text("days in UTC")
    press(page, outcomes.get_by_role("link", name="30 days"))
    expect(outcomes.get_by_role("link", name="30 days")).to_have_attribute("aria-current", "true")
    press(page, outcomes.get_by_text("View as table"))
    expect(outcomes.get_by_role("table").get_by_role("row")).to_have_count(31)
    visitor.check_accessibility()
    visitor.screenshot("home-390")


def test_events_are_followed_as_they_come(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/events")
    tail = page.locator("#tail")
    expect(tail).not_to_contain_text("order_placed")
    send(server, 1, "order_placed", price=12)
    expect(tail).to_contain_text("order_placed")
    visitor.check_accessibility()
    visitor.screenshot("events")
    press(page, tail.get_by_role("link", name="order_placed").first)
    expect(page.get_by_role("heading", level=1)).to_have_text("order_placed")
    expect(page.get_by_role("region", name="Properties").get_by_role("row", name="price")).to_contain_text("whole number")
    visitor.check_accessibility()
    visitor.screenshot("event")


def test_both_pages_work_without_script(server, visit):
    visitor = visit().sign_in()
    cookies = visitor.context.cookies()
    plain = visit(script=False)
    plain.context.add_cookies(cookies)
    page = plain.page
    page.goto("/")
    expect(page.get_by_role("region", name="Running campaigns")).to_be_visible()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Events").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Events")
    expect(page.locator("#tail").get_by_role("listitem").first).to_be_visible()
