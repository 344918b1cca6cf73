"""Delivery rules in the Device Lab: a delay, once per person and a recall, on a phone whose clock is advanced."""

import re

from pages import Lab
from playwright.sync_api import expect


def modal(name: str, event: str, header: str, **rules) -> dict:
    message = {"kind": "modal", "header": header, "message": "Have a look.", "buttons": [{"id": 0, "text": "Fine", "click_action": {"type": "none"}}]}
    return {"name": name, "triggers": [{"kind": "custom_event", "name": event}], "message": message, **rules}


def test_time_is_moved_and_every_rule_says_what_it_did(server, visit):
    server.launch_campaign(**modal("An hour later", "checkout_left", "Still thinking?", delay_ms=3_600_000))
    server.launch_campaign(**modal("The tour", "tour_opened", "Let us show you around", re_eligibility={"type": "once"}))
    sale = server.launch_campaign(**modal("The sale", "sale_opened", "Everything at half price"))
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    expect(lab.answered_syncs.first).to_contain_text("4 campaigns received")

    # The delay.
    decision = lab.decide("checkout_left")
    assert decision.candidates == {"An hour later": ("Chosen", "")}, decision.candidates
    expect(phone.waits).to_contain_text(re.compile(r"An hour later: Delayed, until .+ \((1 h|59 min).* left\)"))
    expect(lab.timeline).to_contain_text("Delayed by 1 hour")
    visitor.check_accessibility()
    visitor.screenshot("lab-delay")
    lab.advance("1 minute")
    phone.shows_nothing()
    lab.advance("1 hour")
    phone.shows("Still thinking?")
    expect(phone.waits).to_have_count(0)
    expect(phone.facts).to_contain_text(re.compile(r"(1 h|59 min).* ahead"))
    visitor.check_accessibility()
    visitor.screenshot("lab-delay-over")
    phone.press("Fine")
    phone.shows_nothing()

    # Only once, whatever the clock says, and even in a new process of the app.
    lab.decide("tour_opened")
    phone.shows("Let us show you around")
    phone.press("Fine")
    phone.shows_nothing()
    lab.advance("1 day")
    again = lab.decide("tour_opened")
    assert again.candidates == {"The tour": ("Already seen", "seen before, shown only once")}, again.candidates
    phone.shows_nothing()
    lab.start_session()
    assert lab.decide("tour_opened").candidates == {"The tour": ("Already seen", "seen before, shown only once")}

    # The recall.
    lab.decide("sale_opened")
    phone.shows("Everything at half price")
    server.manage("POST", f"/campaigns/{sale}/pause")
    lab.switch("Background", True)
    lab.advance("1 minute")
    lab.switch("Background", False)
    phone.shows_nothing()
    expect(lab.timeline).to_contain_text("Recalled: the campaign was changed, paused or finished")
    visitor.check_accessibility()
    visitor.screenshot("lab-recall")


def test_the_controls_work_by_keyboard_on_a_narrow_dark_screen(server, visit):
    visitor = visit(width=390, scheme="dark").sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    hour = lab.page.get_by_role("button", name="Advance 1 hour", exact=True)
    hour.focus()
    lab.page.keyboard.press("Enter")
    expect(phone.facts).to_contain_text("1 h ahead")
    expect(hour).to_be_focused()
    lab.page.get_by_text("App behaviour").click()
    lab.page.get_by_label("When a message is ready").select_option("reenqueue")
    lab.decide("cart_viewed", {"total": 60})
    expect(phone.waits).to_contain_text("The app asked to show it later")
    phone.shows_nothing()
    visitor.check_accessibility()
    visitor.screenshot("lab-narrow-dark")
    lab.page.get_by_label("When a message is ready").select_option("now")
    lab.page.get_by_role("button", name="Show next").click()
    phone.shows("Delivery is on us")
    phone.press("Close")
    phone.shows_nothing()
    lab.switch("SDK off", True)
    expect(phone.facts).to_contain_text("SDK off")
    lab.switch("SDK off", False)
    expect(phone.facts).not_to_contain_text("SDK off")
