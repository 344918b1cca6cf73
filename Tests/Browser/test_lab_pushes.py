"""Pushes on the phones of the Device Lab: sent by the server, shown where a phone shows them, and opened by a tap."""

from pages import Editor, Lab, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press
from test_surfaces import running

NAME = "Parcel survey"
TITLE = "Did your parcel arrive?"


def bell(phone):
    return phone.element.locator(".device-bell")


def covering(phone, name: str):
    return phone.element.get_by_role("region", name=name)


def send_to_lab(visitor, name: str):
    """Sends a campaign's push to the lab, from the campaign's page."""
    page = open_campaign(visitor, name)
    page.get_by_role("link", name="Pushes", exact=True).click()
    page.get_by_label("To", exact=True).select_option(label="The phones in the Device Lab")
    page.get_by_role("button", name="Send…").click()
    expect(page.get_by_role("heading", name=f"Send “{name}” to the phones in the Device Lab?")).to_be_visible()
    visitor.check_accessibility()
    page.get_by_role("button", name="Send now").click()
    run = page.get_by_role("region", name="Sent so far").get_by_role("article").first
    expect(run).to_contain_text("Finished")
    return run


def launch(server, name: str, **push):
    return server.launch_campaign(
        name=name,
        push={"title": TITLE, "text": "One short question.", **push},
        content={"kind": "survey", "title": "Your parcel", "language": "en", "questions": [{"id": "a", "kind": "single", "title": "Is it there?", "choices": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}]},
    )


def phones(visitor):
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    # Like a real phone, it may get its token only after the first request.
    expect(lab.timeline).to_contain_text("push token sent")
    return lab, phone


def test_a_push_is_written_sent_tapped_on_the_lock_screen_answered_and_reported(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page, "Survey")
    editor = Editor(page)
    editor.fill(
        name=NAME, language="en", content__title="Your parcel", question__0__title="Is it there?", question__0__choice__0__title="Yes",
        question__0__choice__1__title="No")
    editor.put("banner.title", "One question?")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "parcel_sent")
    editor.step("Message")
    editor.field("push.on").check()
    editor.fill(push__title=TITLE, push__text="One short question.")
    # Nobody has to have a key of Apple to try it.
    editor.launch()
    expect(running(page, NAME)).to_be_visible()

    lab, phone = phones(visitor)
    lab.switch("Locked", True)
    expect(covering(phone, "Lock screen")).to_be_visible()
    run = send_to_lab(visitor, NAME)
    expect(run).to_contain_text("1 of 1 device done")
    expect(run.get_by_role("listitem").filter(has_text="Sent")).to_be_visible()

    lab.open()
    phone = lab.only_phone()
    lock = covering(phone, "Lock screen")
    expect(lock).to_contain_text(TITLE)
    visitor.check_accessibility(".device-notices")
    visitor.screenshot("lab-pushes-lock-screen")
    press(page, lock.get_by_role("button", name=TITLE).first)
    phone.shows("Is it there?")
    expect(lock).to_be_hidden()
    phone.scene.get_by_role("radio", name="Yes").click()
    phone.press("Send")
    phone.shows_nothing()
    lab.send()
    expect(lab.timeline).to_contain_text("Answers sent")
    visitor.screenshot("lab-pushes-answered")

    page = open_campaign(visitor, NAME)
    page.get_by_role("link", name="Include test devices").click()
    expect(page.get_by_role("region", name="Answers").get_by_role("listitem").filter(has_text="Yes")).to_contain_text("1 time")


def test_a_push_opens_the_app_that_was_quit_and_shows_over_the_open_app(server, visit):
    launch(server, "Quit and open")
    visitor = visit(scheme="dark").sign_in()
    lab, phone = phones(visitor)
    # Over the open app.
    send_to_lab(visitor, "Quit and open")
    lab.open()
    phone = lab.only_phone()
    notice = phone.element.locator(".device-notice")
    expect(notice).to_contain_text(TITLE)
    visitor.check_accessibility(".device-notice")
    visitor.screenshot("lab-pushes-open-app")
    notice.get_by_role("button").click()
    phone.shows("Is it there?")
    expect(notice).to_be_hidden()
    # The app is not running, and the tap launches it.
    visitor.page.get_by_role("button", name="Quit the app").click()
    phone.shows_nothing()
    send_to_lab(visitor, "Quit and open")
    lab.open()
    phone = lab.only_phone()
    expect(bell(phone)).to_have_text("1 notification")
    press(visitor.page, bell(phone))
    centre = covering(phone, "Notification centre")
    visitor.check_accessibility(".device-notices")
    centre.get_by_role("button", name=TITLE).first.click()
    phone.shows("Is it there?")
    expect(bell(phone)).to_be_hidden()


def test_do_not_disturb_permission_and_badge_are_as_on_a_phone(server, visit):
    launch(server, "Quiet", badge=3)
    visitor = visit().sign_in()
    lab, phone = phones(visitor)
    page = visitor.page
    page.get_by_role("button", name="Quit the app").click()
    lab.switch("Do Not Disturb", True)
    send_to_lab(visitor, "Quiet")
    lab.open()
    phone = lab.only_phone()
    expect(phone.element.locator(".device-notice")).to_be_hidden()
    expect(phone.element.get_by_role("button", name="Open Corner Shop, badge 3")).to_be_visible()
    visitor.screenshot("lab-pushes-badge")
    press(page, bell(phone))
    centre = covering(phone, "Notification centre")
    centre.get_by_role("button", name=f"Clear {TITLE}").click()
    expect(centre).to_contain_text("No notifications")
    page.keyboard.press("Escape")
    expect(centre).to_be_hidden()
    # The app says that it may not show notifications, so none is sent.
    lab.choose("Notifications", "Not allowed")
    lab.start_session()
    lab.decide("looked_around")
    lab.send()
    # The badge is gone once the app is open.
    page.get_by_role("button", name="Quit the app").click()
    expect(phone.element.get_by_role("button", name="Open Corner Shop", exact=True)).to_be_visible()
    expect(send_to_lab(visitor, "Quiet")).to_contain_text("Notifications not allowed")


def test_a_push_waits_for_a_phone_that_is_offline_and_not_for_one_that_was_removed(server, visit):
    launch(server, "Waits")
    visitor = visit().sign_in()
    lab, phone = phones(visitor)
    lab.switch("Offline", True)
    send_to_lab(visitor, "Waits")
    lab.open()
    phone = lab.only_phone()
    expect(lab.timeline).to_contain_text("A push waits at APNs")
    expect(bell(phone)).to_be_hidden()
    lab.switch("Offline", False)
    expect(bell(phone)).to_have_text("1 notification")
    lab.clear()
    expect(send_to_lab(visitor, "Waits")).to_contain_text("Token no longer valid")


def test_a_push_without_a_trigger_brings_its_banner_to_the_open_app_on_the_screen_that_it_is_for(server, visit):
    name = "New lamps"
    server.launch_campaign(
        name=name,
        triggers=[],
        push={"title": TITLE, "text": "One short question."},
        banner={"title": "Lamps for less", "language": "en"},
        content={"kind": "survey", "title": "Your lamps", "language": "en", "questions": [{"id": "a", "kind": "single", "title": "Do you like lamps?", "choices": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}]},
        screens=["offers"],
    )
    visitor = visit().sign_in()
    lab, phone = phones(visitor)
    expect(send_to_lab(visitor, name).get_by_role("listitem").filter(has_text="Sent")).to_contain_text("1 device")
    lab.open()
    phone = lab.only_phone()
    expect(lab.timeline).to_contain_text("The SDK brings it inside the app instead")
    expect(phone.element.locator(".device-notice")).to_be_hidden()
    phone.shows_nothing()
    tabs = phone.element.locator(".device-app").get_by_role("group", name="Screens of the app")
    tabs.get_by_role("button", name="Offers").click()
    banner = phone.element.locator(".device-app .shop-area .scene")
    expect(banner).to_contain_text("Lamps for less")
    # Until it has come in, it takes no press.
    expect(banner).to_have_attribute("data-state", "visible")
    visitor.screenshot("lab-pushes-brought-banner")
    banner.get_by_role("button", name="Lamps for less").click()
    phone.shows("Do you like lamps?")
    phone.scene.get_by_role("radio", name="No").click()
    phone.press("Send")
    phone.shows_nothing()
    # The app is in the background: the phone shows the notification, and the app has the banner when it is open again.
    tabs.get_by_role("button", name="Shop").click()
    lab.switch("Background", True)
    send_to_lab(visitor, name)
    lab.open()
    phone = lab.only_phone()
    expect(bell(phone)).to_have_text("1 notification")
    press(visitor.page, bell(phone))
    covering(phone, "Notification centre").get_by_role("button", name=TITLE).first.click()
    phone.shows("Do you like lamps?")


def test_data_without_a_trigger_is_brought_by_a_silent_push(server, visit):
    name = "Refresh the catalogue"
    server.launch_campaign(name=name, triggers=[], data={"body": "refresh"})
    visitor = visit().sign_in()
    lab, _ = phones(visitor)
    expect(send_to_lab(visitor, name).get_by_role("listitem").filter(has_text="Sent")).to_contain_text("1 device")
    lab.open()
    expect(lab.timeline).to_contain_text("A silent push arrived")
    expect(lab.timeline).to_contain_text("refresh")
