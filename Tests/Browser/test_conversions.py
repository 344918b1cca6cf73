"""Conversions: a campaign without an experiment, what a device reports, and the figures of its report."""

import time

from pages import Editor, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press


def report(server, campaign: str, other: str, people: range):
    """Everybody sees the campaign; every fourth person orders, but every eighth saw another campaign before."""
    begin = int(time.time() * 1000) - 7_200_000
    device = server.device(f"phone-{people.start}")
    events = []

    def add(kind: str, minutes: int, number: int, **fields):
        user = f"buyer-{number}"
        events.append({"id": f"{kind}-{len(events)}-{user}", "kind": kind, "at": begin + minutes * 60_000, "user_id": user, **fields})

    for number in people:
        add("impression", 0, number, presentation_id="p", campaign_id=campaign, campaign_version=1)
        if number % 8 == 0:
            add("impression", 10, number, presentation_id="q", campaign_id=other, campaign_version=1)
        if number % 4 == 0:
            add("custom", 20, number, name="order_placed", properties={"price": 12.5})
    for start in range(0, len(events), 500):
        answer = device.send(events[start : start + 500])
        assert all(result["status"] == "stored" for result in answer["results"]), answer


def test_conversions_of_a_campaign_without_an_experiment_are_counted(server, visit):
    other = server.launch_campaign(
        name="Another", triggers=[{"kind": "custom_event", "name": "other"}], message={"kind": "slideup", "message": "Hi"})
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page, "Message")
    editor = Editor(page)
    editor.fill(name="Free delivery", header="Delivery is on us")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "cart_viewed")
    editor.step("Schedule")
    expect(page.get_by_role("region", name="Conversions")).to_contain_text("counts for the message that they saw last")
    press(page, page.get_by_role("button", name="Add conversion"))
    first = page.get_by_role("group", name="Conversion 1")
    first.get_by_label("Name").fill("Order")
    first.get_by_label("Event, product or screen").fill("order_placed")
    first.get_by_label("Revenue property").fill("price")
    press(page, page.get_by_role("button", name="Add conversion"))
    second = page.get_by_role("group", name="Conversion 2")
    second.get_by_label("Name").fill("Wrote a review of what they ordered")
    second.get_by_label("Event, product or screen").fill("review_written")
    visitor.check_accessibility()
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    section = page.get_by_role("region", name="Conversions")

    report(server, campaign, other, range(20))
    open_campaign(visitor, "Free delivery")
    expect(section).to_contain_text("2 of 20")
    expect(section).not_to_contain_text("likely")
    visitor.check_accessibility()

    report(server, campaign, other, range(20, 400))
    open_campaign(visitor, "Free delivery")
    expect(section).to_contain_text("50 of 400, 12")
    expect(section).to_contain_text("likely")
    expect(section).to_contain_text("0 of 400, likely below")
    expect(section).to_contain_text("625 revenue (sum of price)")
    visitor.check_accessibility()
    visitor.screenshot("conversions")
    press(page, page.get_by_role("navigation", name="Time range").get_by_role("link", name="All time"))
    expect(section).to_contain_text("so far")
    expect(page.get_by_role("region", name="Funnel")).to_contain_text("12.5% of shown")
    expect(section).to_contain_text("50 of 400")

    # By device, also on a narrow screen and without script.
    press(page, page.get_by_role("link", name="Break down by app version, system or language"))
    expect(page.get_by_role("heading", level=1)).to_have_text("People who saw “Free delivery”")
    expect(page.get_by_role("row").filter(has_text="Not known")).to_contain_text("50 of 400, 12")
    press(page, page.get_by_role("navigation", name="Break down by").get_by_role("link", name="Platform"))
    expect(page.get_by_role("navigation", name="Break down by").get_by_role("link", name="Platform")).to_have_attribute("aria-current", "true")
    visitor.look("breakdown")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.look("breakdown-390")

    narrow = visit(scheme="dark", width=390).sign_in()
    open_campaign(narrow, "Free delivery")
    expect(narrow.page.get_by_role("region", name="Conversions")).to_contain_text("50 of 400")
    narrow.check_accessibility()
    narrow.screenshot("conversions-390-dark")
