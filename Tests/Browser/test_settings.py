"""Settings: a page for each section, the way between them, and what became of the one page that they were."""

import re

from playwright.sync_api import expect
from test_keyboard import press

SECTIONS = {"App": "app", "Team": "team", "Keys": "keys", "Push": "push", "Limits": "limits", "Global holdout": "holdout", "Privacy": "privacy"}


def test_every_section_has_an_address_and_one_main_action(server, visit):
    for width in (1280, 390):
        visitor = visit(width=width).sign_in()
        page = visitor.page
        page.goto("/settings")
        expect(page).to_have_url(f"{server.address}/settings/app")
        for label, name in SECTIONS.items():
            press(page, page.get_by_role("navigation", name="Settings", exact=True).get_by_role("link", name=label, exact=True))
            expect(page).to_have_url(f"{server.address}/settings/{name}")
            expect(page.get_by_role("navigation", name="Settings", exact=True).locator("[aria-current=page]")).to_have_text(label)
            expect(page.locator("main .button-primary")).to_have_count(1)


def test_old_bookmarks_lead_to_the_sections(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    for fragment, label in [("keys", "Keys"), ("frequency", "Limits"), ("push", "Push"), ("sdk-authentication", "Privacy")]:
        page.goto("about:blank")
        page.goto(f"/settings#{fragment}")
        line = page.locator(":target")
        expect(line).to_be_in_viewport()
        press(page, line.get_by_role("link", name=label))
        expect(page).to_have_url(re.compile(rf"/settings/{SECTIONS[label]}$"))
    page.goto("/settings#decisions")
    expect(page.locator(":target").get_by_role("heading", name="Decision reporting")).to_be_in_viewport()
    page.goto("/settings?q=sample&sort=name")
    expect(page).to_have_url(f"{server.address}/settings/keys?q=sample&sort=name")


def test_a_key_is_created_and_used_in_the_code_without_script(server, visit):
    visitor = visit(script=False).sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto("/settings/app")
    page.get_by_role("link", name="Create an SDK key").click()
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_text("Enter a name for the key.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Shop app")
    page.get_by_role("button", name="Create key").click()
    secret = page.locator("#secret").inner_text()
    expect(page.locator("#snippet")).to_contain_text(f'apiKey: "{secret}", endpoint: "{server.address}"')
    page.reload()
    expect(page.locator("#snippet")).to_have_count(0)
