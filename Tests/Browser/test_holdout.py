"""The global holdout: a share of people who get no campaign, who they are, and what it shows."""

import time

from harness import Server
from pages import Editor, open_campaign
from playwright.sync_api import expect
from test_keyboard import press


def people_of(server: Server, name: str, count: int) -> tuple[list[str], list[str]]:
    """People who came with a session, by whether their device gets the campaigns."""
    device = server.device(f"phone-of-{name}")
    got: dict[bool, list[str]] = {True: [], False: []}
    for number in range(count):
        user = f"{name}-{number}"
        start = {"id": f"s-{user}", "kind": "session_start", "at": int(time.time() * 1000), "user_id": user}
        answer = device.post("sync", {"user_id": user, "events": [start]})
        got[bool(answer["definitions"]["campaigns"])].append(user)
        if number > 20 and all(got.values()):
            break
    return got[False], got[True]


def test_some_people_get_no_campaign_and_their_page_says_so(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    server.launch_campaign(
        name="Welcome", triggers=[{"kind": "session_start"}], message={"kind": "slideup", "message": "Good to see you."})
    page.goto("/settings")
    page.get_by_role("navigation", name="Settings").get_by_role("link", name="Global holdout").click()
    expect(page.get_by_role("status")).to_have_text("Nobody is held out.")
    page.get_by_label("Share of people (%)").fill("50")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.get_by_text("The global holdout is 0% to 20%.")).to_be_visible()
    expect(page.get_by_label("Share of people (%)")).to_have_value("50")
    visitor.check_accessibility()
    page.get_by_label("Share of people (%)").fill("20")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.get_by_text("20% of people are held out. Devices receive the change on their next sync.")).to_be_visible()

    held_out, others = people_of(server, "reader", 200)
    page.goto(f"/people/u:{held_out[0]}")
    expect(page.get_by_text("In the global holdout until").first).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("holdout-person")
    page.goto(f"/people/u:{others[0]}")
    expect(page.get_by_text("For everybody").first).to_be_visible()

    page.goto("/settings/holdout")
    event = page.get_by_role("group", name="Compare who did this")
    event.get_by_role("combobox").first.select_option("custom")
    event.get_by_label("Name").fill("order_placed")
    press(page, page.get_by_role("button", name="Compare"))
    expect(page.get_by_text("Counting begins on")).to_be_visible()
    assert "order_placed" in page.url
    for scheme, width in [("light", 1280), ("dark", 390)]:
        other = visit(scheme=scheme, width=width).sign_in()
        other.page.goto(page.url)
        other.check_accessibility()
        other.screenshot(f"holdout-{width}")


def test_a_campaign_can_go_to_everybody_all_the_same(server, visit):
    visitor = visit().sign_in()
    page = open_campaign(visitor, "Welcome")
    page.get_by_role("link", name="Edit").click()
    Editor(page).step("Audience")
    page.get_by_label("Send to everybody, also to the global holdout").check()
    page.get_by_role("button", name="Save changes", exact=True).click()
    page.get_by_role("button", name="Save changes now").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    held_out, _ = people_of(server, "buyer", 30)
    assert not held_out
