"""Experiments of surveys and of data: variants in the editor, phones in each arm, and the report."""

import time

from harness import LOOKS
from pages import Editor, Lab, new_campaign, open_campaign
from playwright.sync_api import expect
from test_experiments import simulate
from test_keyboard import press


def add_order(page):
    """Orders are what people should do."""
    press(page, page.get_by_role("button", name="Add conversion"))
    goal = page.get_by_role("group", name="Conversion 1")
    goal.get_by_label("Name").fill("Order")
    goal.get_by_label("Event, product or screen").fill("order_placed")


def test_a_survey_is_compared_with_other_words_other_questions_and_nothing(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.fill(name="Autumn opinion", language="en")
    editor.put("banner.title", "Two minutes?")
    editor.put("content.title", "Your opinion")
    editor.put("question.0.title", "How was it?")
    editor.put("question.0.kind", "rating")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "shop_opened")
    editor.step("Message")
    editor.field("experiment").select_option(label="One of several variants")
    press(page, page.get_by_role("button", name="Add variant"))
    expect(page.get_by_role("group", name="Variant 3", exact=True).get_by_label("Name")).to_be_focused()
    for number, name in enumerate(["Original", "Other words", "Longer"], 1):
        page.get_by_role("group", name=f"Variant {number}").get_by_label("Name").fill(name)
    second = page.get_by_role("group", name="Variant 2")
    third = page.get_by_role("group", name="Variant 3", exact=True)
    second.get_by_label("Question 1").fill("How do you like it?")
    # A question that is added has a field in each variant, and one that is moved takes its words along.
    press(page, page.get_by_role("button", name="Add question"))
    expect(editor.field("question.1.title")).to_be_focused()
    editor.put("question.1.title", "What was wrong?")
    editor.put("question.1.kind", "text")
    expect(second.get_by_label("Question 2")).to_be_visible()
    page.get_by_role("group", name="Question 2", exact=True).get_by_role("button", name="Move up").click()
    expect(second.get_by_label("Question 2")).to_have_value("How do you like it?")
    page.get_by_role("group", name="Question 1", exact=True).get_by_role("button", name="Move down").click()
    expect(second.get_by_label("Question 1")).to_have_value("How do you like it?")
    page.get_by_label("Control (%)").fill("20")
    expect(page.get_by_label("When control gets nothing")).to_have_count(0)
    # Other questions are written from a copy of the survey.
    third.get_by_label("Name").focus()
    press(page, third.get_by_role("button", name="Ask other questions"))
    expect(editor.field("variant.2.question.0.title")).to_be_focused()
    expect(editor.field("variant.2.question.0.title")).to_have_value("How was it?")
    press(page, third.get_by_role("button", name="Add question"))
    expect(editor.field("variant.2.question.2.title")).to_be_focused()
    editor.put("variant.2.question.2.title", "Who sent you?")
    editor.put("variant.2.question.2.kind", "text")
    third.get_by_role("button", name="Move up: Variant 3, question 3").click()
    expect(editor.field("variant.2.question.1.title")).to_have_value("Who sent you?")
    third.get_by_role("button", name="Move up: Variant 3, question 2").click()
    expect(editor.field("variant.2.question.0.title")).to_have_value("Who sent you?")
    # Another variant changes its mind.
    second.get_by_label("Name").focus()
    press(page, second.get_by_role("button", name="Ask other questions"))
    expect(editor.field("variant.1.question.0.title")).to_have_value("How do you like it?")
    press(page, second.get_by_role("button", name="Ask the survey’s questions"))
    expect(second.get_by_role("button", name="Ask other questions")).to_be_focused()
    second.get_by_label("Question 1").fill("How do you like it?")
    for width, scheme in reversed(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.locator("#experiment").scroll_into_view_if_needed()
        visitor.check_accessibility()
        visitor.screenshot(f"survey-experiment-editor-{width}-{scheme}")
    editor.step("Schedule")
    add_order(page)
    # A question of another type would be counted together with the campaign's.
    first = page.locator('[name="question.0.id"]').input_value()
    editor.step("Message")
    editor.put("variant.2.question.1.kind", "text")
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_contain_text("the answers to both would be counted together")
    page.get_by_role("alert").get_by_role("link").first.click()
    expect(editor.field("variant.2.question.1.title")).to_be_focused()
    editor.put("variant.2.question.1.kind", "rating")
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    stored = server.manage("GET", f"/campaigns/{campaign}")["experiment"]["variants"]
    assert stored[0].keys() == {"id", "name", "share"}, stored
    titles = [[question["title"] for question in variant["content"]["questions"]] for variant in stored[1:]]
    assert titles == [["How do you like it?", "What was wrong?"], ["Who sent you?", "How was it?", "What was wrong?"]], titles
    assert "banner" not in stored[2], stored

    # The other words on a phone, and control.
    lab, phone = Lab(visitor).with_one_phone()
    arm = page.get_by_label("Arm of an experiment")
    arm.select_option(label="Other words")
    lab.start_session()
    lab.decide("shop_opened")
    phone.shows("Two minutes?")
    phone.scene.get_by_role("button", name="Two minutes?").click()
    phone.shows("How do you like it?")
    lab.clear()
    phone = lab.add(quiet=0)
    phone.select()
    arm.select_option(label="Control (nothing is shown)")
    lab.start_session()
    lab.decide("shop_opened")
    expect(lab.timeline).to_contain_text("Withheld")
    phone.shows_nothing()

    simulate(server, campaign, {"control": (100, 0.10), "a": (100, 0.12), "b": (100, 0.20), "c": (100, 0.11)})
    for arm, number in [("a", 4), ("a", 8), ("b", 10)]:
        answer = {"kind": "survey_answers", "presentation_id": "p", "campaign_id": campaign, "campaign_version": 1, "answers": {first: number}}
        user = f"{campaign}-{arm}-{number}"
        sent = server.device(f"answers-{arm}-{number}").send([{**answer, "id": f"answer-{user}", "at": int(time.time() * 1000) - 86_400_000, "user_id": user}])
        assert [result["status"] for result in sent["results"]] == ["stored"], sent
    open_campaign(visitor, "Autumn opinion")
    section = page.get_by_role("region", name="Experiment", exact=True)
    expect(section).to_contain_text("Answered it")
    expect(section).to_contain_text("survey would have appeared")
    expect(page.get_by_text("only asked in Longer")).to_be_visible()
    answers = section.get_by_role("table", name="Answers to “How was it?” in each arm")
    assert answers.get_by_role("row", name="Average").locator("td").all_inner_texts() == ["6.0", "10.0", "–"]
    eight = answers.locator("tr", has=page.get_by_role("rowheader", name="8", exact=True)).locator("td")
    expect(eight).to_have_text(["1 (50%)", "0 (0%)", "0"])
    visitor.check_accessibility()
    visitor.screenshot("survey-experiment-results")
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("group", name="Variant 2").get_by_label("Question 1")).to_have_value("How do you like it?")
    assert [editor.value(f"variant.2.question.{row}.title") for row in range(3)] == ["Who sent you?", "How was it?", "What was wrong?"]


def test_data_is_compared_with_other_data_and_with_none(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page, "Data push")
    editor = Editor(page)
    editor.fill(name="Autumn prices", data__body="lamp=39", trigger__0__kind="custom_event", trigger__0__name="prices_wanted")
    editor.step("Message")
    editor.field("experiment").select_option(label="One of several variants")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Cheaper")
    editor.put("variant.1.data_body", "lamp=29")
    page.get_by_label("Control (%)").fill("20")
    expect(page.get_by_role("button", name="Ask other questions")).to_have_count(0)
    for width, scheme in reversed(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.locator("#experiment").scroll_into_view_if_needed()
        visitor.check_accessibility()
        visitor.screenshot(f"data-experiment-editor-{width}-{scheme}")
    editor.step("Schedule")
    add_order(page)
    editor.launch()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]
    assert server.manage("GET", f"/campaigns/{campaign}")["experiment"]["variants"][1]["data"]["body"] == "lamp=29"

    lab, phone = Lab(visitor).with_one_phone()
    arm = page.get_by_label("Arm of an experiment")
    arm.select_option(label="Cheaper")
    lab.start_session()
    lab.decide("prices_wanted")
    expect(lab.timeline).to_contain_text("lamp=29")
    lab.send()
    expect(lab.timeline).to_contain_text("Exposure reported")
    lab.clear()
    phone = lab.add(quiet=0)
    phone.select()
    arm.select_option(label="Control (no data)")
    lab.start_session()
    lab.decide("prices_wanted")
    expect(lab.timeline).to_contain_text("Withheld")
    expect(lab.timeline).not_to_contain_text("The app took data")

    simulate(server, campaign, {"control": (100, 0.10), "a": (100, 0.12), "b": (100, 0.20)})
    open_campaign(visitor, "Autumn prices")
    section = page.get_by_role("region", name="Experiment", exact=True)
    expect(section).to_contain_text("App used it")
    expect(section).to_contain_text("data would have been passed to the app")
    visitor.check_accessibility()
    visitor.screenshot("data-experiment-results")
