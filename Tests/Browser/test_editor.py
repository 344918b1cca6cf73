"""The editor's five steps, and what it saves by itself."""

import re

from harness import LOOKS
from pages import Editor, new_campaign, open_campaign, states, wait_for
from playwright.sync_api import expect
from test_keyboard import press, tab_to

DRAFT, RUNNING = "Welcome back", "Free delivery for this cart"


def edit(visitor, name: str = DRAFT) -> Editor:
    open_campaign(visitor, name)
    visitor.page.get_by_role("link", name="Edit", exact=True).click()
    editor = Editor(visitor.page)
    # What comes next must not meet the page's first request for a preview, whose answer shows this button.
    if visitor.has_script:
        expect(visitor.page.locator("[data-play]")).to_be_visible()
    return editor


def current(page):
    return page.locator(".editor-steps [aria-current=step]")


def test_one_step_is_shown_at_a_time_and_the_address_names_it(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page)
    expect(current(page)).to_have_text("1Message")
    expect(page.locator(".editor-step:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Save and launch")).to_be_hidden()
    expect(page.locator(".editor-step-mark:visible")).to_have_count(0)
    # By keyboard, and on into the step.
    press(page, page.get_by_role("navigation", name="Steps").get_by_role("link", name="Trigger"))
    expect(page.get_by_role("group", name="Step 2 of 5: Trigger")).to_be_focused()
    assert page.url.endswith("/campaigns/new/message#step-trigger"), page.url
    page.keyboard.press("Tab")
    expect(page.get_by_label("Show when")).to_be_focused()
    press(page, page.get_by_role("link", name="Next: Audience"))
    expect(current(page)).to_contain_text("Audience")
    page.go_back()
    expect(current(page)).to_contain_text("Trigger")
    page.go_back()
    expect(current(page)).to_contain_text("Message")
    page.go_forward()
    page.reload()
    expect(page.get_by_label("Show when")).to_be_visible()
    # The steps say how many problems they have, and problems lead to their step and unfold what hides them.
    editor = Editor(page)
    editor.fill(header="No name yet", close="auto", close_seconds="soon")
    expect(page.get_by_role("link", name=re.compile(r"Message \d"))).to_have_count(0)
    editor.step("Schedule")
    expect(page.get_by_role("link", name="Message 2 problems")).to_be_visible()
    editor.step("Message")
    page.locator(".fold.more").first.evaluate("fold => { fold.open = false }")
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(current(page)).to_contain_text("Review")
    page.get_by_role("alert").get_by_role("link", name=re.compile("trigger")).click()
    expect(page.get_by_label("Show when")).to_be_focused()
    expect(current(page)).to_contain_text("Trigger")
    page.get_by_role("alert").get_by_role("link", name=re.compile("not a number")).click()
    expect(editor.field("close_seconds")).to_be_focused()
    visitor.check_accessibility()
    # The same link leads there again.
    editor.step("Schedule")
    page.get_by_role("alert").get_by_role("link", name=re.compile("not a number")).click()
    expect(editor.field("close_seconds")).to_be_focused()
    # An address from elsewhere that names a field opens its step.
    page.goto("/campaigns")
    page.goto("/campaigns/new/message#field-priority")
    expect(editor.field("priority")).to_be_visible()
    expect(current(page)).to_contain_text("Schedule")


def test_every_step_looks_right_on_every_screen(server, visit):
    for width, scheme in LOOKS:
        visitor = visit(width=width, height=844, scheme=scheme).sign_in()
        editor = edit(visitor)
        for name in ["Message", "Trigger", "Audience", "Schedule", "Review"]:
            editor.step(name)
            visitor.look(f"editor-step-{name.lower()}-{width}-{scheme}")


def test_without_script_the_address_names_a_step_and_everything_can_be_saved(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    editor = edit(visitor, "Thank you for your order")
    # Without a name, the address shows all steps.
    expect(page.locator(".editor-step:visible")).to_have_count(5)
    editor.step("Schedule")
    expect(page.locator(".editor-step:visible")).to_have_count(1)
    editor.fill(header="Written without script", priority="low")
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    assert (editor.value("header"), editor.value("priority")) == ("Written without script", "low")


def test_keys_save_and_lead_to_the_review_and_on_to_the_launch(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    editor.fill(name="Keys", message="Saved with keys", language="en", trigger__0__kind="session_start")
    expect(page.get_by_role("button", name="Save as draft")).to_have_attribute("title", re.compile("^(Ctrl\\+|⌘)S$"))
    # Whoever is typing keeps the place, and the address is that of the campaign from now on.
    editor.step("Message")
    editor.field("message").focus()
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("ControlOrMeta+s")
    expect(page.locator("[data-save-status]")).to_have_text(re.compile("Saved just now|All changes are saved"))
    expect(editor.field("message")).to_be_focused()
    page.keyboard.type("!")
    assert editor.value("message") == "Saved with keys!!", editor.value("message")
    expect(page.locator(".editor-verdict")).to_have_text("Ready to launch.")
    expect(page).to_have_url(re.compile("/campaigns/[^/]+/edit#step-message$"))
    editor.step("Trigger")
    editor.field("trigger.0.kind").focus()
    page.keyboard.press("ControlOrMeta+Enter")
    expect(page.get_by_role("group", name="Step 5 of 5: Review")).to_be_focused()
    expect(page.get_by_role("button", name="Save and launch")).to_have_attribute("title", re.compile("Ctrl\\+Enter|⌘"))
    expect(page.get_by_role("link", name="Backtest", exact=True)).to_have_attribute("href", re.compile("/backtest$"))
    page.keyboard.press("ControlOrMeta+Enter")
    expect(page.get_by_role("heading", name="Launch “Keys”?")).to_be_visible()
    assert page.context.request.get("/campaigns").ok
    page.get_by_role("link", name="Not now").click()
    expect(page.locator(".campaign-head .chip")).to_have_text("Draft")


def is_autosave(answer) -> bool:
    return "do=autosave" in (answer.request.post_data or "")


def test_a_draft_is_saved_by_itself_and_undo_steps_back(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = edit(visitor)
    saved = page.locator("[data-save-status]")
    undo = page.get_by_role("button", name="Undo")
    before = editor.value("message")
    expect(undo).to_be_hidden()

    def write(name: str, value: str):
        with page.expect_response(is_autosave):
            editor.put(name, value)
        expect(saved).to_have_text("Saved just now")

    write("message", "First thought")
    write("message", "Second thought")
    editor.step("Trigger")
    page.get_by_role("button", name="Add trigger").click()
    expect(editor.field("trigger.1.kind")).to_be_focused()
    write("trigger.1.kind", "session_start")
    # What was saved is what another window opens, and leaving asks nothing.
    other = visit()
    other.page.goto(server.new_link())
    other.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    assert edit(other).value("message") == "Second thought"
    page.reload()
    assert (editor.value("message"), editor.value("trigger.1.kind")) == ("Second thought", "session_start")
    expect(undo).to_be_hidden()

    write("message", "Third thought")
    editor.step("Trigger")
    with page.expect_response(is_autosave):
        page.locator("button[value='remove.trigger.1']").click()
    expect(page.locator("[name='trigger.1.kind']")).to_have_count(0)
    visitor.check_accessibility()
    # Outside a text field, the keys undo the row; in a text field, they belong to the field.
    page.locator("[name='trigger.0.kind']").focus()
    page.wait_for_function("document.querySelector('[data-undo]').hidden === false")
    page.keyboard.press("ControlOrMeta+z")
    expect(editor.field("trigger.1.kind")).to_have_value("session_start")
    expect(current(page)).to_contain_text("Trigger")
    undo.click()
    expect(page.locator("textarea[name=message]")).to_have_value("Second thought")
    expect(undo).to_be_hidden()
    expect(saved).to_have_text("Saved just now")
    page.reload()
    assert (editor.value("message"), editor.value("trigger.1.kind")) == ("Second thought", "session_start")
    assert before != "Second thought"
    # All of it is one version.
    open_campaign(visitor, DRAFT)
    page.get_by_role("link", name="History", exact=True).click()
    expect(page.locator(".history > li")).to_have_count(2)


def hold_autosaves(page) -> list:
    held = []
    page.route("**/edit", lambda route: held.append(route) if "do=autosave" in (route.request.post_data or "") else route.continue_())
    return held


def test_undo_takes_back_what_is_on_its_way_to_the_server(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = edit(visitor)
    message = page.locator("textarea[name=message]")
    undo = page.get_by_role("button", name="Undo")
    before = editor.value("message")
    with page.expect_response(is_autosave):
        editor.put("message", "Kept")
    expect(undo).to_be_visible()
    held = hold_autosaves(page)
    editor.put("message", "Taken back")
    wait_for(page, held)
    undo.click()
    expect(message).to_have_value("Kept")
    with page.expect_response(is_autosave):
        held[0].continue_()
    page.unroute("**/edit")
    undo.click()
    expect(message).to_have_value(before)
    expect(undo).to_be_hidden()


def test_what_cannot_be_saved_says_so_and_a_button_waits_for_a_save_that_is_on_its_way(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = edit(visitor)
    saved = page.locator("[data-save-status]")
    editor.put("order", "first")
    expect(saved).to_have_text("Not saved yet: fix 1 problem.")
    held = hold_autosaves(page)
    editor.put("order", "3")
    wait_for(page, held)
    editor.save()
    held[0].continue_()
    page.unroute("**/edit")
    # Not a conflict with itself.
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    assert editor.value("order") == "3"


def test_two_people_who_write_at_the_same_time_lose_nothing(server, visit):
    first, second = visit().sign_in(), visit()
    second.page.goto(server.new_link())
    second.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    second.forgive("status of 409")
    mine, theirs = edit(first), edit(second)
    mine.put("message", "From the first author")
    expect(first.page.locator("[data-save-status]")).to_have_text("Saved just now")
    theirs.put("message", "From the second author")
    alert = second.page.get_by_role("alert")
    expect(alert).to_contain_text("Somebody with a sign-in link saved this campaign")
    expect(second.page.locator("[data-save-status]")).to_have_text("Not saved: choose which version to keep.")
    # Whoever types goes on typing.
    expect(theirs.field("message")).to_be_focused()
    theirs.field("message").press_sequentially(", who goes on")
    second.check_accessibility()
    second.screenshot("editor-autosave-conflict")
    alert.get_by_role("button", name="Overwrite with my changes").click()
    expect(second.page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    assert theirs.value("message") == "From the second author, who goes on"


def test_a_running_campaign_is_not_saved_by_itself(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = edit(visitor, RUNNING)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    with page.expect_response("**/campaigns/preview"):
        editor.put("header", "Not for everybody yet")
    expect(page.locator("[data-save-status]")).to_have_text("You have unsaved changes")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    editor.step("Review")
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_role("heading", name="Change a running campaign?")).to_be_visible()
    assert not any("do=autosave" in body for body in sent)
    visitor.check_accessibility()
    page.goto("/campaigns")
    assert states(page)[RUNNING] == "Running"


def test_what_is_typed_before_the_scripts_run_is_saved_too(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    held = []
    page.route("**/assets/editor-*.js", lambda route: held.append(route))
    open_campaign(visitor, DRAFT)
    with page.expect_request("**/assets/editor-*.js"):
        page.get_by_role("link", name="Edit", exact=True).click(no_wait_after=True)
    field = page.locator(".editor-form [name=message]")
    field.fill("Typed early")
    with page.expect_response(is_autosave):
        for route in held:
            route.continue_()
    expect(page.locator("[data-save-status]")).to_have_text("Saved just now")
    page.goto("/campaigns")
    open_campaign(visitor, DRAFT)
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(field).to_have_value("Typed early")


def test_a_new_campaign_loses_nothing_and_a_new_audience_appears(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    expect(page.locator(".editor-verdict")).to_have_text("")
    with page.expect_response(is_autosave):
        editor.put("message", "Only typed")
    expect(page.locator("[data-save-status]")).to_have_text("Saved just now")
    page.reload()
    assert editor.value("message") == "Only typed"
    assert editor.value("name") == "Untitled message"
    # Made in another tab, it is in the list when the author comes back, and nothing is lost.
    with page.expect_response(is_autosave):
        editor.put("message", "Typed further")
    editor.step("Audience")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="New audience").click()
    other = opened.value
    other.get_by_label("Name", exact=True).first.fill("Made meanwhile")
    condition = other.get_by_role("group", name="Condition 1")
    condition.get_by_label("Condition", exact=True).select_option(label="Attribute")
    condition.get_by_label("Name").fill("plan")
    condition.get_by_label("Value").filter(visible=True).fill("pro")
    other.get_by_role("button", name="Save").first.click()
    expect(other.get_by_role("heading", name="Made meanwhile")).to_be_visible()
    other.close()
    page.evaluate("dispatchEvent(new Event('focus'))")
    choice = page.locator("select[name=audience]")
    expect(choice.locator("option", has_text="Made meanwhile")).to_have_count(1)
    choice.select_option(label="Made meanwhile")
    assert editor.value("message") == "Typed further"


def test_the_end_of_a_session_is_said_and_loses_nothing(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 401")
    page = visitor.page
    editor = edit(visitor)
    path = page.url
    page.context.clear_cookies()
    with page.expect_response(is_autosave):
        editor.put("message", "Written after the end")
    expect(page.locator("[data-save-status]")).to_contain_text("your session has ended")
    page.get_by_role("button", name="Save as draft").click()
    expect(page.get_by_role("heading", name="Sign in first")).to_be_visible()
    # The link of the terminal leads back to the page.
    page.goto(server.new_link())
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Restore").click()
    assert editor.value("message") == "Written after the end"
    assert page.url.split("#")[0] == path.split("#")[0], page.url
