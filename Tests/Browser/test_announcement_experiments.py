"""Experiments of announcements: variants of banner and text in the editor, phones in each arm, and the report."""

from harness import LOOKS
from pages import Editor, Lab, new_campaign, open_campaign
from playwright.sync_api import expect
from test_experiments import simulate
from test_keyboard import press


def test_an_announcement_is_compared_with_a_variant_and_with_nothing(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Announcement")
    editor = Editor(page)
    editor.fill(name="Spring banner", language="en")
    editor.put("banner.title", "Spring is here, for three days")
    editor.put("content.body", "20 % on everything green.")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "shop_opened")
    editor.step("Message")
    editor.field("experiment").select_option(label="One of several variants")
    page.get_by_role("group", name="Variant 1").get_by_label("Name").fill("Original")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Short")
    second.get_by_label("Banner title").fill("20 % off")
    second.get_by_label("Announcement text").fill("Everything green.")
    page.get_by_label("Control (%)").fill("20")
    expect(page.get_by_label("When control gets nothing")).to_have_count(0)
    # A variant has the fields of what people see.
    page.locator('[name="shows"][value="banner"]').check()
    expect(second.get_by_label("Announcement text")).to_be_hidden()
    expect(second.get_by_label("Banner title")).to_be_visible()
    page.locator('[name="shows"][value="both"]').check()
    expect(second.get_by_label("Announcement text")).to_have_value("Everything green.")
    page.locator("#experiment").scroll_into_view_if_needed()
    visitor.check_accessibility()
    for width, scheme in reversed(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.locator("#experiment").scroll_into_view_if_needed()
        visitor.screenshot(f"announcement-experiment-editor-{width}-{scheme}")
    editor.step("Schedule")
    press(page, page.get_by_role("button", name="Add conversion"))
    goal = page.get_by_role("group", name="Conversion 1")
    goal.get_by_label("Name").fill("Order")
    goal.get_by_label("Event, product or screen").fill("order_placed")
    # A push would open the announcement for people in control too.
    editor.step("Message")
    page.locator('[name="push.on"]').check()
    editor.put("push.title", "Spring is here")
    editor.ask_to_launch()
    page.get_by_role("alert").get_by_role("link", name="The push would reach everybody, also the people of the experiment who get nothing.").click()
    expect(page.locator('[name="push.on"]')).to_be_focused()
    page.locator('[name="push.on"]').uncheck()
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    stored = server.manage("GET", f"/campaigns/{campaign}")["experiment"]["variants"]
    assert stored[0].keys() == {"id", "name", "share"}, stored
    assert (stored[1]["banner"]["title"], stored[1]["content"]["body"]) == ("20 % off", "Everything green."), stored

    # Each arm on a phone.
    lab, phone = Lab(visitor).with_one_phone()
    arm = page.get_by_label("Arm of an experiment")
    for label, text in [("Original", "Spring is here, for three days"), ("Short", "20 % off")]:
        arm.select_option(label=label)
        lab.start_session()
        lab.decide("shop_opened")
        phone.shows(text)
        # Re-eligibility is once: the next arm needs a phone that has not seen it.
        lab.clear()
        phone = lab.add(quiet=0)
        phone.select()
    arm.select_option(label="Control (nothing is shown)")
    lab.start_session()
    lab.decide("shop_opened")
    expect(lab.timeline).to_contain_text("Withheld")
    phone.shows_nothing()
    lab.send()
    expect(lab.timeline).to_contain_text("Arm: Control (nothing is shown)")
    visitor.screenshot("announcement-experiment-control")

    simulate(server, campaign, {"control": (500, 0.10), "a": (1_000, 0.12), "b": (1_000, 0.20)})
    open_campaign(visitor, "Spring banner")
    section = page.get_by_role("region", name="Experiment", exact=True)
    expect(section).to_contain_text("Short converts 10.0 points more than Control (likely")
    expect(section).to_contain_text("Opened or used it")
    expect(section).to_contain_text("announcement would have appeared")
    expect(page.get_by_text("Short: Banner", exact=True).locator("visible=true").first).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("announcement-experiment-results")
    page.get_by_role("link", name="Edit").click()
    second = page.get_by_role("group", name="Variant 2")
    expect(second.get_by_label("Banner title")).to_have_value("20 % off")
    expect(second.get_by_label("Banner text")).to_have_value("")
