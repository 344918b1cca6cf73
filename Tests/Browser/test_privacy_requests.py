"""People ask in the app for their data or for its deletion, and the team answers."""

import base64
import json
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect
from test_keyboard import press, tab_to


class Backend:
    """An app's backend, which signs who is signed in."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.key = Path(self.folder.name) / "private.pem"
        subprocess.run(["openssl", "genrsa", "-out", self.key, "2048"], check=True, capture_output=True)
        self.public_key = subprocess.run(["openssl", "rsa", "-in", self.key, "-pubout"], check=True, capture_output=True, text=True).stdout

    def sign(self, user: str) -> str:
        def encode(data: bytes) -> str:
            return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

        parts = [{"alg": "RS256", "typ": "JWT"}, {"sub": user, "exp": int(time.time()) + 3600}]
        text = ".".join(encode(json.dumps(part).encode()) for part in parts)
        command = ["openssl", "dgst", "-sha256", "-sign", self.key]
        return text + "." + encode(subprocess.run(command, input=text.encode(), check=True, capture_output=True).stdout)


def sign_in(server, backend: Backend, user: str):
    """The phone of somebody who has signed in and done something."""
    phone = server.device(f"phone-of-{user}")
    phone.headers["X-Martlet-User-Signature"] = backend.sign(user)
    event = {"id": f"e-{user}", "kind": "attribute", "at": int(time.time() * 1000), "user_id": user, "key": "plan", "value": "pro"}
    phone.send([event])
    return phone


def test_the_team_allows_requests_and_answers_each(server, visit):
    backend = Backend()
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    # Off by default. The settings say what is still missing.
    page.goto("/privacy/requests")
    expect(page.get_by_text("Your app cannot send any, because they are off.")).to_be_visible()
    visitor.look("privacy-requests-off")
    press(page, page.get_by_role("link", name="Open privacy settings"))
    part = page.get_by_role("region", name="Privacy requests from the app")
    part.get_by_role("radio", name="Review").check()
    tab_to(page, part.get_by_label("Days to answer"))
    page.keyboard.press("Control+A")
    page.keyboard.type("100")
    press(page, part.get_by_role("button", name="Save privacy requests"))
    expect(part.get_by_label("Days to answer")).to_have_accessible_description(
        "The team has 1 to 90 days to answer. Enter a whole number of days, such as 30."
    )
    expect(part.get_by_label("Days to answer")).to_be_focused()
    expect(part.get_by_role("radio", name="Review")).to_be_checked()
    part.get_by_label("Days to answer").fill("14")
    press(page, part.get_by_role("button", name="Save privacy requests"))
    expect(page.get_by_role("status")).to_contain_text("wait for your answer")
    expect(part).to_contain_text("SDK authentication is off, so nobody who is signed in can ask.")
    visitor.look("privacy-settings")
    settings = server.manage("GET", "/settings")
    assert settings["privacy_requests"] == {"mode": "review", "due_days": 14}
    keys = [{"name": "Backend", "public_key": backend.public_key}]
    server.manage("PUT", "/settings", {**settings, "sdk_authentication": {"mode": "required", "keys": keys}})

    phones = {}
    for user, kind in [("asking-ana", "export"), ("asking-ben", "deletion"), ("asking-cleo", "export")]:
        phones[user] = sign_in(server, backend, user)
        assert phones[user].post("privacy", {"user_id": user, "kind": kind})["state"] == "open"
    page.goto("/")
    press(page, page.get_by_role("link", name="Show privacy requests"))
    expect(page.get_by_role("row")).to_have_count(4)
    visitor.look("privacy-requests")

    # A copy: the file, and then the mark.
    press(page, page.get_by_role("link", name="A copy of their data of asking-ana"))
    expect(page.get_by_role("link", name="Export data")).to_be_visible()
    visitor.look("privacy-request-export")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export data").click()
    assert "privacy_request" in download.value.path().read_text()
    press(page, page.get_by_role("button", name="Mark as done"))
    expect(page.get_by_role("status")).to_contain_text("The request is done.")
    # A deletion is asked for once more, and answers the request.
    press(page, page.get_by_role("link", name="Deletion of their data of asking-ben"))
    expect(page.get_by_role("link", name="Delete person…")).to_be_visible()
    visitor.look("privacy-request-deletion")
    press(page, page.get_by_role("link", name="Delete person…"))
    press(page, page.get_by_role("button", name="Delete this person"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt of a deletion")
    assert phones["asking-ana"].post("privacy", {"user_id": "asking-ana", "kind": "export"})["state"] == "done"

    # Without script, on a phone, in the dark.
    quiet = visit(width=390, height=844, scheme="dark", script=False).sign_in()
    page = quiet.page
    page.goto("/privacy/requests")
    page.get_by_role("link", name="A copy of their data of asking-cleo").click()
    page.get_by_label("Reason (optional)").fill("Not the owner of the account")
    quiet.screenshot("privacy-request-390-dark")
    page.get_by_role("button", name="Decline the request").click()
    expect(page.get_by_role("status")).to_contain_text("Tell the person why.")
    expect(page.get_by_text("No open privacy requests.")).to_be_visible()
    page.get_by_role("link", name="Answered").click()
    expect(page.get_by_role("row")).to_have_count(4)
    expect(page.get_by_role("rowheader", name="Deleted person")).to_be_visible()
    quiet.screenshot("privacy-requests-390-dark")
    page.get_by_role("link", name="A copy of their data of asking-cleo").click()
    expect(page.get_by_text("Not the owner of the account")).to_be_visible()
    assert phones["asking-cleo"].post("privacy", {"user_id": "asking-cleo", "kind": "export"})["state"] == "declined"
