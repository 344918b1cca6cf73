"""A backtest: a draft is tried on what people did, before it is launched."""

import time

from pages import open_campaign
from playwright.sync_api import expect

DRAFT, OLD = "Backtested offer", "Shelf greeting"
DAY = 86_400_000


def document(name: str, **fields) -> dict:
    return {
        "name": name,
        "triggers": [{"kind": "custom_event", "name": "shelf_viewed"}],
        "message": {"kind": "modal", "header": "On us", "message": "Delivery is free.", "buttons": [{"id": 0, "text": "No"}]},
        **fields,
    }


def live(server, old: str, person: int, reports: bool, event: str = "shelf_viewed"):
    """Somebody looked at the shelf three days ago, and does so now. Now they see the campaign that runs."""
    device, user = server.device(f"phone-{person}"), f"person-{person}"
    now = int(time.time() * 1000)
    events = []
    for day, at in [(0, now - 3 * DAY), (1, now)]:
        common = {"user_id": user, "session_id": f"s-{person}-{day}"}
        events.append({"id": f"e-{person}-{day}-start", "at": at - 2, "kind": "session_start", **common})
        events.append({"id": f"e-{person}-{day}", "at": at - 1, "kind": "custom", "name": event, **common})
        if day and reports:
            events.append(
                {"id": f"i-{person}", "at": at, "kind": "impression", "presentation_id": f"e-{person}-{day}", "campaign_id": old, "campaign_version": 1, **common})
    assert {result["status"] for result in device.send(events)["results"]} == {"stored"}


def look_on_a_test_device(device, now: int, campaign: str, number: int, **candidate):
    """A tester looked at the shelf, and the test device recorded what it decided."""
    common = {"user_id": "tester", "session_id": f"t-{number}"}
    decided = {"id": f"t-{number}", "kind": "custom", "name": "shelf_viewed"}
    events = [
        {"id": f"t-{number}-start", "at": now - 2, "kind": "session_start", **common},
        {"at": now - 1, **decided, **common},
        {
            "id": f"t-{number}-decision", "at": now - 1, "kind": "decision", "decision_id": f"t-{number}", "event": decided,
            "candidates": [{"campaign_id": campaign, "campaign_version": 1, **candidate}], **common,
        },
    ]
    assert {result["status"] for result in device.send(events)["results"]} == {"stored"}


def test_a_draft_is_tried_on_the_past(server, visit):
    old = server.launch_campaign(**document(OLD))
    server.manage("POST", "/campaigns", document(DRAFT, priority={"bucket": "high", "order": 0}))
    time.sleep(0.1)
    for person in range(12):
        live(server, old, person, reports=True)
    server.manage("PUT", "/test-devices/bench")
    bench = server.device("bench")
    now = int(time.time() * 1000)
    look_on_a_test_device(bench, now, old, 0, verdict="chosen")
    look_on_a_test_device(bench, now + 100, old, 1, verdict="ended", detail={"ends_at": 0})
    visitor = visit().sign_in()
    page = open_campaign(visitor, DRAFT)
    page.get_by_role("link", name="Backtest", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Backtest")).to_be_visible()
    visitor.look("backtest-before")
    page.get_by_label("Period").select_option("7")
    page.get_by_role("button", name="Run the backtest").click()
    result = page.get_by_role("region", name="What it would have done")
    expect(result.get_by_role("status")).to_have_text("All of the 12 people who were active.")
    expect(result).to_contain_text("the replay agrees with 100% of the impressions")
    expect(result).to_contain_text("It would have reached 12 people. It would have been shown 24 times.")
    # The second one is too soon after the first, whatever the record says.
    expect(result).to_contain_text("Decisions of test devices: 1 of 2 reproduced. 1 differs.")
    result.get_by_text("shelf_viewed, ").click()
    expect(result.get_by_role("listitem").filter(has_text=OLD).first).to_contain_text("recorded ended")
    expect(result.get_by_role("listitem").filter(has_text=OLD).first).to_contain_text("replayed interval, 30 s left of 30 s")
    row = result.get_by_role("row").filter(has=page.get_by_role("rowheader", name=OLD))
    expect(row.get_by_role("cell")).to_contain_text(["12", "0", "", "12"])
    result.get_by_text("View as table").click()
    expect(result.get_by_role("region", name="Numbers over time").get_by_role("row")).to_have_count(9)
    result.get_by_text("person-", exact=False).first.click()
    expect(result.get_by_role("listitem").filter(has_text="on shelf_viewed").first).to_be_visible()
    visitor.look("backtest")
    for width, scheme in [(390, "light"), (1280, "dark")]:
        other = visit(width=width, scheme=scheme, script=width > 400).sign_in()
        other.page.goto(page.url)
        expect(other.page.get_by_role("heading", name="What it would have done")).to_be_visible()
        if width > 400:
            other.look(f"backtest-{scheme}")


def test_each_arm_of_an_experiment_has_its_people(server, visit):
    variants = [{"id": "a", "share": 3000}, {"id": "b", "name": "Short text", "share": 3000}]
    triggers = [{"kind": "custom_event", "name": "arm_waved"}]
    fields = document("Tried in arms", triggers=triggers, experiment={"control": 4000, "variants": variants})
    tried = server.manage("POST", "/campaigns", fields)["id"]
    for person in range(60, 80):
        live(server, tried, person, reports=False, event="arm_waved")
    arms = server.manage("GET", f"/campaigns/{tried}/backtest")["arms"]
    assert [arm["label"] for arm in arms] == ["Control", "Variant A", "Short text"]
    assert sum(arm["people"]["count"] for arm in arms) == 20
    visitor = visit().sign_in()
    page = visitor.page
    page.goto(f"/campaigns/{tried}/backtest")
    page.get_by_role("button", name="Run the backtest").click()
    table = page.get_by_role("table", name="What each arm would have got")
    for arm in arms:
        count = arm["people"]["count"]
        row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name=arm["label"]))
        expect(row).to_contain_text("1 person" if count == 1 else f"{count} people")
    page.get_by_text("View as table").click()
    expect(page.get_by_role("columnheader", name="Control, withheld")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Short text, people")).to_be_visible()
    visitor.look("backtest-arms")
    for width, scheme in [(390, "light"), (1280, "dark")]:
        other = visit(width=width, scheme=scheme).sign_in()
        other.page.goto(page.url)
        expect(other.page.get_by_role("heading", name="By arm of the experiment")).to_be_visible()
        other.look(f"backtest-arms-{scheme}")


def test_an_announcement_is_tried_on_the_past_too(server, visit):
    made = server.manage(
        "POST", "/campaigns",
        {
            "name": "Aisle news", "triggers": [{"kind": "custom_event", "name": "aisle_viewed"}],
            "banner": {"title": "New in this aisle"}, "content": {"kind": "text", "body": "Tea.", "exit_label": "Close"},
        },
    )
    for person in range(80, 84):
        live(server, made["id"], person, reports=False, event="aisle_viewed")
    visitor = visit().sign_in()
    page = visitor.page
    # From the step in which an author decides.
    page.goto(f"/campaigns/{made['id']}/edit#step-review")
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Backtest", exact=True).click()
    page = popup.value
    page.get_by_role("button", name="Run the backtest").click()
    result = page.get_by_role("region", name="What it would have done")
    expect(result).to_contain_text("It would have reached 4 people. It would have been shown 8 times.")
    expect(result).to_contain_text("Messages, banners, announcements and surveys are replayed, pushes and data are not.")


def test_a_replay_that_does_not_agree_with_the_past_gives_no_figures(server, visit):
    visitor = visit().sign_in()
    page = open_campaign(visitor, OLD)
    old = page.url.split("?")[0].rsplit("/", 1)[1]
    for person in range(20, 40):
        live(server, old, person, reports=False)
    page.get_by_role("link", name="Backtest", exact=True).click()
    page.get_by_role("button", name="Run the backtest").click()
    result = page.get_by_role("region", name="What it would have done")
    expect(result).to_contain_text("Below 80%, it says nothing about what would have been, so there are no figures.")
    expect(result.get_by_text("It would have reached")).to_have_count(0)
    visitor.look("backtest-no-figures")


def as_if_it_ran(route):
    answer = route.fetch()
    done, running = 'data-state="The backtest is done."', 'data-state="The backtest is running." data-behavior="live"'
    route.fulfill(response=answer, body=answer.text().replace(done, running))


def test_everybody_is_counted_in_the_background(server, visit):
    old = server.launch_campaign(**document("Background greeting"))
    for person in range(40, 46):
        live(server, old, person, reports=True)
    visitor = visit().sign_in()
    page = visitor.page
    page.goto(f"/campaigns/{old}/backtest")
    page.get_by_role("button", name="Count everybody").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Backtest of everybody")
    # The page follows the job without a reload, and says aloud that it ended.
    result = page.get_by_role("region", name="What it would have done")
    expect(result.get_by_role("status")).to_contain_text("people who were active.")
    # It may have ended before the page was drawn. So the page is drawn again as it was before.
    page.route(page.url, as_if_it_ran, times=1)
    page.reload()
    expect(page.get_by_role("status").filter(has_text="The backtest is done.")).to_be_attached()
    visitor.look("backtest-everybody")
    for width, scheme in [(390, "light"), (1280, "dark")]:
        other = visit(width=width, scheme=scheme, script=False).sign_in()
        other.page.goto(page.url)
        expect(other.page.get_by_role("heading", name="What it would have done")).to_be_visible()
        other.page.goto(page.url.rsplit("/jobs/", 1)[0])
        expect(other.page.get_by_role("link", name="14 days before")).to_be_visible()
