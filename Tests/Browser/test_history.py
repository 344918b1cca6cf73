"""The history of a campaign: who changed what, the difference to the version before, restoring one, and meeting a colleague in the editor."""

import re

from pages import Editor
from playwright.sync_api import expect
from test_keyboard import press
from test_team import create_owner, invite, join

CAMPAIGN = "Welcome back"
RUNNING = "Free delivery for this cart"


def open_editor(page, name: str = CAMPAIGN) -> Editor:
    page.goto("/campaigns")
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_role("link", name="Edit", exact=True).click()
    return Editor(page)


def save(page):
    page.get_by_role("button", name="Save as draft").click()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()


def open_history(page, name: str = CAMPAIGN):
    page.goto("/campaigns")
    page.get_by_role("link", name=name, exact=True).click()
    press(page, page.get_by_role("link", name="History", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"History of “{name}”")


def test_an_admin_invites_restores_a_version_gives_a_role_and_ends_a_session(server, visit):
    admin, author = visit(), visit(width=390, height=844, scheme="dark")
    for visitor in (admin, author):
        visitor.forgive("status of (401|403|409)")
    create_owner(admin)
    join(author, invite(admin.page, "ben@example.com", "Author"), "Ben")

    # Ben changes the draft twice.
    editor = open_editor(author.page)
    editor.fill(message="Good to see you again. Seven new arrivals are waiting for you, and the first parcel of the month travels for free.")
    save(author.page)
    editor.fill(name=CAMPAIGN, priority="high")
    editor.put("action", "close")
    save(author.page)

    page = admin.page
    open_history(page)
    items = page.locator(".history > li")
    expect(items).to_have_count(3)
    expect(items.nth(0)).to_contain_text("Ben edited it")
    expect(items.nth(0)).to_contain_text("Current")
    expect(items.nth(1)).to_contain_text("Text")
    expect(items.nth(2)).to_contain_text("Martlet created it")
    admin.look("history-list")
    # Everything can be reached from the keyboard.
    press(page, items.nth(1).get_by_role("link"))
    expect(page.locator(".change-row")).to_have_count(1)
    expect(page.locator(".change-row dt")).to_have_text("Text")
    expect(page.locator(".change-row mark").first).to_be_visible()
    expect(page.get_by_role("heading", name="What people see with this version")).to_be_visible()
    admin.look("history-version")
    page.goto("/campaigns")
    open_history(page)
    press(page, items.nth(2).get_by_role("link"))
    # The first version has none before it, and is compared with a chosen one.
    expect(page.get_by_role("heading", name="The oldest version that is kept")).to_be_visible()
    page.get_by_label("Compare with the version of").select_option(index=0)
    page.get_by_role("button", name="Compare").click()
    # The text, what a tap does, its URL, and the priority.
    expect(page.locator(".change-row")).to_have_count(4)
    expect(page.locator(".change-side").last).to_have_text("Current version")
    admin.look("history-version-compared")
    press(page, page.get_by_role("link", name="Restore this version…"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Restore the version of")
    expect(page.get_by_text("The campaign is a draft, so nobody sees it yet.")).to_be_visible()
    expect(page.locator(".change-row")).to_have_count(4)
    admin.look("history-restore")
    press(page, page.get_by_role("button", name="Restore this version"))
    expect(page.get_by_role("status").filter(has_text="Restored the version of")).to_be_visible()

    # Ben sees what Ana did, on a phone in the dark.
    open_history(author.page)
    newest = author.page.locator(".history > li").first
    expect(newest).to_contain_text("Ana restored the version of")
    author.look("history-list-390-dark")
    newest.get_by_role("link").click()
    expect(author.page.locator(".change-row")).to_have_count(4)
    expect(author.page.locator(".change-row").filter(has_text="Priority")).to_contain_text("High")
    author.look("history-version-390-dark")

    # Ben may launch from now on, where he is signed in. Then Ana ends his session.
    page.goto("/settings/team")
    page.get_by_role("table").get_by_role("link", name="Ben").click()
    page.get_by_role("radio", name=re.compile("^Publisher")).check()
    page.get_by_role("button", name="Save role").click()
    expect(page.get_by_role("status")).to_contain_text("Ben is now Publisher.")
    author.page.goto("/campaigns")
    author.page.get_by_role("link", name=CAMPAIGN, exact=True).click()
    expect(author.page.get_by_role("button", name="Launch")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Sign out .* on ")).click()
    expect(page.get_by_role("status")).to_contain_text("Signed out: ")
    assert author.page.reload().status == 401


def test_an_author_reads_the_history_of_a_running_campaign_and_cannot_restore_it(server, visit):
    admin, author = visit(), visit()
    for visitor in (admin, author):
        visitor.forgive("status of (401|403)")
    create_owner(admin)
    page = admin.page
    editor = open_editor(page, RUNNING)
    editor.fill(header="Delivery is free today")
    page.get_by_role("button", name="Save changes", exact=True).click()
    page.get_by_role("button", name="Save changes now").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    open_history(page, RUNNING)
    first = page.locator(".history > li").first
    expect(first).to_contain_text("Ran as version 2")
    expect(first.get_by_role("link")).to_have_text("Header: “Delivery is on us” → “Delivery is free today”")
    admin.look("history-list-running")

    join(author, invite(page, "cem@example.com", "Author"), "Cem")
    open_history(author.page, RUNNING)
    author.page.locator(".history > li").last.get_by_role("link").click()
    expect(author.page.get_by_text("Your role, Author, cannot")).to_be_visible()
    expect(author.page.get_by_role("link", name="Restore this version…")).to_have_count(0)
    author.look("history-version-author")

    open_history(page, RUNNING)
    page.locator(".history > li").last.get_by_role("link").click()
    page.get_by_role("link", name="Restore this version…").click()
    expect(page.get_by_text("The campaign is running.")).to_be_visible()
    admin.look("history-restore-running")
    page.get_by_role("button", name="Restore this version").click()
    expect(page.get_by_role("status").filter(has_text="Devices receive it on their next sync.")).to_be_visible()


def test_two_editors_hear_of_each_other_and_lose_nothing(server, visit):
    ana, ben = visit(), visit(width=390, height=844)
    for visitor in (ana, ben):
        visitor.forgive("status of (401|409)")
    create_owner(ana)
    ben.page.goto("/sign-in")
    ben.page.get_by_label("E-mail address").fill("ben@example.com")
    ben.page.get_by_label("Password").fill("a quiet bird at dawn")
    ben.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    mine = open_editor(ben.page)
    theirs = open_editor(ana.page)
    theirs.fill(message="Nice to see you.")
    save(ana.page)
    mine.fill(message="Welcome, and stay a while.")
    ben.page.get_by_role("button", name="Save as draft").click()
    alert = ben.page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile("^\\s*Ana saved this campaign (just now|[0-9]+ minutes? ago)"))
    assert mine.value("message") == "Welcome, and stay a while."
    ben.look("history-conflict-390")
    with ben.page.context.expect_page() as opened:
        alert.get_by_role("link", name="See what Ana changed").click()
    expect(opened.value.locator(".change-row")).to_have_count(1)
    expect(opened.value.locator(".change-row")).to_contain_text("Nice to see you.")
    opened.value.close()
    alert.get_by_role("button", name="Overwrite with my changes").click()
    expect(ben.page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()


def test_the_history_works_without_script(server, visit):
    visitor = visit(script=False)
    visitor.forgive("status of 401")
    page = visitor.page
    page.goto("/sign-in")
    page.get_by_label("E-mail address").fill("ana@example.com")
    page.get_by_label("Password").fill("a quiet bird at dawn")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    editor = open_editor(page, "Thank you for your order")
    editor.fill(header="Thanks a lot")
    save(page)
    open_history(page, "Thank you for your order")
    page.locator(".history > li").last.get_by_role("link").click()
    page.get_by_label("Compare with the version of").select_option(index=0)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".change-row")).to_contain_text("Thanks a lot")
    page.get_by_role("link", name="Restore this version…").click()
    page.get_by_role("button", name="Restore this version").click()
    expect(page.get_by_role("status").filter(has_text="Restored the version of")).to_be_visible()
