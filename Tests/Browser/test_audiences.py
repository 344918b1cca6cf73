"""Audiences: written as conditions, counted, chosen for a campaign, and followed by devices."""

from pages import Editor, Lab, new_campaign, until
from playwright.sync_api import expect
from test_keyboard import choose_file, press, tab_to


def say(server, user: str, plan: str):
    event = {"id": f"plan-{user}-{plan}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": user, "key": "plan", "value": plan}
    server.manage("POST", "/events", {"events": [event]})


def test_an_audience_is_written_by_keyboard_counted_and_followed_by_a_device(server, visit):
    for number in range(6):
        say(server, f"reader-{number}", "pro" if number % 3 == 0 else "free")
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto("/audiences")
    visitor.check_accessibility()
    press(page, page.get_by_role("link", name="New audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("New audience")
    visitor.check_accessibility()
    tab_to(page, page.get_by_label("Name", exact=True).first)
    page.keyboard.type("Pro readers")
    row = page.get_by_role("group", name="Condition 1")
    comparison = row.get_by_label("Comparison").filter(visible=True)
    expect(comparison).to_have_count(0)
    row.get_by_label("Condition", exact=True).select_option(label="Attribute")
    expect(row.get_by_label("In the last days")).to_be_hidden()
    row.get_by_label("Name").fill("plan")
    value = row.get_by_label("Value").filter(visible=True)
    value.fill("pro")
    # The number follows what is written.
    expect(page.locator("#count")).to_contain_text("2 of")
    value.fill("nobody")
    expect(page.locator("#count")).to_contain_text("0 of")
    value.fill("pro")
    press(page, page.get_by_role("button", name="Count people"))
    expect(page.locator("#count")).to_contain_text("2 of")
    expect(page.locator("#count").get_by_role("link", name="reader-0")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("audiences-count")
    press(page, page.get_by_role("button", name="Add condition"))
    second = page.get_by_role("group", name="Condition 2")
    second.get_by_label("Condition", exact=True).select_option(label="Event")
    second.get_by_label("Name").fill("page_read")
    second.get_by_label("In the last days").fill("soon")
    # A count is a number: there is no comparison of texts to choose by mistake.
    expect(second.get_by_label("Comparison").filter(visible=True).locator("option:checked")).to_have_text("≥")
    second.get_by_label("Number").fill("2")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("alert")).to_contain_text("This is not a number of days.")
    assert value.input_value() == "pro", "nothing typed is lost"
    second.get_by_label("In the last days").fill("14")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Pro readers")
    expect(page.locator("#count")).to_contain_text("0 of")
    expect(second.get_by_label("In the last days")).to_have_value("14")
    visitor.screenshot("audiences-saved")

    new_campaign(page, "Message")
    editor = Editor(page)
    editor.fill(name="For pro readers", header="Thank you for reading")
    editor.put("trigger.0.kind", "custom_event")
    editor.put("trigger.0.name", "page_read")
    editor.step("Audience")
    editor.field("audience").select_option(label="Pro readers")
    editor.launch()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.become("reader-0")
    lab.log("page_read")
    phone.shows_nothing()
    # The second one makes the person match. The answer to its events makes the device fetch its campaigns.
    with lab.syncs():
        lab.log("page_read")
        lab.send()
    lab.log("page_read")
    phone.shows("Thank you for reading")
    page.goto("/people/u:reader-1")
    running = page.get_by_role("region", name="Running campaigns")
    expect(running).to_contain_text("Not in its audience: plan is “free”; wanted: plan is “pro”")
    visitor.check_accessibility()
    visitor.screenshot("audiences-person")
    page.goto("/audiences")
    expect(page.get_by_role("row", name="Pro readers")).to_contain_text("1 campaign")
    visitor.screenshot("audiences-list")


def test_a_share_and_the_answers_to_a_survey_are_conditions(server, visit):
    survey = {
        "name": "Delivery survey", "triggers": [{"kind": "session_start"}],
        "content": {"kind": "survey", "title": "Delivery", "questions": [
            {"id": "arrived", "kind": "single", "title": "Did it arrive?",
             "choices": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}]},
    }
    campaign = server.manage("POST", "/campaigns", survey)["id"]
    for number in range(9):
        answers = {"arrived": ["y" if number < 4 else "n"]}
        event = {
            "id": f"answer-{number}", "kind": "survey_answers", "at": 1_790_000_000_000, "user_id": f"answerer-{number}",
            "presentation_id": f"p-{number}", "campaign_id": campaign, "campaign_version": 1, "surface": "content", "answers": answers,
        }
        server.device(f"answering-phone-{number}").send([event])
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/audiences/new")
    page.get_by_label("Name", exact=True).first.fill("Got it")
    row = page.get_by_role("group", name="Condition 1")
    row.get_by_label("Condition", exact=True).select_option(label="Answered the survey")
    row.get_by_label("Name").fill("Delivery survey")
    row.get_by_label("Question").fill("Did it arrive?")
    row.get_by_label("Answer").fill("Perhaps")
    press(page, page.get_by_role("button", name="Count people"))
    expect(page.get_by_role("alert")).to_contain_text("The question has no such answer.")
    row.get_by_label("Answer").fill("Yes")
    press(page, page.get_by_role("button", name="Count people"))
    expect(page.locator("#count")).to_contain_text("4 of")
    press(page, page.get_by_role("button", name="Add condition"))
    second = page.get_by_role("group", name="Condition 2")
    second.get_by_label("Condition", exact=True).select_option(label="Random share")
    second.get_by_label("Value").filter(visible=True).fill("0")
    press(page, page.get_by_role("button", name="Count people"))
    expect(page.get_by_role("alert")).to_contain_text("Nobody can match this")
    second.get_by_label("Value").filter(visible=True).fill("100")
    visitor.screenshot("audiences-survey")
    visitor.check_accessibility()
    press(page, page.get_by_role("button", name="Save audience"))
    # The count may be there before, because it follows what is typed.
    expect(page.get_by_text("“Got it” is saved.")).to_be_visible()
    expect(page.locator("#count")).to_contain_text("4 of")
    page.goto("/audiences")
    expect(page.get_by_role("row", name="Got it")).to_contain_text(
        "Answered “Delivery survey” with “Yes” to “Did it arrive?”, and random number share is among the first 100%")


def test_a_count_that_grows_leaves_the_button_with_the_focus_where_it_is(server, visit):
    for number in range(12):
        say(server, f"waiting-{number}", "waiting")
    page = visit().sign_in("/audiences/new").page
    page.set_viewport_size({"width": 1280, "height": 600})
    held, released = [], []
    page.route("**/audiences/new", lambda route: route.continue_() if released else held.append(route))
    row = page.get_by_role("group", name="Condition 1")
    row.get_by_label("Condition", exact=True).select_option(label="Attribute")
    row.get_by_label("Name").fill("plan")
    row.get_by_label("Value").filter(visible=True).fill("waiting")
    assert until(page, lambda: held and "waiting" in held[-1].request.post_data), "the rule is not counted"
    save = page.get_by_role("button", name="Save audience")
    save.focus()
    place = save.bounding_box()["y"]
    released.append(True)
    held[-1].continue_()
    expect(page.locator("#count")).to_contain_text("12 of")
    assert abs(save.bounding_box()["y"] - place) < 1


def test_the_page_of_an_audience_says_with_which_campaigns_it_overlaps(server, visit):
    for user, plan in [("overlap-ana", "gold"), ("overlap-ben", "gold"), ("overlap-cem", "silver")]:
        say(server, user, plan)
    gold = server.manage("POST", "/audiences", {"name": "Gold", "rule": {"attribute": "plan", "op": "equals", "value": "gold"}})["id"]
    ana = {"person": "user_id", "op": "equals", "value": "overlap-ana"}
    for name, audience in [("For Ana", ana), ("For gold", {"audience": gold})]:
        campaign = server.manage("POST", "/campaigns", {
            "name": name, "triggers": [{"kind": "session_start"}], "audience": audience, "message": {"kind": "slideup", "message": "Hello"}})
        server.manage("POST", f"/campaigns/{campaign['id']}/launch")
    for scheme, width in [("light", 1280), ("dark", 390)]:
        visitor = visit(scheme=scheme, width=width).sign_in()
        page = visitor.page
        page.goto("/audiences")
        press(page, page.get_by_role("link", name="Gold"))
        press(page, page.get_by_role("link", name="Compare"))
        overlap = page.get_by_role("region", name="Overlap with running campaigns")
        # Campaigns of other tests may run too.
        for name, share in [("For gold", "2 of them (100%)"), ("For Ana", "1 of them (50%)")]:
            expect(overlap.get_by_role("listitem").filter(has_text=name)).to_contain_text(share)
        expect(overlap).to_contain_text("This audience has 2 people.")
        expect(page.get_by_role("heading", name="Size over time")).to_be_visible()
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        visitor.check_accessibility()
        visitor.screenshot(f"audiences-overlap-{width}")


def test_a_list_is_uploaded_and_wrong_lines_change_nothing(server, visit):
    for user in ["list-ana", "list-ben"]:
        say(server, user, "free")
    for scheme, width in [("light", 1280), ("dark", 390)]:
        visitor = visit(scheme=scheme, width=width).sign_in()
        visitor.forgive("status of 422")
        page = visitor.page
        page.goto("/audiences")
        press(page, page.get_by_role("link", name="New list"))
        page.get_by_label("Name", exact=True).fill(f"VIPs at {width}")
        choose_file(
            page, {"name": "vip.csv", "mimeType": "text/csv", "buffer": b"name,user_id\nAna,list-ana\nBen,\nCem,list-cem\n"}
        )
        expect(page.get_by_label("User ids")).to_have_value("name,user_id\nAna,list-ana\nBen,\nCem,list-cem\n")
        press(page, page.get_by_role("button", name="Save list"))
        expect(page.get_by_role("alert")).to_contain_text("1 line is wrong. Nothing was changed.")
        expect(page.get_by_role("alert")).to_contain_text("Line 3: The line has no user id.")
        visitor.check_accessibility()
        visitor.screenshot(f"audiences-list-wrong-{width}")
        press(page, page.get_by_role("button", name="Save without wrong lines"))
        expect(page.get_by_role("heading", level=1)).to_have_text(f"VIPs at {width}")
        expect(page.locator(".audience-count")).to_contain_text("2 user ids. 1 seen so far.")
        page.get_by_label("Add these").check()
        page.get_by_label("User ids").fill("list-ben")
        press(page, page.get_by_role("button", name="Save list"))
        expect(page.locator(".audience-count")).to_contain_text("3 user ids. 2 seen so far.")
        visitor.check_accessibility()
        visitor.screenshot(f"audiences-list-saved-{width}")
        with page.expect_download() as download:
            page.get_by_role("link", name="Export as CSV").click()
        assert "u:list-ben,list-ben" in download.value.path().read_text()
        page.goto("/audiences")
        expect(page.get_by_role("row", name=f"VIPs at {width}")).to_contain_text("Uploaded list")


def test_an_audience_in_use_stays_and_a_rule_of_a_program_is_kept(server, visit):
    rule = {"any": [{"all": [{"attribute": "plan", "op": "equals", "value": "pro"}]}, {"person": "country", "op": "equals", "value": "AT"}]}
    made = server.manage("POST", "/audiences", {"name": "Nested", "rule": rule})
    visitor = visit(scheme="dark").sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto(f"/audiences/{made['id']}")
    expect(page.get_by_label("Rule as JSON")).to_contain_text('"country"')
    visitor.check_accessibility()
    page.get_by_label("Rule as JSON").fill('{"person":"age","op":"exists"}')
    # While somebody writes there, Tab indents.
    page.keyboard.press("Escape")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("alert")).to_contain_text("This version does not know this word")
    page.get_by_label("Rule as JSON").fill('{"not":{"person":"country","op":"equals","value":"AT"}}')
    page.keyboard.press("Escape")
    press(page, page.get_by_role("button", name="Save audience"))
    expect(page.get_by_role("status").first).to_contain_text("saved")
    visitor.check_accessibility()
    press(page, page.get_by_role("button", name="Delete audience"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Audiences")
    expect(page.get_by_role("row", name="Nested")).to_have_count(0)


def test_many_people_are_estimated_before_they_are_counted(server, visit):
    """The last test of this file, because from now on the server has many people."""
    for start in range(0, 5_500, 500):
        events = [
            {"id": f"many-{n}", "kind": "attribute", "at": 1_790_000_000_000, "user_id": f"many-{n}", "key": "size", "value": n % 10}
            for n in range(start, start + 500)
        ]
        server.manage("POST", "/events", {"events": events})
    rule = {"attribute": "size", "op": "less", "value": 2}
    audience = server.manage("POST", "/audiences", {"name": "Small", "rule": rule})["id"]
    for width, scheme in [(390, "dark"), (1280, "light")]:
        visitor = visit(width=width, scheme=scheme, script=False).sign_in()
        page = visitor.page
        page.goto(f"/audiences/{audience}")
        count = page.locator("#count")
        expect(count).to_contain_text("Estimated from 1,000 people drawn at random")
        expect(count.locator("strong")).to_contain_text("About 1,")
        visitor.screenshot(f"audiences-estimate-{scheme}")
        press(page, page.get_by_role("button", name="Count exactly"))
        expect(count).to_contain_text("Exact, as of")
        expect(count.locator("strong")).to_have_text("1,100")
    visitor = visit().sign_in()
    page = visitor.page
    page.goto(f"/audiences/{audience}")
    expect(page.locator("#count")).to_contain_text("Exact, as of")
    expect(page.locator("#count strong")).to_have_text("1,100")
    page.get_by_role("group", name="Condition 1").get_by_label("Value").filter(visible=True).fill("3")
    expect(page.locator("#count strong")).to_have_text("1,650")
    visitor.check_accessibility()
