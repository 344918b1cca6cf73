"""Banners, announcements, surveys and data on a phone of the Device Lab, from the author's form to the answers in the report."""

from pages import Editor, Lab, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press, tab_to
from test_try_out import try_out

QUESTIONS = [
    {"id": "arrived", "kind": "single", "title": "Did it arrive?", "choices": [{"id": "yes", "title": "Yes"}, {"id": "no", "title": "No"}]},
    {"id": "else", "kind": "text", "title": "Anything else?", "required": False},
]


def table(visitor):
    """A phone with the app open and no minimum interval."""
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    return lab, phone


def test_a_survey_is_answered_by_keyboard_and_its_answers_are_in_the_report(server, visit):
    name = "Order survey"
    server.launch_campaign(
        name=name,
        triggers=[{"kind": "custom_event", "name": "order_arrived"}],
        banner={"title": "Two short questions", "text": "They help us.", "language": "en"},
        content={"kind": "survey", "title": "Your order", "language": "en", "questions": QUESTIONS},
    )
    visitor = visit().sign_in()
    page = visitor.page
    lab, phone = table(visitor)
    lab.decide("order_arrived")
    phone.shows("Two short questions")
    visitor.check_accessibility(".device-scene")
    visitor.screenshot("lab-surfaces-banner")
    press(page, phone.scene.get_by_role("button", name="Two short questions"))
    phone.shows("Did it arrive?")
    visitor.check_accessibility(".device-scene")
    next_button = phone.scene.get_by_role("button", name="Next")
    expect(next_button).to_have_attribute("aria-disabled", "true")
    press(page, phone.scene.get_by_role("radio", name="Yes"))
    expect(next_button).not_to_have_attribute("aria-disabled", "true")
    press(page, next_button)
    phone.shows("Anything else?")
    tab_to(page, phone.scene.get_by_role("textbox"))
    page.keyboard.type("All well, thank you")
    expect(phone.scene.get_by_role("textbox")).to_have_value("All well, thank you")
    visitor.screenshot("lab-surfaces-survey")
    press(page, phone.scene.get_by_role("button", name="Send"))
    phone.shows_nothing()
    lab.send()
    expect(lab.timeline).to_contain_text("Click counted: content")
    expect(lab.timeline).to_contain_text("Answers sent")
    expect(lab.timeline).to_contain_text("Acted on")
    expect(lab.timeline).not_to_contain_text("All well")
    page = open_campaign(visitor, name)
    page.get_by_role("link", name="Include test devices").click()
    answers = page.get_by_role("region", name="Answers")
    expect(answers.get_by_role("listitem").filter(has_text="Yes")).to_contain_text("1 time")


def test_texts_are_written_for_each_person_and_a_missing_value_withdraws_them(server, visit):
    lamp = "{{user.id}}, the {{event.lamp}} is back"
    question = {"id": "still", "kind": "single", "title": "Do you still want the {{event.lamp}}?", "choices": [{"id": "yes", "title": "Yes"}, {"id": "no", "title": "No"}]}
    server.launch_campaign(
        name="Lamp is back",
        triggers=[{"kind": "custom_event", "name": "lamp_came"}],
        render="at_display",
        banner={"title": lamp, "language": "en"},
        content={"kind": "survey", "title": "Lamps", "exit_label": "Close", "language": "en", "questions": [question]},
    )
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    lab.become("ada")
    lab.decide("lamp_came", {"lamp": "moon lamp"})
    phone.shows("ada, the moon lamp is back")
    phone.scene.get_by_role("button", name="ada, the moon lamp is back").click()
    phone.shows("Do you still want the moon lamp?")
    visitor.check_accessibility(".device-scene")
    visitor.screenshot("lab-surfaces-personal")
    phone.scene.get_by_role("button", name="Close").first.click()
    phone.shows_nothing()
    lab.decide("lamp_came")
    expect(lab.timeline).to_contain_text("missing_value")
    phone.shows_nothing()


def test_a_banner_waits_for_its_screen_and_is_drawn_in_the_area_that_the_app_has_for_it(server, visit):
    server.launch_campaign(
        name="In the offers",
        triggers=[{"kind": "custom_event", "name": "offer_made"}],
        banner={"title": "Lamps for less", "language": "en"},
        content={"kind": "text", "title": "Lamps", "body": "All lamps, this week.", "exit_label": "Close", "language": "en"},
        screens=["offers"],
    )
    visitor = visit().sign_in()
    lab, phone = table(visitor)
    decision = lab.decide("offer_made")
    phone.shows_nothing()
    tabs = phone.element.locator(".device-app").get_by_role("group", name="Screens of the app")
    tabs.get_by_role("button", name="Offers").click()
    expect(tabs.get_by_role("button", name="Offers")).to_have_attribute("aria-pressed", "true")
    area = phone.element.locator(".device-app .shop-area")
    banner = area.locator(".scene")
    expect(banner).to_have_attribute("data-state", "visible")
    expect(banner).to_contain_text("Lamps for less")
    phone.shows_nothing()
    inside, around = banner.locator("[data-n='0']").bounding_box(), area.bounding_box()
    for side, size in [("x", "width"), ("y", "height")]:
        assert abs(inside[side] - around[side]) < 1 and abs(inside[size] - around[size]) < 1, f"the banner does not fill the area: {inside}, {around}"
    visitor.check_accessibility(".device-app")
    visitor.screenshot("lab-surfaces-area")
    # On another screen it waits, and it comes back.
    tabs.get_by_role("button", name="Account").click()
    expect(banner).to_have_count(0)
    expect(area).to_be_hidden()
    tabs.get_by_role("button", name="Offers").click()
    banner.get_by_role("button", name="Lamps for less").click()
    phone.shows("All lamps, this week.")
    expect(banner).to_have_count(0)
    phone.press("Close")
    phone.shows_nothing()
    lab.send()
    expect(lab.timeline).to_contain_text("Closed: In the offers")
    decision.says("Dismissal counted: content")
    steps = [step for step in decision.steps if "counted" in step]
    assert [step.removesuffix("In the offers").strip() for step in steps] == [
        "Impression counted: banner",
        "Click counted: banner",
        "Impression counted: content",
        "Dismissal counted: content",
    ], steps


def test_the_screens_of_the_app_fit_with_the_largest_text(server, visit):
    visitor = visit(scheme="dark").sign_in()
    lab, phone = table(visitor)
    lab.text_size(310)
    for name in ["Offers", "Account", "Shop"]:
        phone.element.locator(".device-app").get_by_role("button", name=name, exact=True).click()
        app = phone.element.locator(".device-app .shop")
        assert app.evaluate("shop => shop.scrollWidth <= shop.clientWidth"), f"{name} is too wide"
        visitor.check_accessibility(".device-app")
        visitor.screenshot(f"lab-surfaces-{name.lower()}-large")


def test_a_survey_is_tried_out_before_it_is_saved(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.fill(
        name="Unsaved survey", language="en", banner__title="A moment?", question__0__title="Which one?", question__0__choice__0__title="This",
        question__0__choice__1__title="That", trigger__0__kind="custom_event", trigger__0__name="plant_seen")
    lab_page = try_out(visitor, page)
    scene = lab_page.locator(".device-scene .scene")
    scene.get_by_role("button", name="A moment?").click()
    expect(scene).to_contain_text("Which one?")
    scene.get_by_role("radio", name="That").click()
    scene.get_by_role("button", name="Send").click()
    expect(scene).to_have_count(0)
    expect(lab_page.locator("ol.timeline:not([hidden])")).to_contain_text("Submitted the survey")


def test_data_goes_to_the_app_of_the_phone(server, visit):
    server.launch_campaign(
        name="Prices", triggers=[{"kind": "custom_event", "name": "prices_wanted"}], data={"type": "text", "body": "lamp=39"})
    visitor = visit().sign_in()
    lab, _ = table(visitor)
    lab.decide("prices_wanted")
    expect(lab.timeline).to_contain_text("The app took data")
    expect(lab.timeline).to_contain_text("lamp=39")
