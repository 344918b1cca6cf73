"""Push notifications in the console: written, previewed, launched, sent to an endpoint that refuses, and followed on the page."""

import json
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from harness import LOOKS
from pages import Editor, new_campaign, open_campaign
from playwright.sync_api import expect
from test_keyboard import press, tab_to
from test_surfaces import running


def upload_key(server):
    """Stores a new key, as an operator does."""
    with tempfile.TemporaryDirectory() as folder:
        pem = Path(folder) / "key.pem"
        subprocess.run(
            ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", pem], check=True, capture_output=True)
        server.manage(
            "POST", "/push-keys", {"key_id": "ABC1234567", "team_id": "DEF8901234", "topic": "com.example.shop", "private_key": pem.read_text()})


def report_denied_device(server, user: str, *events: dict):
    """Syncs as the device of a person who does not allow notifications."""
    key = server.manage("POST", "/keys", {"scope": "device", "name": "Key of the pushes"})["secret"]
    facts = {"push_token": "ab12", "push_environment": "development", "push_authorization": "denied"}
    device = {"id": "device-pushes", "platform": "ios", "os_version": "18.1", "model": "Phone", **facts}
    body = {"version": 1, "sent_at": int(time.time() * 1000), "user_id": user, "device": device, "events": list(events)}
    request = urllib.request.Request(
        f"{server.address}/sdk/v1/sync", method="POST", data=json.dumps(body).encode(), headers={"X-Martlet-Key": key})
    urllib.request.urlopen(request, timeout=30).close()


def test_a_push_is_written_by_keyboard_launched_and_sent_later(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    visitor.forgive("status of 422")
    new_campaign(page, "Push notification")
    visitor.check_accessibility()
    editor = Editor(page)
    for name, text in [("name", "Spring push"), ("push.title", "Spring is here"), ("push.text", "Everything green, for three days.")]:
        tab_to(page, editor.field(name))
        page.keyboard.type(text)
    expect(editor.scene).to_contain_text("Everything green, for three days.")
    # It needs no trigger.
    editor.step("Trigger")
    expect(page.get_by_label("Send when")).to_be_visible()
    editor.put("push.action", "browser")
    editor.put("push.action_url", "https://shop.example/spring")
    # Without a key, nothing can be sent: the review leads to where one is uploaded.
    expect(page.get_by_role("status").filter(has_text="Fix 1 problem before you launch.")).to_be_visible()
    editor.step("Review")
    expect(page.locator("#review a[href='/settings/push']")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("pushes-editor")
    editor.ask_to_launch()
    expect(page.get_by_role("alert").or_(page.get_by_role("status")).filter(has_text="APNs key").first).to_be_visible()
    expect(page.get_by_role("button", name="Launch campaign")).to_have_count(0)
    visitor.screenshot("pushes-no-key")
    page.get_by_role("button", name="Save as draft").click()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    upload_key(server)
    page = open_campaign(visitor, "Spring push")
    page.get_by_role("button", name="Launch campaign").click()
    page.get_by_role("button", name="Launch “").click()
    expect(running(page, "Spring push")).to_be_visible()
    press(page, page.get_by_role("link", name="Pushes", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("Pushes of “Spring push”")
    expect(page.get_by_text("Nothing has been sent yet.")).to_be_visible()
    visitor.check_accessibility()
    tab_to(page, page.get_by_label("Start (UTC)"))
    page.get_by_label("Start (UTC)").fill("2099-01-01T10:00")
    press(page, page.get_by_role("button", name="Send…"))
    expect(page.get_by_role("heading", name="Send “Spring push” to everybody who has the app?")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("pushes-confirm")
    press(page, page.get_by_role("button", name="Schedule"))
    run = page.get_by_role("region", name="Sent so far").get_by_role("article")
    expect(run).to_contain_text("Scheduled")
    visitor.check_accessibility()
    press(page, run.get_by_role("button", name="Cancel"))
    expect(page.get_by_role("region", name="Sent so far").get_by_role("article")).to_contain_text("Cancelled")
    visitor.screenshot("pushes-cancelled")


def test_the_page_follows_a_run_and_says_why_devices_got_nothing(server, visit):
    report_denied_device(server, "ana")
    upload_key(server)
    campaign = server.launch_campaign(name="Nobody hears", push={"title": "Hello"})
    for width, scheme in LOOKS:
        visitor = visit(width=width, scheme=scheme).sign_in()
        page = visitor.page
        page.goto(f"/campaigns/{campaign}/pushes")
        server.manage("POST", f"/campaigns/{campaign}/runs", {"audience": "users", "users": ["ana"], "id": f"run-{width}"})
        page.reload()
        run = page.get_by_role("region", name="Sent so far").get_by_role("article").first
        expect(run).to_contain_text("Finished")
        expect(run).to_contain_text("Notifications not allowed")
        expect(run).to_contain_text("1 of 1 device done")
        visitor.check_accessibility()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"too wide at {width}"
        visitor.screenshot(f"pushes-finished-{width}")
        page.goto(f"/campaigns/{campaign}")
        expect(page.get_by_role("region", name="Funnel").get_by_role("listitem")).to_contain_text(["Sent", "Opened"])
        expect(page.get_by_role("region", name="Why it was not sent").get_by_role("listitem")).to_contain_text(["Notifications not allowed"])
        expect(page.get_by_role("region", name="Dismissals")).to_have_count(0)
        visitor.look(f"pushes-report-{width}")


def test_a_push_is_sent_when_people_do_what_triggers_it(server, visit):
    upload_key(server)
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page, "Push notification")
    editor = Editor(page)
    editor.fill(name="Shipped", push__title="Order {{event.order}} is on its way")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "shipped")
    visitor.screenshot("pushes-trigger")
    editor.launch()
    expect(running(page, "Shipped")).to_be_visible()
    page.get_by_role("link", name="Pushes", exact=True).click()
    # The text needs what the event says.
    page.get_by_role("button", name="Send…").click()
    expect(page.get_by_role("alert")).to_contain_text("The texts name event.order, and this run has no such value.")
    page.get_by_label("To", exact=True).select_option(label="Each person who does what triggers it")
    page.get_by_role("button", name="Send…").click()
    expect(page.get_by_role("heading", name="Send “Shipped” to each person who does what triggers it?")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("pushes-event-confirm")
    page.get_by_role("button", name="Start").click()
    run = page.get_by_role("region", name="Sent so far").get_by_role("article").first
    expect(page.get_by_role("status").filter(has_text="From now on, the push is sent on each event.")).to_be_visible()
    expect(run).to_contain_text("Sending")
    expect(run).to_contain_text("0 pushes so far")
    now = int(time.time() * 1000)
    event = {"id": "shipped-7", "kind": "custom", "name": "shipped", "properties": {"order": 7}, "at": now, "user_id": "ben"}
    report_denied_device(server, "ben")
    report_denied_device(server, "ben", event)
    expect(run).to_contain_text("1 push so far")
    expect(run).to_contain_text("Notifications not allowed")
    visitor.check_accessibility()
    visitor.screenshot("pushes-event")
    run.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("region", name="Sent so far").get_by_role("article").first).to_contain_text("Cancelled")
