"""Long names, long lists, and figures with and without test devices: nothing overflows, and everything can be found."""

import json
import re
import time
import urllib.request

from harness import IS_FULL
from pages import Lab, Report, open_campaign, report_when
from playwright.sync_api import expect

SAMPLE = "Free delivery for this cart"
WIDTHS = [390, 1280]
# Names of the maximum length, without a place to break.
CAMPAIGN = "W" * 120
EVENT = "e" * 255
PERSON = "person-" + "W" * 248
LIMIT = 200_000


def write(server, name: str, event: str, number: int = 0) -> str:
    message = {"kind": "modal", "header": "H" * 100, "message": "W" * 200, "buttons": [{"id": 0, "text": "B" * 30, "click_action": {"type": "none"}}]}
    trigger = {"kind": "custom_event", "name": event}
    return server.launch_campaign(name=name, triggers=[trigger], message=message, priority={"bucket": "medium", "order": number})


def test_a_person_an_event_and_a_campaign_have_the_longest_names(server, visit):
    for number in range(2):
        write(server, CAMPAIGN[:-1] + str(number), EVENT[:-1] + "ef"[number], number)
    server.manage(
        "POST", "/events",
        {"events": [
            {"id": f"event-{number}", "kind": "attribute", "at": int(time.time() * 1000), "user_id": PERSON, "key": "k" * 255, "value": "V" * 500}
            if number else {"id": "event-0", "kind": "custom", "at": int(time.time() * 1000), "user_id": PERSON, "name": EVENT, "properties": {"p" * 100: "v" * 300}}
            for number in range(2)
        ]},
    )
    server.manage("POST", "/audiences", {"name": CAMPAIGN, "rule": {"attribute": "k" * 255, "op": "equals", "value": "V" * 500}})
    key = server.manage("POST", "/keys", {"name": "Long names", "scope": "device"})["secret"]
    words = {name: "M" * 255 for name in ["model", "os_version", "app_version"]}
    sync = {"version": 1, "device": {"id": "device-0", "platform": "ios", **words}, "sent_at": int(time.time() * 1000), "user_id": PERSON}
    request = urllib.request.Request(server.address + "/sdk/v1/sync", json.dumps(sync).encode(), {"X-Martlet-Key": key, "Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=30).close()
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.become(PERSON)
    lab.decide(EVENT, {})
    phone.shows("H" * 100)
    lab.send()
    visitor.page.goto("/settings/keys")
    visitor.page.get_by_role("textbox", name="Name", exact=True).first.fill(CAMPAIGN)
    visitor.page.get_by_role("button", name=re.compile("key", re.I)).first.click()


def test_no_long_name_sticks_out_of_a_page(server, visit):
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    campaign = page.get_by_role("table").get_by_role("link", name=CAMPAIGN[:-1] + "0", exact=True).get_attribute("href")
    for name, path in [
        ("campaigns", "/campaigns"), ("campaigns-sorted", "/campaigns?sort=name&q=" + EVENT), ("campaign", campaign),
        ("report", campaign + "?tests=shown&range=all"), ("editor", campaign + "/edit"), ("people", "/people"),
        ("people-found", "/people?q=" + PERSON), ("person", "/people/u:" + PERSON), ("settings", "/settings/keys"), ("lab", "/lab"),
        ("home", "/"), ("events", "/events"), ("event", "/events/custom?name=" + EVENT), ("audiences", "/audiences"), ("team", "/settings/team"),
        ("people-none", "/people?q=" + "W" * 255),
    ]:
        page.goto(path)
        if path == "/lab":
            Lab(visitor).is_ready()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            visitor.screenshot(f"long-{name}-{width}")
            out = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
            assert out <= 0, f"{path[:60]} at {width} px sticks out by {out} px: {widest(page)}"


def widest(page) -> str:
    return page.evaluate(
        "[...document.querySelectorAll('main *')].map(e => [e.getBoundingClientRect().right, e.outerHTML.slice(0, 120)]).sort((a, b) => b[0] - a[0])"
        ".slice(0, 3).map(([right, html]) => Math.round(right) + ' ' + html).join(' | ')"
    )


def test_reports_leave_out_the_phones_of_the_lab_until_somebody_asks(server, visit):
    visitor = visit().sign_in()
    page = open_campaign(visitor, CAMPAIGN[:-1] + "0")
    expect(page.locator("#report")).to_contain_text(re.compile(r"Excludes test devices: [12] impressions?"))
    assert Report(page).figures["Shown"] == 0
    row = visitor.page.goto("/campaigns") and page.locator("tr", has=page.get_by_role("link", name=CAMPAIGN[:-1] + "0", exact=True))
    expect(row.locator(".cell-count").first).to_have_text("0")
    page.go_back()
    page.get_by_role("link", name="Include test devices").click()
    expect(page.locator("#report-title")).to_contain_text("Includes test devices")
    report = report_when(page, lambda report: report.figures["Shown"] >= 1)
    assert report.figures["Reached"] == 1, report
    page.get_by_role("link", name="30 days").click()
    expect(page.locator("#report-title")).to_contain_text("Includes test devices")
    page.get_by_role("link", name="Exclude test devices").click()
    assert Report(page).figures["Shown"] == 0
    page.goto("/people/u:" + PERSON)
    expect(page.locator("#devices")).to_contain_text("Device Lab")
    expect(page.get_by_role("button", name=re.compile("test device"))).to_have_count(0)


def test_the_lab_finds_every_running_campaign(server, visit):
    ids = [write(server, f"Offer {number} of the season", f"offer_{number}", number) for number in range(30)]
    visitor = visit().sign_in()
    lab = Lab(visitor).open()
    page = visitor.page
    suggestions = page.locator("#lab-suggestions li")
    expect(suggestions.filter(has_text="of the season")).to_have_count(30)
    search = page.get_by_label("Search campaigns and events")
    search.fill("offer 17")
    expect(suggestions).to_have_count(1)
    expect(suggestions).to_contain_text("Offer 17 of the season")
    search.fill("nothing like it")
    expect(suggestions).to_have_count(0)
    expect(page.locator("#lab-suggestions [role=status]")).to_have_text("No results")
    search.fill("")
    expect(suggestions.filter(has_text="of the season")).to_have_count(30)
    page.get_by_label("Search campaigns", exact=True).fill("offer 23")
    options = page.locator("#lab-show-campaign option")
    expect(options).to_have_count(1)
    expect(options).to_have_attribute("value", f"campaign:{ids[23]}")
    visitor.check_accessibility(".lab-palette")
    visitor.screenshot("lab-search")


def test_lists_keep_what_was_chosen_on_every_page_and_stay_small(server, visit):
    now = int(time.time() * 1000)
    for start in range(0, 300, 150):
        server.manage("POST", "/events", {"events": [
            {"id": f"seen-{number}", "kind": "custom", "at": now - number * 1000, "user_id": f"walker-{number}", "name": "walked", "properties": {}}
            for number in range(start, start + 150)
        ]})
    visitor = visit(width=390).sign_in()
    page = visitor.page
    page.goto("/campaigns")
    box = [page.locator(f".search {part}").bounding_box() for part in ["select", "button"]]
    assert abs(box[0]["y"] - box[1]["y"]) < 2, f"the order and the button share a row: {box}"
    visitor.screenshot("campaigns-search-390", full_page=False)
    page.goto("/people?q=walker&sort=name")
    expect(page.locator("#sort")).to_have_value("name")
    names = []
    while True:
        names += page.locator(".cell-person a").all_inner_texts()
        forward = page.get_by_role("link", name=re.compile("^(Next page|Continue search)$"))
        if not forward.count():
            break
        forward.click()
        expect(page.locator("#q")).to_have_value("walker")
        expect(page.locator("#sort")).to_have_value("name")
    assert sorted(names) == sorted(f"walker-{number}" for number in range(300)), len(names)
    for path in ["/campaigns", "/campaigns?q=offer&sort=priority", "/people", "/people?q=alker", "/settings/keys", "/lab", "/lab/devices"]:
        size = len(visitor.context.request.get(path).body())
        assert size < LIMIT, f"{path} has {size} bytes"


def test_the_navigation_keeps_each_item_on_one_line_on_phones(server, visit):
    for width in (390, 320):
        for scheme in ("light", "dark") if IS_FULL else ("light",):
            visitor = visit(width=width, height=500, scheme=scheme).sign_in()
            for path in ("/campaigns", "/settings/app"):
                visitor.page.goto(path)
                items = visitor.page.locator(".side-nav a").evaluate_all(
                    "items => items.map(item => { const words = item.querySelector('span'); const { top, height } = words.getBoundingClientRect();"
                    " return [words.textContent, height < 2 * parseFloat(getComputedStyle(words).fontSize), Math.round(top), item.scrollWidth <= item.clientWidth] })"
                )
                assert [words for words, *_ in items] == ["Home", "Campaigns", "Audiences", "People", "Events", "Device Lab", "Settings"], items
                assert all(is_one_line and fits for _, is_one_line, _, fits in items), (width, items)
                assert len({top for _, _, top, _ in items}) <= 2 + (width < 390), (width, items)
                assert visitor.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), width
            visitor.check_accessibility(".side")
            visitor.screenshot(f"navigation-{width}-{scheme}", full_page=False)


def test_what_a_list_shows_finds_it(server, visit):
    """Dates, devices, decisions, keys and the timeline, on a phone and on a desktop screen."""
    campaign = write(server, "Searched", "searched")
    key = server.manage("POST", "/keys", {"scope": "device", "name": "Key of the search"})["secret"]
    now = int(time.time() * 1000)
    for number in range(30):
        body = {
            "version": 1, "sent_at": now, "device": {"id": f"device-{number}", "platform": "ios", "os_version": "18.1", "model": f"Phone {number % 7}"},
            "events": [
                {"id": f"logged-{number}-{index}", "kind": "custom", "at": now - index * 60_000, "user_id": f"seeker-{number}", "name": "looked_around" if index else "searched"}
                for index in range(30)
            ] + [{
                "id": f"decision-{number}", "kind": "decision", "at": now - number * 1000, "user_id": f"seeker-{number}",
                "decision_id": f"decided-{number}", "event": {"id": f"logged-{number}-0", "kind": "custom", "name": "searched"},
                "candidates": [{"campaign_id": campaign, "campaign_version": 1, **({"verdict": "ended", "detail": {"ends_at": now}} if number % 3 else {"verdict": "not_started", "detail": {"starts_at": now}})}],
            }],
        }
        request = urllib.request.Request(
            f"{server.address}/sdk/v1/events", method="POST", data=json.dumps(body).encode(), headers={"X-Martlet-Key": key})
        with urllib.request.urlopen(request, timeout=30) as answer:
            results = json.loads(answer.read())["results"]
            assert all(result["status"] == "stored" for result in results), results
    # With a letter before its number, no name looks like a part of the time when its key was made.
    for number in range(25):
        server.manage("POST", "/keys", {"scope": "management", "name": f"Program x{number}"})
    today = time.gmtime(now / 1000)
    for width in WIDTHS:
        visitor = visit(width=width).sign_in()
        page = visitor.page

        def search(scope, text: str):
            scope.get_by_role("searchbox").fill(text)
            scope.get_by_role("button", name="Search", exact=True).click()

        page.goto("/people?sort=device&q=ios")
        visitor.screenshot(f"people-devices-{width}", full_page=False)
        devices = page.locator("td[data-label=Devices]").all_inner_texts()
        assert devices == sorted(devices) and len(devices) == 30, devices
        search(page.get_by_role("search"), "seeker " + time.strftime("%-d %b %Y", today))
        expect(page.locator(".cell-person")).to_have_count(30)
        search(page.get_by_role("search"), "seeker 1999-12-31")
        expect(page.get_by_role("heading", name="No results")).to_be_visible()

        page.goto(f"/campaigns/{campaign}")
        part = page.locator("#decisions")
        expect(part.locator("tbody tr")).to_have_count(10)
        if width > 760:
            part.get_by_role("link", name="Person", exact=True).click()
            people = part.locator(".cell-person").all_inner_texts()
            assert people == sorted(people) and page.url.endswith("sort=person#decisions"), people
        search(part, "seeker-17")
        expect(part.locator(".cell-person")).to_have_text(["seeker-17"])
        visitor.screenshot(f"decisions-search-{width}")
        visitor.check_accessibility("#decisions")
        search(part, "nobody at all")
        part.get_by_role("link", name="Show all decisions").click()
        expect(part.locator("tbody tr")).to_have_count(10)

        page.goto("/people/u:seeker-4")
        part = page.locator("#timeline")
        search(part, "searched " + time.strftime("%Y-%m-%d", today))
        expect(part.locator(".timeline-entry")).to_have_count(2)
        visitor.screenshot(f"timeline-search-{width}")
        visitor.check_accessibility("#timeline")

        page.goto("/settings/keys")
        part = page.locator("section", has=page.locator("#keys-title"))
        expect(part.locator("tbody tr")).to_have_count(20)
        visitor.screenshot(f"keys-{width}")
        visitor.check_accessibility("section:has(#keys-title)")
        search(part, "program x17")
        expect(part.locator("tbody tr")).to_have_count(1)
        expect(part.locator("tbody th")).to_have_text("Program x17")
        visitor.screenshot(f"keys-search-{width}", full_page=False)
