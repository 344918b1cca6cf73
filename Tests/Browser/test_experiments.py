"""Experiments: variants in the editor, people divided by the server, and results with intervals."""

import time

from pages import Editor, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press
from test_pushes import upload_key


def simulate(server, campaign: str, arms: dict[str, tuple[int, float]], opens: bool = False):
    """Exposures and orders of many people, a week ago, as their devices report them; with `opens`, those who ordered had tapped the notification."""
    stored = server.manage("GET", f"/campaigns/{campaign}")
    experiment = stored["experiment"]["id"]
    begin = int(time.time() * 1000) - 8 * 86_400_000
    for arm, (people, rate) in arms.items():
        device = server.device(f"phone-{campaign}-{arm}")
        events = []
        for number in range(people):
            user = f"{campaign}-{arm}-{number}"
            common = {"at": begin, "user_id": user}
            events.append({
                "id": f"x-{user}", "kind": "exposure", "presentation_id": "p", "campaign_id": campaign, "campaign_version": 1,
                "experiment_id": experiment, "arm": arm, **common,
            })
            if number < people * rate:
                order = {"id": f"o-{user}", "kind": "custom", "name": "order_placed", "properties": {"price": 10 + number % 9}}
                events.append({**common, **order, "at": begin + 60_000})
                if opens and arm != "control":
                    events.append({**common, "id": f"t-{user}", "kind": "push_click", "campaign_id": campaign, "at": begin + 30_000})
        for start in range(0, len(events), 500):
            answer = device.send(events[start : start + 500])
            assert all(result["status"] == "stored" for result in answer["results"]), answer


def test_the_sample_size_is_worked_out_in_the_address(server, visit):
    for scheme, width in [("light", 1280), ("dark", 390)]:
        visitor = visit(scheme=scheme, width=width).sign_in()
        visitor.forgive("status of 422")
        page = visitor.page
        page.goto("/sample-size")
        page.get_by_label("Convert today (%)").fill("5")
        page.get_by_label("Should convert (%)").fill("5")
        press(page, page.get_by_role("button", name="Work it out"))
        expect(page.get_by_text("There is no change to find.")).to_be_visible()
        page.get_by_label("Should convert (%)").fill("6")
        page.get_by_label("People a day").fill("900")
        page.get_by_label("Smallest share (%)").fill("20")
        page.get_by_label("Guardrail converts (%)").fill("40")
        press(page, page.get_by_role("button", name="Work it out"))
        expect(page.get_by_role("status")).to_contain_text("people in each arm")
        assert "rate=5&wanted=6" in page.url
        expect(page.get_by_role("row").filter(has_text="yours")).to_contain_text("days")
        visitor.check_accessibility()
        visitor.screenshot(f"sample-size-{width}")


def test_a_message_is_compared_with_a_variant_and_with_nothing(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Message")
    editor = Editor(page)
    editor.fill(name="Free delivery", header="Delivery is on us")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "cart_viewed")
    editor.step("Message")
    expect(page.get_by_label("Control (%)")).to_be_hidden()
    editor.field("experiment").select_option(label="One of several variants")
    page.get_by_role("group", name="Variant 1").get_by_label("Name").fill("Original")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Short")
    second.get_by_label("Header").fill("Free delivery")
    page.get_by_label("Control (%)").fill("120")
    visitor.check_accessibility()
    editor.step("Schedule")
    press(page, page.get_by_role("button", name="Add conversion"))
    goal = page.get_by_role("group", name="Conversion 1")
    goal.get_by_label("Name").fill("Order")
    goal.get_by_label("Event, product or screen").fill("cart_viewed")
    goal.get_by_label("Revenue property").fill("price")
    editor.ask_to_launch()
    # Each problem leads to its step.
    page.get_by_role("alert").get_by_role("link", name="This is not a share.").click()
    expect(page.get_by_label("Control (%)")).to_be_focused()
    page.get_by_label("Control (%)").fill("20")
    editor.ask_to_launch()
    page.get_by_role("alert").get_by_role("link", name="This event also triggers the message").click()
    expect(goal.get_by_label("Event, product or screen")).to_be_focused()
    goal.get_by_label("Event, product or screen").fill("order_placed")
    visitor.screenshot("experiment-editor")
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    section = page.get_by_role("region", name="Experiment", exact=True)
    expect(section).to_contain_text("40%")
    expect(section).to_contain_text("Too early: needs 30 people")
    visitor.check_accessibility()

    simulate(server, campaign, {"control": (500, 0.10), "a": (1_000, 0.12), "b": (1_000, 0.20)})
    open_campaign(visitor, "Free delivery")
    expect(section).to_contain_text("Short converts 10.0 points more than Control (likely")
    expect(section).to_contain_text("safe to read at any time")
    expect(section).to_contain_text("No difference found yet")
    expect(section).to_contain_text("for each person than Control (likely")
    visitor.check_accessibility()
    visitor.screenshot("experiment-results")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.screenshot("experiment-results-narrow")
    page.set_viewport_size({"width": 1280, "height": 900})

    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("group", name="Variant 2").get_by_label("Header")).to_have_value("Free delivery")
    page.get_by_role("group", name="Variant 2").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("group", name="Variant 2")).to_have_count(0)
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Some people have a variant that would be gone")
    open_campaign(visitor, "Free delivery")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Control (%)").fill("50")
    page.get_by_role("group", name="Variant 1").get_by_label("Share (%)").fill("0")
    page.get_by_role("group", name="Variant 2").get_by_label("Share (%)").fill("50")
    page.get_by_label("Give the winner to everybody, automatically").check()
    visitor.screenshot("experiment-changing")
    page.get_by_role("button", name="Save changes", exact=True).click()
    page.get_by_role("button", name="Save changes now").click()
    expect(section).to_contain_text("The shares changed on")
    expect(section).to_contain_text("Short converts 10.0 points more than Control (likely")
    visitor.check_accessibility()
    visitor.screenshot("experiment-changed")


def test_a_notification_is_compared_with_a_variant_and_with_nothing(server, visit):
    upload_key(server)
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Push notification")
    editor = Editor(page)
    for name, text in [("name", "Spring arms"), ("push.title", "Spring is here"), ("push.text", "Everything green.")]:
        editor.field(name).fill(text)
    expect(page.get_by_label("Control (%)")).to_be_hidden()
    editor.field("experiment").select_option(label="One of several variants")
    page.get_by_role("group", name="Variant 1").get_by_label("Name").fill("Original")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Short")
    second.get_by_label("Title").fill("20 % off")
    second.get_by_label("URL on tap").fill("javascript:alert(1)")
    page.get_by_label("Control (%)").fill("20")
    expect(page.get_by_label("When control gets nothing")).to_have_count(0)
    visitor.check_accessibility()
    visitor.screenshot("experiment-push-editor")
    editor.step("Schedule")
    press(page, page.get_by_role("button", name="Add conversion"))
    goal = page.get_by_role("group", name="Conversion 1")
    goal.get_by_label("Name").fill("Order")
    goal.get_by_label("Event, product or screen").fill("order_placed")
    editor.ask_to_launch()
    # The problem leads to the variant's field.
    page.get_by_role("alert").get_by_role("link", name="URL").first.click()
    expect(second.get_by_label("URL on tap")).to_be_focused()
    second.get_by_label("URL on tap").fill("shop://spring")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.screenshot("experiment-push-editor-narrow")
    page.set_viewport_size({"width": 1280, "height": 900})
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    assert server.manage("GET", f"/campaigns/{campaign}")["experiment"]["variants"][1]["push"]["title"] == "20 % off"
    section = page.get_by_role("region", name="Experiment", exact=True)
    expect(section.get_by_role("columnheader")).to_have_text(["Arm", "Share", "People", "Times it would be sent", "Sent to", "Opened"])
    expect(section).to_contain_text("Too early: needs 30 people")

    simulate(server, campaign, {"control": (500, 0.10), "a": (1_000, 0.12), "b": (1_000, 0.20)}, opens=True)
    for scheme, width in [("light", 1280), ("dark", 390)]:
        reader = visit(scheme=scheme, width=width).sign_in()
        page = open_campaign(reader, "Spring arms")
        section = page.get_by_role("region", name="Experiment", exact=True)
        expect(section).to_contain_text("Short converts 10.0 points more than Control (likely")
        expect(section.get_by_role("row").filter(has_text="Short").get_by_role("cell").last).to_have_text("200")
        expect(section).to_contain_text("notification would have been sent")
        reader.check_accessibility()
        reader.screenshot(f"experiment-push-results-{width}")
    page.get_by_role("link", name="Pushes", exact=True).click()
    page.get_by_role("button", name="Send…").click()
    expect(page.get_by_role("heading", name="Send “Spring arms” to everybody who has the app?")).to_be_visible()
    expect(page.get_by_text("Original 40%, Short 40%, control 20%")).to_be_visible()
    reader.screenshot("experiment-push-confirm")
