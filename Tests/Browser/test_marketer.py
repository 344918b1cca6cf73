"""A marketer's whole story: an audience, an experiment for it, hundreds of people with a phone each, and the result with its intervals."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

from pages import Editor, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press

PRO, FREE = 500, 100
# Of a hundred people in each arm, so many order.
ORDERS = {"control": 10, "a": 12, "b": 70}


def know_everybody(server):
    """What a shop's own program says about its customers."""
    events = [
        {"id": f"plan-{user}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": user, "key": "plan", "value": plan}
        for plan, count in [("pro", PRO), ("free", FREE)]
        for user in (f"{plan}-{number}" for number in range(count))
    ]
    for start in range(0, len(events), 500):
        server.manage("POST", "/events", {"events": events[start : start + 500]})


class Phone:
    """A person's own phone: it fetches its campaigns, and reports what the SDK would."""

    def __init__(self, server, user: str):
        self.user = user
        self.device = server.device(f"phone-of-{user}")

    def campaigns(self) -> list[dict]:
        return self.device.post("sync", {"events": [], "user_id": self.user})["definitions"]["campaigns"]

    def report(self, campaign: dict, begin: int, orders: bool):
        arm = campaign["arm"]
        names = {"presentation_id": f"p-{self.user}", "campaign_id": campaign["id"], "campaign_version": campaign["version"]}
        exposure = {"kind": "exposure", "experiment_id": arm["experiment_id"], "arm": arm["name"], **names}
        # Nobody sees a message that is withheld.
        seen = [] if arm.get("withheld") else [{"kind": "impression", **names}]
        order = [{"kind": "custom", "name": "order_placed", "properties": {"price": 20}}] if orders else []
        events = [
            {"id": f"{place}-{self.user}", "at": begin + place * 60_000, "user_id": self.user, **event} for place, event in enumerate([exposure, *seen, *order])
        ]
        results = self.device.post("events", {"events": events, "user_id": self.user})["results"]
        assert all(result["status"] == "stored" for result in results), json.dumps(results)


def use_phones(server, campaign: str) -> dict[str, int]:
    """Everybody opens the app, and those who get the message order more or less often. Returns how many people got each arm."""
    users = [f"pro-{number}" for number in range(PRO)] + [f"free-{number}" for number in range(FREE)]
    with ThreadPoolExecutor(8) as pool:
        phones = list(pool.map(lambda user: Phone(server, user), users))
        received = list(pool.map(Phone.campaigns, phones))
        ours = [next((each for each in campaigns if each["id"] == campaign), None) for campaigns in received]
        assert [each is not None for each in ours] == [user.startswith("pro") for user in users], "exactly the people of the audience get it"
        people: dict[str, int] = {}
        jobs = []
        begin = int(time.time() * 1000) - 8 * 86_400_000
        for phone, own in zip(phones, ours):
            if own:
                arm = own["arm"]["name"]
                jobs.append((phone, own, begin, people.get(arm, 0) % 100 < ORDERS[arm]))
                people[arm] = people.get(arm, 0) + 1
        list(pool.map(lambda job: job[0].report(*job[1:]), jobs))
    return people


def test_a_marketer_writes_an_audience_and_an_experiment_and_reads_the_result(server, visit):
    know_everybody(server)
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Audiences").click()
    press(page, page.get_by_role("link", name="New audience"))
    page.get_by_label("Name", exact=True).first.fill("Subscribers of pro")
    row = page.get_by_role("group", name="Condition 1")
    row.get_by_label("Condition", exact=True).select_option(label="Attribute")
    row.get_by_label("Name").fill("plan")
    row.get_by_label("Value").filter(visible=True).fill("pro")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.locator("#count")).to_contain_text(re.compile(r"500\s+of"))

    new_campaign(page, "Message")
    editor = Editor(page)
    editor.fill(name="Free delivery for pro", header="Delivery is on us")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "cart_viewed")
    editor.step("Message")
    editor.field("experiment").select_option(label="One of several variants")
    page.get_by_role("group", name="Variant 1").get_by_label("Name").fill("Original")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Short")
    second.get_by_label("Header").fill("Free delivery")
    page.get_by_label("Control (%)").fill("20")
    editor.step("Audience")
    editor.field("audience").select_option(label="Subscribers of pro")
    editor.step("Schedule")
    press(page, page.get_by_role("button", name="Add conversion"))
    goal = page.get_by_role("group", name="Conversion 1")
    goal.get_by_label("Name").fill("Order")
    goal.get_by_label("Event, product or screen").fill("order_placed")
    goal.get_by_label("Revenue property").fill("price")
    editor.launch()
    expect(page.get_by_role("status").filter(has_text="“Free delivery for pro” is running.")).to_be_visible()
    campaign = page.url.split("/campaigns/")[1].split("?")[0].split("/")[0]

    people = use_phones(server, campaign)
    assert sum(people.values()) == PRO and set(people) == set(ORDERS), people
    open_campaign(visitor, "Free delivery for pro")
    section = page.get_by_role("region", name="Experiment", exact=True)
    for name, arm in [("Original", "a"), ("Short", "b"), ("Control", "control")]:
        expect(section.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name)).first).to_contain_text(str(people[arm]))
    expect(section).to_contain_text(re.compile(r"Short converts \d+(\.\d)? points more than Control \(likely"))
    expect(section).to_contain_text("safe to read at any time")
    # The server divided people as it was told to.
    expect(page.get_by_role("alert")).to_have_count(0)
    visitor.check_accessibility()
    visitor.screenshot("marketer-result")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.look("marketer-result-390")
