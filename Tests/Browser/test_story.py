"""The whole story: a campaign is written, launched, shown on a phone by the real SDK, clicked, counted, paused, resumed and finished."""

import re

from pages import Editor, Lab, Report, field_time, new_campaign, open_campaign, open_menu, open_report, report_when
from playwright.sync_api import expect

NAME, HEADER = "Cart reminder", "Your cart is waiting"
SAMPLE = "Free delivery for this cart"


def test_author_deliver_trigger_show_count(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    editor.put("trigger.0.kind", "custom_event")
    editor.add_condition()
    editor.fill(
        name=NAME,
        header=HEADER,
        message="Two things are in it. Shall we bring them?",
        button__0__text="Not now",
        button__1__text="To the cart",
        button__1__action="browser",
        button__1__url="https://shop.example/cart",
        trigger__0__name="cart_viewed",
        trigger__0__condition__0__path="total",
        trigger__0__condition__0__test="number:greater",
        trigger__0__condition__0__value="20",
        priority="high",
        again="always",
        order="10",
        starts_at=field_time(-1),
        ends_at=field_time(30),
    )
    editor.launch()
    expect(page.get_by_role("status").filter(has_text=f"“{NAME}” is running.")).to_be_visible()

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Device Lab").click()
    lab = Lab(visitor)
    lab.is_ready()
    phone = lab.only_phone()
    lab.start_session()
    # The oldest of them, because the phone may get its push token, and then tell the server, after the first request.
    expect(lab.answered_syncs.last).to_contain_text("2 campaigns received")
    low = lab.decide("cart_viewed", {"total": 10})
    assert low.candidates == {NAME: ("Filter not met", "total 10 ≤ 20"), SAMPLE: ("Filter not met", "total 10 ≤ 20")}, low.candidates
    phone.shows_nothing()
    high = lab.decide("cart_viewed", {"total": 42})
    phone.shows(HEADER)
    assert high.candidates == {NAME: ("Chosen", ""), SAMPLE: ("Lower priority", f"than {NAME}")}, high.candidates
    visitor.check_accessibility()
    phone.press("To the cart")
    phone.shows_nothing()
    expect(lab.timeline).to_contain_text("Click counted")
    again = lab.decide("cart_viewed", {"total": 43})
    gate, words = again.candidates[NAME]
    assert gate == "Too soon" and re.fullmatch(r"(30|2\d) s left of 30 s", words), (gate, words)
    lab.send()

    page = open_report(visitor, NAME)
    report = report_when(page, lambda report: report.clicks and report.not_shown)
    # The click closed the message, which is no dismissal.
    assert report.figures | {"Shown": 1, "Reached": 1, "Clicked": 1, "Dismissed": 0, "Not shown": 1} == report.figures, report
    assert report.funnel == {"Eligible": 1, "Delivered": 1, "Shown": 1, "Clicked": 1}, report
    assert report.clicks == {"“To the cart” (primary)": 1}, report
    assert report.dismissals == {}, report
    assert report.not_shown == {"Too soon after another message": 1}, report
    # The chart, and the table with the same numbers for everyone.
    expect(page.locator(".chart-plot svg rect").first).to_be_attached()
    page.get_by_text("View as table").click()
    expect(page.get_by_role("region", name="Numbers over time")).to_be_visible()
    assert report.over_time == [1, 1, 0, 1], report
    visitor.check_accessibility()
    for choice in page.get_by_role("navigation", name="Time range").get_by_role("link").all_inner_texts():
        page.get_by_role("navigation", name="Time range").get_by_role("link", name=choice, exact=True).click()
        expect(page.get_by_role("link", name=choice, exact=True)).to_have_attribute("aria-current", "true")
        assert Report(page).clicks == {"“To the cart” (primary)": 1} and Report(page).figures["Shown"] == 1, (choice, Report(page))
    open_report(visitor, SAMPLE)
    other = Report(page)
    assert other.figures | {"Shown": 0, "Clicked": 0} == other.figures and other.not_shown["Another campaign had a higher priority"] >= 1, other
    page.goto("/campaigns")
    row = page.locator("table.campaign-table tbody tr").filter(has_text=NAME)
    # The list counts people without test devices, and only a phone of the lab was used.
    assert [cell.inner_text().split()[0] for cell in row.locator(".cell-count").all()] == ["0", "0"]


def test_what_the_console_does_reaches_the_phone_with_its_next_session(server, visit):
    visitor, author = visit().sign_in(), visit().sign_in()
    lab = Lab(visitor).open()
    state = author.page.locator(".campaign-head .chip")
    open_campaign(author, NAME)

    def candidates_in_a_new_session() -> set[str]:
        lab.start_session()
        return set(lab.decide("cart_viewed", {"total": 42}).candidates)

    for button, name in [("Pause campaign", "Paused"), ("Resume campaign", "Running")]:
        author.page.get_by_role("button", name=button).click()
        if name == "Running":
            author.page.get_by_role("button", name="Resume “").click()
        expect(state).to_have_text(name)
        expected = {SAMPLE} if name == "Paused" else {SAMPLE, NAME}
        assert candidates_in_a_new_session() == expected, name
    open_menu(author.page, "More actions")
    author.page.get_by_role("button", name="Duplicate").click()
    assert Editor(author.page).value("header") == HEADER
    # A copy is a draft, so no phone receives it.
    assert candidates_in_a_new_session() == {SAMPLE, NAME}
    open_campaign(author, NAME)
    open_menu(author.page, "More actions")
    author.page.get_by_role("button", name="Finish…").click()
    author.page.get_by_role("button", name=f"Finish “{NAME}”").click()
    expect(state).to_have_text("Finished")
    assert candidates_in_a_new_session() == {SAMPLE}
