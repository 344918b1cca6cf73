"""The Device Lab: independent phones that run the real SDK, and a timeline that gives the reason for everything.

The campaign is the sample that runs from the first start: it shows a modal when `cart_viewed` is logged with total > 20.
"""

import re

from pages import QUIT, Lab, Report, open_report, report_when, until, wait_for
from playwright.sync_api import expect

SAMPLE = "Free delivery for this cart"
HEADER = "Delivery is on us"


def test_a_message_appears_because_the_sdk_decided_so(server, visit):
    visitor = visit().sign_in()
    lab = Lab(visitor).open()
    phone = lab.only_phone()
    expect(lab.page.locator("#lab-timeline-empty")).to_be_visible()
    visitor.check_accessibility()
    lab.start_session()
    expect(lab.answered_syncs.last).to_contain_text("1 campaign received")

    low = lab.decide("cart_viewed", {"total": 10})
    assert low.candidates == {SAMPLE: ("Filter not met", "total 10 ≤ 20")}, low.candidates
    assert low.summary == f"{SAMPLE}: total 10 ≤ 20", low.summary
    other = lab.decide("wish_list_viewed", {"total": 42})
    assert other.summary == "No running campaign uses this event", other.summary
    phone.shows_nothing()

    high = lab.decide("cart_viewed", {"total": 42})
    phone.shows(HEADER)
    assert high.candidates == {SAMPLE: ("Chosen", "")}, high.candidates
    expect(phone.facts).to_contain_text(re.compile(r"Interval: (30|2\d) s left"))
    expect(lab.timeline).to_contain_text("Shown, impression counted")
    visitor.check_accessibility()

    # A second event within the minimum interval does not queue the message. It is not shown, and the timeline gives the reason with its numbers.
    again = lab.decide("cart_viewed", {"total": 99})
    [(gate, words)] = again.candidates.values()
    assert gate == "Too soon" and re.fullmatch(r"(30|2\d) s left of 30 s", words), (gate, words)

    visitor.page.reload()
    lab.is_ready()
    phone.shows(HEADER)
    expect(lab.decisions.filter(has_text="Chosen")).to_have_count(1)
    expect(lab.timeline).to_contain_text("Shown, impression counted")

    phone.press("Use it")
    phone.shows_nothing()
    expect(lab.timeline).to_contain_text("Click counted")
    expect(lab.timeline).to_contain_text("“Use it”, opens https://example.com/checkout?delivery=free")
    expect(lab.timeline).to_contain_text("Opens in the browser")
    lab.send()
    report = report_when(open_report(visitor, SAMPLE), lambda report: report.clicks and report.not_shown)
    # The click closed the message, which is no dismissal.
    assert report.figures | {"Shown": 1, "Reached": 1, "Clicked": 1, "Dismissed": 0, "Not shown": 1} == report.figures, report
    assert report.clicks == {"“Use it” (primary)": 1} and report.dismissals == {}, report
    assert report.not_shown == {"Too soon after another message": 1}, report
    assert report.over_time == [1, 1, 0, 1], report
    decisions = visitor.page.locator("table.decision-table tbody tr")
    expect(decisions).to_have_count(3)
    assert [row.locator(".chip").inner_text() for row in decisions.all()] == ["Too soon", "Chosen", "Filter not met"]
    expect(decisions.nth(2)).to_contain_text("total 10 ≤ 20")


def test_phones_are_independent_people(server, visit):
    visitor = visit().sign_in()
    before = totals(visitor)
    lab = Lab(visitor).open().clear()
    first, second = lab.add(quiet=0), lab.add("large_phone", quiet=0)
    first.select()
    lab.start_session()
    lab.become("ana")
    second.select()
    lab.start_session()
    lab.become("ben")
    expect(first.facts).to_contain_text("ana")
    expect(second.facts).to_contain_text("ben")
    lab.decide("cart_viewed", {"total": 30})
    second.shows(HEADER)
    first.shows_nothing()
    first.select()
    expect(lab.timeline).not_to_contain_text("cart_viewed")
    lab.decide("cart_viewed", {"total": 40})
    first.shows(HEADER)
    visitor.check_accessibility()
    visitor.screenshot("lab-two-phones")
    second.press("Not now")
    second.shows_nothing()
    first.shows(HEADER)
    # Without a minimum interval, the next message appears immediately.
    second.select()
    lab.decide("cart_viewed", {"total": 50})
    second.shows(HEADER)
    lab.send()
    first.select()
    lab.send()
    page = open_report(visitor, SAMPLE)
    after = report_when(page, lambda report: report.figures["Shown"] == before["Shown"] + 3 and any("Not now" in name for name in report.dismissals))
    assert after.figures["Reached"] == before["Reached"] + 2, after
    # A button that only closes is no click.
    assert [count for name, count in after.dismissals.items() if "Not now" in name] == [1] and "“Not now”" not in after.clicks, after
    people = {cell.inner_text() for cell in page.locator("table.decision-table .cell-person").all()}
    assert {"ana", "ben"} <= people, people


def test_what_is_logged_offline_is_counted_once_the_network_is_back(server, visit):
    visitor, reader = visit().sign_in(), visit().sign_in()
    before = totals(reader)
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.switch("Offline", True)
    expect(phone.facts).to_contain_text("Offline")
    lab.decide("cart_viewed", {"total": 60})
    phone.shows(HEADER)
    phone.press("Use it")
    phone.shows_nothing()
    lab.send(is_received=False)
    expect(lab.timeline).to_contain_text("the device does not reach the server")
    expect(lab.requests("Events").first).to_contain_text("Offline: not sent")
    assert totals(reader) == before, "the server counted what it cannot know yet"
    lab.switch("Offline", False)
    lab.send()
    after = report_when(open_report(reader, SAMPLE), lambda report: report.figures["Clicked"] > before["Clicked"]).figures
    assert (after["Shown"], after["Clicked"]) == (before["Shown"] + 1, before["Clicked"] + 1), (before, after)


def test_in_the_background_a_message_waits(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.switch("Background", True)
    expect(phone.element.get_by_role("button", name="Back to Corner Shop")).to_be_visible()
    lab.decide("cart_viewed", {"total": 70})
    expect(phone.facts).to_contain_text("1 waiting")
    expect(lab.timeline).to_contain_text("The app is in the background")
    phone.shows_nothing()
    visitor.check_accessibility()
    phone.element.get_by_role("button", name="Back to Corner Shop").click()
    phone.shows(HEADER)
    expect(phone.facts).not_to_contain_text("waiting")


def test_a_message_that_waits_when_the_app_quits_is_said_to_be_lost(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.switch("Background", True)
    lab.decide("cart_viewed", {"total": 70})
    expect(phone.facts).to_contain_text("1 waiting")
    lab.page.locator("[data-command=start_session]").click()
    expect(lab.timeline).to_contain_text(QUIT)
    expect(phone.facts).not_to_contain_text("waiting")


def test_a_message_follows_its_device(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.decide("cart_viewed", {"total": 80})
    phone.shows(HEADER)
    card = phone.scene.locator("[data-n='0']")
    expect(card).to_have_css("background-color", "rgb(255, 255, 255)")
    lab.switch("Dark", True)
    expect(phone.screen).to_have_attribute("data-scheme", "dark")
    expect(card).to_have_css("background-color", "rgb(30, 27, 75)")
    upright = phone.screen.bounding_box()
    assert upright["height"] > upright["width"], upright
    with phone.redrawn():
        lab.switch("Landscape", True)
    expect(phone.element).to_have_attribute("data-orientation", "landscape")
    on_its_side = phone.screen.bounding_box()
    assert on_its_side["width"] > on_its_side["height"], on_its_side
    phone.shows(HEADER)
    phone.shows_all_texts("on its side")
    phone.shows_all_targets("on its side")
    visitor.check_accessibility()
    visitor.screenshot("lab-dark-landscape")
    phone.press("Close")
    phone.shows_nothing()


def test_what_cannot_be_logged_is_said_beside_its_field(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    for name, properties, field, words in [
        ("cart_viewed", "{total: 42", "lab-log_event-properties", "This is not JSON"),
        ("cart_viewed", "[42]", "lab-log_event-properties", ""),
        ("", "{}", "lab-log_event-name", ""),
    ]:
        lab.log(name, properties)
        expect(lab.page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
        expect(lab.page.locator(f"#{field}-error")).to_contain_text(words or re.compile(r"\w+ \w+"))
        assert lab.page.locator("[data-form=log_event] [name=properties]").input_value() == properties
    expect(lab.timeline.get_by_text(re.compile("^Logged"))).to_have_count(0)
    lab.page.get_by_text("Log a purchase").click()
    form = lab.page.locator("[data-form=purchase]")
    form.locator("[name=currency]").fill("eur")
    form.locator("[name=price]").fill("much")
    form.get_by_role("button").click()
    for field in ["lab-purchase-currency", "lab-purchase-price"]:
        expect(lab.page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
        expect(lab.page.locator(f"#{field}-error")).to_have_text(re.compile(r"\w+ \w+"))
    visitor.check_accessibility()


def totals(visitor) -> dict[str, int]:
    return Report(open_report(visitor, SAMPLE)).figures


def test_a_relaunch_is_no_error(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.decide("cart_viewed", {"total": 42})
    phone.shows(HEADER)
    # An app that quits before the phone has reported this has not shown the message.
    expect(lab.timeline).to_contain_text("Shown, impression counted")
    for _ in range(3):
        lab.page.locator("[data-command=start_session]").click()
    expect(lab.requests("Sync").nth(1)).to_be_visible()
    lab.send()
    phone.shows_nothing()
    expect(lab.timeline.locator(".tone-bad")).to_have_count(0)
    expect(lab.page.get_by_role("alert").filter(has_text=re.compile(r"\S"))).to_have_count(0)


def test_commands_reach_the_phone_in_their_order(server, visit):
    lab, _ = Lab(visit().sign_in()).with_one_phone()
    lab.start_session()
    held = []
    lab.page.route("**/commands", lambda route: route.continue_() if held else held.append(route))
    lab.log("first_viewed")
    wait_for(lab.page, held)
    lab.log("second_viewed")
    logged = lab.timeline.get_by_text(re.compile("^Logged"))
    assert not until(lab.page, lambda: logged.count() > 0, 0.5), logged.all_inner_texts()
    held[0].continue_()
    expect(logged).to_have_text(["Logged second_viewed", "Logged first_viewed"])


def test_a_late_answer_does_not_undo_what_the_stream_already_said(server, visit):
    lab = Lab(visit().sign_in()).open().clear()
    phone = lab.add("small_phone").select()
    other = Lab(visit().sign_in()).open()
    late = []
    # The server has carried out the command, but its answer is still on its way.
    lab.page.route("**/commands", lambda route: late.append((route, route.fetch())))
    lab.switch("Dark", True)
    wait_for(lab.page, late)
    other.text_size(310)
    expect(phone.screen).to_have_attribute("data-scheme", "dark")
    expect(lab.page.locator("#lab-text-output")).to_have_text("310%")
    route, answer = late[0]
    with lab.page.expect_response("**/commands"):
        route.fulfill(response=answer)
    assert not until(lab.page, lambda: lab.page.locator("#lab-text-output").inner_text() != "310%", 1), "the answer replaced a later state"


def test_a_phone_that_goes_asks_for_no_page_of_its_device_any_more(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("Failed to load resource")
    lab = Lab(visitor).open().clear()
    phone = lab.add(quiet=0).select()
    label = lab.only_phone().element.locator(".device-name").inner_text()
    lab.start_session()
    # The page of the message is still on its way when the phone is removed.
    pages, frames = [], []
    lab.page.route("**/pages/**", lambda route: pages.append(route))
    lab.show("HTML")
    wait_for(lab.page, pages)

    def refuse(route):
        frames.append(phone.scene.locator("iframe").count())
        route.fulfill(status=503, json={"title": "The server is busy.", "remedy": "Try again."})

    remove = lab.page.get_by_role("button", name=f"Remove {label}", exact=True)
    lab.page.route("**/lab/devices/*", refuse)
    remove.click()
    # The device was not removed, so its phone comes back with what it shows.
    expect(lab.page.get_by_role("alert").filter(has_text="The server is busy.")).to_be_visible()
    assert until(lab.page, lambda: len(pages) == 2)
    lab.page.unroute("**/pages/**")
    lab.page.unroute("**/lab/devices/*")
    remove.click()
    expect(lab.page.locator("#lab-empty")).to_be_visible()
    assert frames == [0]
