"""A campaign's way through the console: written with mistakes, corrected, previewed, saved, launched, changed, ended."""

import re
from urllib.parse import parse_qsl

from pages import Editor, Lab, field_time, new_campaign, open_campaign, open_menu, png, states
from playwright.sync_api import expect

NAME = "Cart reminder"


def test_the_first_start_has_three_samples_of_which_one_runs(server, visit):
    visitor = visit().sign_in("/campaigns")
    assert states(visitor.page) == {"Free delivery for this cart": "Running", "Welcome back": "Draft", "Thank you for your order": "Draft"}
    row = visitor.page.get_by_role("row").filter(has_text="Free delivery for this cart")
    expect(row).to_contain_text("when cart_viewed is logged with total > 20")
    visitor.page.get_by_role("navigation", name="Filter by state").get_by_role("link", name=re.compile("^Draft")).click()
    assert states(visitor.page) == {"Welcome back": "Draft", "Thank you for your order": "Draft"}
    visitor.page.keyboard.press("/")
    visitor.page.keyboard.type("order")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("table.campaign-table tbody tr")).to_have_count(1)
    assert states(visitor.page) == {"Thank you for your order": "Draft"}


def test_every_problem_stands_beside_its_field_and_nothing_typed_is_lost(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("New message")
    visitor.check_accessibility()
    assert page.locator("[aria-invalid=true]").count() == 0, "a form that nobody has filled in is not wrong yet"
    # First, because a form that can be read saves itself as a draft as soon as nobody types for a moment.
    editor.put("order", "first")
    editor.put("kind", "modal")
    editor.put("trigger.0.kind", "custom_event")
    editor.add_extra()
    editor.add_condition()
    editor.fill(
        header="<b>Your cart</b> & more",
        image_url="javascript:alert(1)",
        button__0__text="Not now",
        button__1__text="Buy",
        button__1__action="browser",
        button__1__url="not an address",
        theme__light__background="reddish",
        extra__0__key="",
        extra__0__value="a value without a key",
        trigger__0__condition__0__path="total",
        trigger__0__condition__0__test="number:greater",
        trigger__0__condition__0__value="lots",
        starts_at=field_time(2),
        ends_at=field_time(1),
    )
    typed = editor.values()
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_contain_text("Not launched")
    assert editor.values() == typed, "the form came back with something else than what was typed"
    expected = {
        "name": "name",
        "image_url": "not an image URL",
        "button.1.url": "not a URL",
        "theme.light.background": "colour",
        "extra.0.key": "key",
        "trigger.0.name": "name",
        "trigger.0.condition.0.value": "not a number",
        "ends_at": "before",
        "order": "whole number",
    }
    for name, words in expected.items():
        assert words in editor.problem(name), f"{name}: {editor.problem(name)}"
    # The list at the top links to each of them, and counts them correctly.
    links = page.get_by_role("alert").get_by_role("link")
    targets = {link.get_attribute("href") for link in links.all()}
    assert targets == {"#field-" + name.replace(".", "-") for name in expected}, targets
    expect(page.get_by_role("alert")).to_contain_text(f"{len(links.all())} problems")
    expect(page.get_by_role("alert")).to_be_focused()
    links.last.click()
    visitor.check_accessibility()
    visitor.screenshot("editor-problems")
    # Markup that is typed as text is drawn as text.
    expect(editor.scene.get_by_role("heading")).to_have_text("<b>Your cart</b> & more")
    page.goto("/campaigns")
    assert NAME not in states(page) and len(states(page)) == 3, "a refused form left something behind"


def test_the_preview_follows_the_typing_and_a_draft_keeps_everything(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    expect(editor.preview).to_contain_text("Add text to see a preview.")
    # An image from this machine. Plain http only causes a warning.
    picture = server.address + page.locator("link[rel=icon]").get_attribute("href")
    editor.put("trigger.0.kind", "custom_event")
    editor.add_extra()
    editor.add_condition()
    editor.step("Message")
    editor.field("header").press_sequentially("Your cart is waiting")
    expect(editor.scene.get_by_role("heading")).to_have_text("Your cart is waiting")
    editor.fill(
        name=NAME,
        message="Two things are in it. Shall we bring them?",
        image_url=picture,
        image_alt="A small bird",
        button__0__text="Not now",
        button__1__text="To the cart",
        button__1__action="browser",
        button__1__url="https://shop.example/cart",
        extra__0__key="source",
        extra__0__value="cart",
        trigger__0__name="cart_viewed",
        trigger__0__condition__0__path="total",
        trigger__0__condition__0__test="number:greater",
        trigger__0__condition__0__value="20",
        priority="high",
        order="10",
        starts_at=field_time(-1),
        ends_at=field_time(30),
    )
    expect(editor.scene.get_by_role("button", name="To the cart")).to_be_attached()
    expect(editor.scene.get_by_role("img", name="A small bird")).to_be_attached()
    assert editor.scene.locator("img").evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }"), "the picture is not drawn"
    editor.fill(
        theme__light__background="#FFF7E6",
        theme__light__text="#3B2F1E",
        theme__light__header_text="#1E1710",
        theme__light__close_button="#3B2F1E",
        theme__dark__background="#1C2433",
        theme__dark__text="#DDE4F2",
        theme__dark__header_text="#FFFFFF",
        theme__dark__close_button="#DDE4F2",
    )
    expect(page.locator(".review-sentence")).to_contain_text("Shows the modal “Your cart is waiting” once per person, when cart_viewed is logged with total > 20")
    expect(page.get_by_role("status").filter(has_text="Ready to launch.")).to_be_visible()
    card = editor.scene.locator("[data-n='0']")
    expect(card).to_have_css("background-color", "rgb(255, 247, 230)")
    editor.show("Appearance", "Dark")
    expect(card).to_have_css("background-color", "rgb(28, 36, 51)")
    device = editor.preview.locator(".device")
    upright = device.bounding_box()
    assert upright["height"] > upright["width"], upright
    editor.show("Orientation", "Landscape")
    expect(device).to_have_attribute("data-orientation", "landscape")
    on_its_side = device.bounding_box()
    assert on_its_side["width"] > on_its_side["height"], on_its_side
    editor.show("Device", "Tablet")
    expect(device).to_have_attribute("data-device", "tablet")
    visitor.screenshot("editor-preview-tablet-dark-landscape")
    editor.show("Device", "Large phone")
    editor.show("Orientation", "Portrait")
    editor.show("Appearance", "Light")
    expect(card).to_have_css("background-color", "rgb(255, 247, 230)")
    visitor.screenshot("editor-written")
    typed = editor.values()
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Ready to launch.")).to_be_visible()
    assert editor.values() == typed, "the draft that was saved differs from what was typed"
    assert "https" in editor.warning("image_url")
    visitor.check_accessibility()


def test_a_draft_is_launched_from_its_editor(server, visit):
    visitor = visit().sign_in()
    page = open_campaign(visitor, NAME)
    expect(page.locator(".campaign-head .chip")).to_have_text("Draft")
    expect(page.locator("#report")).to_contain_text("No report yet")
    visitor.check_accessibility()
    page.get_by_role("link", name="Edit", exact=True).click()
    Editor(page).ask_to_launch()
    # Nothing runs before a person confirms, and cancelling is just as easy.
    expect(page.get_by_role("heading", name=f"Launch “{NAME}”?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Audience: everyone who opens the app")
    visitor.check_accessibility()
    page.get_by_role("link", name="Not now").click()
    expect(page.locator(".campaign-head .chip")).to_have_text("Draft")
    page.get_by_role("button", name="Launch campaign").click()
    page.get_by_role("button", name=f"Launch “{NAME}”").click()
    expect(page.get_by_role("status").filter(has_text=f"“{NAME}” is running.")).to_be_visible()
    expect(page.locator(".campaign-head .chip")).to_have_text("Running")
    visitor.check_accessibility()


def test_a_campaign_that_cannot_run_says_why(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Half a thought", message="No trigger yet", language="en")
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Fix 1 problem before you launch.")).to_be_visible()
    page = open_campaign(visitor, "Half a thought")
    expect(page.locator(".problems")).to_contain_text("trigger")
    visitor.check_accessibility()
    expect(page.get_by_role("button", name="Launch campaign")).to_have_count(0)
    page.goto("/campaigns")
    open_menu(page, "Actions for Half a thought")
    page.get_by_role("button", name="Launch Half a thought").click()
    expect(page.get_by_role("status").filter(has_text="“Half a thought” was not changed. ").filter(has_text="trigger")).to_be_visible()
    expect(page.locator(".problems")).to_contain_text("trigger")
    expect(page.locator(".campaign-head .chip")).to_have_text("Draft")
    open_menu(page, "More actions")
    page.get_by_role("button", name="Delete draft…").click()
    expect(page.get_by_role("button", name="Delete “Half a thought”")).to_be_visible()
    visitor.check_accessibility()
    page.get_by_role("button", name="Delete “Half a thought”").click()
    expect(page.get_by_role("status").filter(has_text="Deleted the draft “Half a thought”.")).to_be_visible()
    assert "Half a thought" not in states(page)


def test_pause_resume_duplicate_and_finish(server, visit):
    visitor = visit().sign_in()
    page = open_campaign(visitor, NAME)
    state = page.locator(".campaign-head .chip")
    page.get_by_role("button", name="Pause campaign").click()
    expect(state).to_have_text("Paused")
    page.get_by_role("button", name="Resume campaign").click()
    expect(page.get_by_role("main")).to_contain_text("Audience: everyone who opens the app")
    visitor.check_accessibility()
    page.get_by_role("link", name="Not now").click()
    expect(state).to_have_text("Paused")
    page.get_by_role("button", name="Resume campaign").click()
    page.get_by_role("button", name="Resume “").click()
    expect(state).to_have_text("Running")
    open_menu(page, "More actions")
    page.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_role("status").filter(has_text="Created the draft")).to_be_visible()
    copy = Editor(page)
    assert copy.value("header") == "Your cart is waiting" and copy.value("extra.0.value") == "cart", copy.values()
    copy.put("name", "Cart reminder, shorter")
    copy.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    open_campaign(visitor, NAME)
    open_menu(page, "More actions")
    page.get_by_role("button", name="Finish…").click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot restart a finished campaign")
    visitor.check_accessibility()
    page.get_by_role("button", name="Cancel").click()
    expect(state).to_have_text("Running")
    open_menu(page, "More actions")
    page.get_by_role("button", name="Finish…").click()
    page.get_by_role("button", name=f"Finish “{NAME}”").click()
    expect(state).to_have_text("Finished")
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    page.goto("/campaigns")
    assert states(page) | {NAME: "Finished", "Cart reminder, shorter": "Draft"} == states(page), states(page)


def test_every_rule_has_a_field_and_the_review_says_it_in_a_sentence(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    assert editor.value("again") == "once", "a new campaign is shown once unless its author wants more"
    expect(editor.field("trigger.0.times")).to_be_hidden()
    expect(editor.field("delay")).to_be_hidden()
    editor.fill(
        name="Still thinking",
        header="Still thinking?",
        message="Your cart is waiting.",
        trigger__0__kind="custom_event",
        trigger__0__name="cart_viewed",
        trigger__0__count="exactly",
        trigger__0__times="3",
        trigger__0__window="last",
        trigger__0__span="7",
        trigger__0__span_unit="days",
        delay="2",
        delay_unit="hours",
        clock="device",
        ends_at_local="2099-12-31T18:00",
        tags="cart, offers",
    )
    editor.step("Trigger")
    page.get_by_role("button", name="Add exception").click()
    expect(editor.field("exception.0.kind")).to_be_visible()
    editor.fill(exception__0__kind="custom_event", exception__0__name="purchase_done")
    editor.step("Schedule")
    page.get_by_role("button", name="Add frequency cap").click()
    expect(editor.field("cap.0.limit")).to_be_visible()
    editor.fill(cap__0__limit="3", cap__0__within="year")
    # Quiet hours at night, as suggested, and on weekends.
    page.locator("summary", has_text="Quiet hours").click()
    for _ in range(2):
        count = page.locator(".hours").count()
        page.get_by_role("button", name="Add quiet hours").click()
        expect(page.locator(".hours")).to_have_count(count + 1)
    assert (editor.value("quiet.0.from"), editor.value("quiet.0.to"), editor.value("quiet.0.days")) == ("22:00", "08:00", "")
    editor.fill(quiet__1__from="00:00", quiet__1__to="00:00", quiet__1__days="sat,sun")
    expect(page.locator(".review-sentence")).to_contain_text(
        "once per person, 2 hours after the 3rd cart_viewed within 7 days, unless purchase_done happens, from launch until 31 Dec 2099, 18:00 local time, "
        "except 22:00 to 08:00 and all day on Saturday and Sunday local time, at most 3 times per year."
    )
    visitor.check_accessibility()
    visitor.screenshot("editor-rules")
    typed = editor.values()
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Ready to launch.")).to_be_visible()
    assert editor.values() == typed, "the rules that were saved differ from what was typed"
    # A group of events, each with its own conditions.
    editor.put("trigger.0.kind", "all")
    page.get_by_role("button", name="Add part").click()
    expect(page.locator(".trigger .trigger")).to_have_count(2)
    editor.fill(trigger__0__part__0__kind="session_start", trigger__0__part__1__kind="any_purchase")
    expect(page.locator(".review-sentence")).to_contain_text("2 hours after all of session start and purchase within 7 days")
    visitor.check_accessibility()
    visitor.screenshot("editor-group")


def test_campaigns_in_one_anothers_way_are_marked(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Takes every cart", message="Me first", trigger__0__kind="custom_event", trigger__0__name="cart_viewed", again="always", priority="high", order="99")
    expect(page.locator("[data-review]")).to_contain_text("is never shown while this campaign runs")
    visitor.check_accessibility()
    editor.launch()
    expect(page.locator("#notes")).to_have_text("Conflicts with other campaigns")
    visitor.check_accessibility()
    page.get_by_role("link", name="See “Free delivery for this cart”").click()
    expect(page.locator(".problems")).to_contain_text("“Takes every cart” matches all of the same events")
    page.goto("/campaigns")
    row = page.get_by_role("row").filter(has_text="Free delivery for this cart")
    expect(row).to_contain_text("Never shown because of Takes every cart")
    visitor.check_accessibility()
    visitor.screenshot("campaigns-lint")
    row.get_by_role("link", name="Takes every cart").click()
    page.get_by_role("button", name="Pause campaign").click()
    page.goto("/campaigns")
    expect(page.locator(".mark")).to_have_count(0)


def test_two_authors_do_not_write_over_each_other_unseen(server, visit):
    first, second = visit().sign_in(), visit().sign_in()
    second.forgive("status of 409")
    editors = []
    for visitor in (first, second):
        open_campaign(visitor, "Welcome back")
        visitor.page.get_by_role("link", name="Edit", exact=True).click()
        editors.append(Editor(visitor.page))
    editors[0].put("message", "From the first author")
    editors[0].save()
    expect(first.page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    editors[1].put("message", "From the second author")
    editors[1].save()
    expect(second.page.get_by_role("alert")).to_contain_text("Somebody with a sign-in link saved this campaign")
    assert editors[1].value("message") == "From the second author"
    second.check_accessibility()
    second.page.get_by_role("button", name="Overwrite with my changes").click()
    expect(second.page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    first.page.reload()
    assert editors[0].value("message") == "From the second author"


def test_only_what_a_kind_uses_is_shown_and_nothing_is_lost_on_the_way(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    visitor.forgive("status of 404")
    editor.fill(
        header="Kept",
        message="Kept too",
        icon="★",
        image_url=f"{server.address}/none.png",
        language="en",
        button__0__text="Go",
        action="deep_link",
        action_url="shop://x",
    )
    shown = {
        "slideup": {"message", "image_url", "image_alt", "icon", "slide_from", "language", "action"},
        "modal": {"header", "header_alignment", "message", "message_alignment", "image_url", "icon", "language", "action", "button.0.text"},
        "modal_image": {"image_url", "image_alt", "language", "action", "button.0.text", "orientation", "motion", "close"},
        "full": {"header", "header_alignment", "message", "message_alignment", "image_url", "language", "button.1.text"},
        "full_image": {"image_url", "image_alt", "language", "action", "button.1.text", "orientation"},
        "html": {"page", "base_url", "asset_urls", "close", "orientation", "motion"},
        "control": set(),
    }
    every = set().union(*shown.values()) - {"orientation", "motion", "close"}
    typed = editor.values()
    for kind, fields in shown.items():
        editor.put("kind", kind)
        for name in fields:
            expect(editor.field(name).first).to_be_visible()
        hidden = every - fields - ({"image_alt", "button.0.text", "button.1.text", "action"} if kind not in ("html", "control", "slideup") else set())
        for name in hidden - ({"image_alt"} if kind == "slideup" else set()):
            expect(editor.field(name).first).to_be_hidden()
        assert {**editor.values(), "kind": "modal"} == typed, f"{kind} lost something"
    expect(page.get_by_text("A silent message shows nothing. It is chosen like any other message")).to_be_visible()
    visitor.check_accessibility()
    editor.put("kind", "modal")
    assert editor.values() == typed


def test_a_full_screen_image_is_written_looked_at_and_launched(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    pictures = {"small": png(300, 500), "good": png(1200, 2000), "wide": png(5000, 50)}
    page.route("**/pictures/*.png", lambda route: route.fulfill(content_type="image/png", body=pictures[route.request.url.rsplit("/", 1)[1][:-4]]))
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Spring picture", kind="full_image", trigger__0__kind="session_start")
    expect(editor.preview).to_contain_text("Add an image URL to see a preview.")
    editor.put("image_url", f"{server.address}/pictures/small.png")
    expect(editor.scene.locator("img")).to_be_attached()
    expect(page.locator("#field-image_url-measured")).to_contain_text("300 × 500")
    expect(page.locator("[data-findings]")).to_contain_text("blurred")
    assert "blurred" in editor.warning("image_url"), editor.warning("image_url")
    editor.put("image_url", f"{server.address}/pictures/wide.png")
    expect(page.locator("#field-image_url-measured")).to_contain_text("larger than any screen needs")
    page.route("**/pictures/none.png", lambda route: route.abort())
    visitor.forgive("ERR_FAILED")
    editor.put("image_url", f"{server.address}/pictures/none.png")
    expect(page.locator("#field-image_url-measured")).to_contain_text("could not be loaded")
    editor.put("image_url", f"{server.address}/pictures/good.png")
    expect(page.locator("#field-image_url-measured")).to_have_count(0)
    expect(page.locator("[data-findings]")).to_be_hidden()
    review = page.locator("[data-review]")
    expect(review).to_contain_text("The image is the whole message")
    expect(review).to_contain_text("has no language")
    editor.fill(image_alt="Spring has come: all seeds at half price", language="en", button__1__text="See", button__1__action="deep_link", button__1__url="shop://seeds")
    # The text comes last, so that a preview that has it has the address too.
    editor.fill(button__1__text="See them")
    expect(editor.scene.get_by_role("button", name="See them")).to_be_attached()
    expect(review).not_to_contain_text("The image is the whole message")
    editor.scene.get_by_role("button", name="See them").click()
    expect(editor.preview.locator(".preview-notice")).to_have_text("A tap on “See them” closes the message and opens shop://seeds.")
    for device in ("Small phone", "Tablet", "Large phone"):
        for held in ("Landscape", "Portrait"):
            editor.show("Device", device)
            editor.show("Orientation", held)
            expect(editor.preview.locator(".device")).to_have_attribute("data-orientation", "portrait" if held == "Portrait" else "landscape")
            expect(editor.scene).to_have_attribute("data-kind", "full_image")
    visitor.screenshot("editor-full-image")
    visitor.check_accessibility()
    editor.launch()
    expect(page.get_by_role("status").filter(has_text="“Spring picture” is running.")).to_be_visible()


def test_the_preview_is_any_device_and_can_be_scrolled(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(header="A long story", message="It goes on and on. " * 60, button__1__text="I have read it")
    expect(editor.scene.get_by_role("heading")).to_have_text("A long story")
    device = editor.preview.locator(".device")
    editor.show("Device", "Small phone")
    expect(device).to_have_attribute("data-device", "small")
    scroller = editor.scene.locator(".scrolls").first
    scroller.hover()
    page.mouse.wheel(0, 400)
    expect(scroller).not_to_have_js_property("scrollTop", 0)
    editor.preview.get_by_text("More device settings").click()
    editor.show("Direction", "Right to left")
    expect(editor.scene).to_have_attribute("dir", "rtl")
    editor.preview.get_by_label("Language", exact=True).select_option("de")
    expect(editor.scene.get_by_role("button", name="Schließen")).to_be_attached()
    editor.preview.get_by_label("Keyboard open").check()
    expect(device).to_have_attribute("data-keyboard", "")
    keyboard, card = editor.boxes(".device-keyboard", "[data-n='0']")
    assert card["y"] + card["height"] <= keyboard["y"] + 1, f"the card {card} is under the keyboard {keyboard}"
    for label in ("Reduced motion", "Reduced transparency", "Increased contrast"):
        editor.preview.get_by_label(label).check()
    visitor.check_accessibility()
    visitor.screenshot("editor-preview-settings")
    editor.preview.get_by_role("button", name="Play animation").click()
    expect(editor.scene).to_have_attribute("data-state", "visible")


def test_what_a_small_phone_cuts_off_is_measured(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(kind="slideup", message="Short enough", language="en")
    expect(editor.scene).to_contain_text("Short enough")
    expect(page.locator(".measured")).to_have_count(0)
    editor.put("message", "This goes on for so long that no small phone in the world can show it in the three lines which a slideup has, whatever its letters are like. " * 2)
    expect(page.locator("#field-message-measured")).to_contain_text("its end is cut off")
    assert "cut off" in editor.warning("message"), editor.warning("message")
    visitor.check_accessibility()


def test_fields_offer_the_names_that_devices_have_logged(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    lab = Lab(visitor).open()
    lab.start_session()
    lab.log("seeds_sown", {"count": 12, "bed": {"name": "south"}})
    lab.send()
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    expect(page.locator("#logged-names option[value=seeds_sown]")).to_be_attached()
    editor.fill(trigger__0__kind="custom_event", trigger__0__name="seeds_sown")
    editor.add_condition()
    names = editor.field("trigger.0.condition.0.path").evaluate("field => [...field.list.options].map(option => option.value)")
    assert names == ["bed.name", "count"], names


def test_the_editor_works_on_a_narrow_screen(server, visit):
    visitor = visit(width=390, height=844).sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(kind="modal", header="On the way", message="Written on the bus", language="en", button__1__text="Nice")
    expect(editor.scene.get_by_role("heading")).to_have_text("On the way")
    page.get_by_role("link", name="Preview", exact=True).click()
    expect(editor.preview.locator(".device")).to_be_in_viewport(ratio=0.3)
    for kind in ("slideup", "full", "html", "control"):
        editor.put("kind", kind)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{kind} is wider than the screen"
    visitor.check_accessibility()


PAGE = """<!doctype html>
<html lang="en"><body style="font: 16px sans-serif; background: white">
<h1>Sow now</h1>
<button onclick="martletBridge.logCustomEvent('sown', {beds: 2})">Sow</button>
</body></html>"""


def test_a_page_is_written_seen_in_its_sandbox_and_launched(server, visit):
    visitor = visit().sign_in()
    visitor.forgive("status of 422")
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Sowing page", kind="html", trigger__0__kind="session_start")
    expect(editor.preview).to_contain_text("Add HTML to see a preview.")
    editor.fill(page="<p>No language</p><img src='data:,'>", base_url="nowhere", bridge_names="window")
    review = page.locator("[data-review]")
    expect(review).to_contain_text("has no language")
    expect(review).to_contain_text("no alt text")
    editor.ask_to_launch()
    for name, words in {"base_url": "not a valid URL", "bridge_names": "already"}.items():
        assert words in editor.problem(name), editor.problem(name)
    visitor.check_accessibility()
    editor.fill(page=PAGE, base_url="", bridge_names="shopBridge", ready_events="shop.Ready")
    box = page.get_by_label("Log events")
    field = (box.get_attribute("name"), box.get_attribute("value"))
    # Not the answer to the text typed before, which may still be pending.
    with page.expect_response(lambda answer: answer.url.endswith("/campaigns/preview") and field in parse_qsl(answer.request.post_data)) as answer:
        box.check()
    source = re.search(r'<iframe[^>]* src="([^"]+)"', answer.value.json()["html"])[1]
    expect(editor.preview.locator("iframe")).to_have_attribute("src", source)
    frame = editor.preview.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Sow now")).to_be_visible()
    # With the keyboard, because the driver misses its target when it clicks in a scaled frame.
    frame.get_by_role("button", name="Sow").press("Enter")
    expect(editor.preview.locator(".preview-notice")).to_have_text('The page called logCustomEvent("sown", {"beds":2}).')
    # The frame stays when something else changes.
    frame.locator("h1").evaluate("heading => { heading.textContent = 'Still the same page' }")
    editor.show("Appearance", "Dark")
    expect(editor.preview.locator(".device")).to_have_attribute("data-scheme", "dark")
    expect(frame.get_by_role("heading", name="Still the same page")).to_be_visible()
    visitor.check_accessibility()
    visitor.screenshot("editor-html")
    typed = editor.values()
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft. Ready to launch.")).to_be_visible()
    assert editor.values() == typed, "the page that was saved differs from what was typed"
    # Switch to another kind, save, and switch back: the page is still there.
    editor.fill(kind="modal", message="A text instead")
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft.")).to_be_visible()
    editor.put("kind", "html")
    assert editor.value("page") == PAGE
    editor.launch()
    expect(page.get_by_role("status").filter(has_text="“Sowing page” is running.")).to_be_visible()


def test_after_a_row_has_come_or_gone_the_focus_is_where_one_goes_on(server, visit):
    page = visit().sign_in().page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(trigger__0__kind="custom_event", trigger__0__name="e")

    def press(command: str, then: str):
        editor.reach(page.locator(f"button[value='{command}']"))
        page.locator(f"button[value='{command}']").click()
        expect(page.locator(":focus"), command).to_have_attribute("value" if then.startswith("add.") else "name", then)

    press("add.trigger.0.condition", "trigger.0.condition.0.path")
    press("add.trigger.0.condition", "trigger.0.condition.1.path")
    press("remove.trigger.0.condition.0", "add.trigger.0.condition")
    press("add.trigger", "trigger.1.kind")
    page.locator("[name='trigger.1.kind']").select_option("all")
    # A group starts with two parts.
    press("add.trigger.1.part", "trigger.1.part.1.kind")
    press("add.trigger.1.part", "trigger.1.part.2.kind")
    press("remove.trigger.1.part.2", "add.trigger.1.part")
    press("remove.trigger.1", "add.trigger")
    press("add.extra", "extra.0.key")
    press("remove.extra.0", "add.extra")
