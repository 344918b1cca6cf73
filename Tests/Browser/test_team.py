"""Accounts: the first owner, invitations, roles, sessions and passwords, as an admin and a member see them."""

import re

from harness import LOOKS
from playwright.sync_api import expect
from test_keyboard import press, tab_to

PASSWORD = "a quiet bird at dawn"
OTHER_PASSWORD = "nineteen quiet birds"


def follow_link(visitor):
    """Signs in with a link of the server."""
    visitor.page.goto(visitor.server.new_link())
    visitor.page.get_by_role("main").get_by_role("button", name="Sign in").click()


def create_owner(visitor, name: str = "Ana", email: str = "ana@example.com"):
    """Creates the first account, or does nothing when there is one. Ends signed in as the owner."""
    page = visitor.page
    page.goto("/sign-in")
    if not page.get_by_label("Password").count():
        follow_link(visitor)
        page.get_by_label("Name").fill(name)
        page.get_by_label("E-mail address").fill(email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
    else:
        page.get_by_label("E-mail address").fill(email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{visitor.server.address}/")


def invite(page, email: str, role: str) -> str:
    """Invites somebody as an admin does. Returns the link."""
    page.goto("/settings/team")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("radio", name=re.compile(f"^{role}")).check()
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_role("heading", name=f"Invitation for {email}")).to_be_visible()
    return page.locator("#secret").inner_text()


def join(visitor, link: str, name: str, password: str = PASSWORD):
    visitor.page.goto(link)
    visitor.page.get_by_label("Name").fill(name)
    visitor.page.get_by_label("Password").fill(password)
    visitor.page.get_by_role("button", name="Create my account").click()
    expect(visitor.page.get_by_role("status")).to_contain_text(f"Welcome, {name}.")


def test_the_first_person_creates_the_owner_by_keyboard_and_signs_in_again(server, visit):
    visitor = visit()
    visitor.forgive("status of 422")
    page = visitor.page
    follow_link(visitor)
    expect(page.get_by_role("heading", level=1)).to_have_text("Create the owner")
    visitor.look("team-welcome")
    for label, text in [("Name", "Ana"), ("E-mail address", "ana@example.com"), ("Password", "short")]:
        tab_to(page, page.get_by_label(label))
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    # Only the password is asked for again, and the cursor is there.
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_label("Password")).to_have_accessible_description(re.compile("^Use at least 12 characters"))
    expect(page.get_by_label("Name")).to_have_value("Ana")
    expect(page.get_by_label("E-mail address")).to_have_value("ana@example.com")
    visitor.look("team-welcome-refused")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Your account is ready.")
    press(page, page.get_by_role("button", name="Sign out"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Martlet")
    visitor.look("team-sign-in")
    page.get_by_label("E-mail address").fill("ana@example.com")
    page.get_by_label("Password").fill("another quiet bird")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The e-mail address or the password is wrong.")
    expect(page.get_by_label("E-mail address")).to_have_value("ana@example.com")
    visitor.look("team-sign-in-wrong")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.address}/")
    expect(page.get_by_role("link", name="Ana")).to_be_visible()


def test_an_admin_invites_gives_a_role_and_ends_a_session(server, visit):
    admin, member = visit(), visit(width=390, height=844, scheme="dark")
    for visitor in (admin, member):
        visitor.forgive("status of (401|403|410|422)")
    create_owner(admin)
    page = admin.page
    page.goto("/settings")
    press(page, page.get_by_role("navigation", name="Settings").get_by_role("link", name="Team"))
    expect(page.get_by_role("table", name="Members of the team")).to_be_visible()
    admin.look("team-list")
    page.get_by_label("E-mail address").fill("nobody")
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_label("E-mail address")).to_be_focused()
    expect(page.get_by_label("E-mail address")).to_have_accessible_description(re.compile("^Enter an e-mail address"))
    admin.look("team-invite-refused")
    link = invite(page, "ben@example.com", "Viewer")
    admin.look("team-invitation")

    member.page.goto(link)
    member.look("team-join-390-dark")
    join(member, link, "Ben")
    # A viewer reads, and is told why nothing else is offered.
    member.page.goto("/campaigns")
    expect(member.page.get_by_role("link", name="New campaign")).to_have_count(0)
    expect(member.page.get_by_role("navigation", name="Main").get_by_role("link", name="Settings")).to_have_count(0)
    expect(member.page.get_by_text("Your role, Viewer, cannot edit drafts")).to_be_visible()
    member.look("team-viewer-390-dark")
    member.page.goto("/settings/team")
    expect(member.page.get_by_role("heading", level=1)).to_have_text("Your role does not allow this")
    expect(member.page.get_by_role("main")).to_contain_text("This needs the role Admin.")
    member.look("team-refused-390-dark")
    member.page.goto(link)
    expect(member.page.get_by_role("heading", level=1)).to_have_text("This link does not work")
    member.look("team-link-used-390-dark")

    # A new role applies at once, where the member is signed in.
    page.goto("/settings/team")
    page.get_by_role("table").get_by_role("link", name="Ben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben")
    admin.look("team-member")
    page.get_by_role("radio", name=re.compile("^Author")).check()
    page.get_by_role("button", name="Save role").click()
    expect(page.get_by_role("status")).to_contain_text("Ben is now Author.")
    member.page.goto("/campaigns")
    expect(member.page.get_by_role("link", name="New campaign")).to_be_visible()

    page.get_by_role("button", name=re.compile("^Sign out .* on ")).click()
    expect(page.get_by_role("status")).to_contain_text("Signed out: ")
    assert member.page.goto("/campaigns").status == 401
    member.page.get_by_role("link", name="Sign in").click()
    member.page.get_by_label("E-mail address").fill("ben@example.com")
    member.page.get_by_label("Password").fill(PASSWORD)
    member.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(member.page).to_have_url(f"{server.address}/campaigns")

    page.get_by_role("button", name="Deactivate Ben").click()
    expect(page.get_by_role("status")).to_contain_text("Ben is deactivated")
    admin.look("team-member-deactivated")
    assert member.page.goto("/campaigns").status == 401


def test_a_password_is_reset_by_link_and_changed_by_its_owner(server, visit):
    admin, member = visit(scheme="dark"), visit()
    for visitor in (admin, member):
        visitor.forgive("status of (401|422)")
    create_owner(admin)
    join(member, invite(admin.page, "reader@example.com", "Publisher"), "Reader")
    page = admin.page
    page.goto("/settings/team")
    page.get_by_role("table").get_by_role("link", name="Reader").click()
    page.get_by_role("button", name="Create a link to reset the password").click()
    link = page.locator("#secret").inner_text()
    admin.look("team-reset-dark")
    member.page.goto(link)
    expect(member.page.get_by_role("heading", level=1)).to_have_text("Choose a new password")
    member.look("team-reset-password")
    member.page.get_by_label("Password").fill(OTHER_PASSWORD)
    member.page.get_by_role("button", name="Save password and sign in").click()
    expect(member.page.get_by_role("status")).to_contain_text("Your new password is saved.")

    press(member.page, member.page.get_by_role("link", name="Reader"))
    expect(member.page.get_by_role("heading", level=1)).to_have_text("Your account")
    member.look("team-account")
    member.page.get_by_label("Current password").fill("wrong")
    member.page.get_by_label("New password").fill(PASSWORD)
    member.page.get_by_role("button", name="Save new password").click()
    expect(member.page.get_by_label("Current password")).to_be_focused()
    member.look("team-account-refused")
    member.page.get_by_label("Current password").fill(OTHER_PASSWORD)
    member.page.get_by_label("New password").fill(PASSWORD)
    member.page.get_by_role("button", name="Save new password").click()
    expect(member.page.get_by_role("status")).to_contain_text("All other browsers are signed out.")

    for width, scheme in LOOKS:
        other = visit(width=width, height=844, scheme=scheme)
        other.forgive("status of (401|422)")
        create_owner(other)
        for path, name in [("/settings/team", "list"), ("/account", "account")]:
            other.page.goto(path)
            other.look(f"team-{name}-{width}-{scheme}")
        other.page.get_by_role("button", name="Sign out", exact=True).click()


def test_everything_works_without_script(server, visit):
    admin, member = visit(script=False), visit(script=False)
    for visitor in (admin, member):
        visitor.forgive("status of (401|422)")
    create_owner(admin)
    join(member, invite(admin.page, "writer@example.com", "Author"), "Writer")
    page = admin.page
    page.goto("/settings/team")
    page.get_by_role("table").get_by_role("link", name="Writer").click()
    page.get_by_role("radio", name=re.compile("^Publisher")).check()
    page.get_by_role("button", name="Save role").click()
    expect(page.get_by_role("status")).to_contain_text("Writer is now Publisher.")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("status")).to_contain_text("Writer is signed out everywhere.")
    assert member.page.goto("/campaigns").status == 401
