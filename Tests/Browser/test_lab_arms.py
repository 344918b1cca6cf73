"""Arms of experiments on the lab's phones: of a running campaign and of a draft, and what control does."""

from harness import LOOKS
from pages import Editor, Lab
from playwright.sync_api import expect
from test_lab_delivery import modal
from test_try_out import try_out


def test_a_phone_takes_the_arms_of_a_running_campaign(server, visit):
    experiment = {
        "control": 2_000,
        "variants": [
            {"id": "a", "name": "Original", "share": 4_000},
            {"id": "b", "name": "Short", "share": 4_000, "message": modal("", "", "Half price")["message"]},
        ],
    }
    sale = server.launch_campaign(**modal("The sale", "sale_opened", "Everything at half price, all week", experiment=experiment, priority={"order": 9}))
    server.launch_campaign(**modal("The next best", "sale_opened", "Free delivery today"))
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    page = visitor.page
    arm = page.get_by_label("Arm of an experiment")
    expect(arm).to_have_value("none")
    for width, scheme in reversed(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        visitor.check_accessibility()
        visitor.screenshot(f"lab-arm-{width}-{scheme}")
    assert arm.locator("optgroup").evaluate_all("groups => groups.map(({ label }) => label)") == ["The sale"]
    assert arm.locator("optgroup option").all_inner_texts() == ["Original", "Short", "Control (nothing is shown)"]
    lab.start_session()
    lab.decide("sale_opened")
    phone.shows("Everything at half price, all week")
    phone.press("Fine")

    with lab.syncs():
        arm.select_option(label="Short")
    expect(lab.timeline).to_contain_text("Arm of “The sale”: Short")
    lab.decide("sale_opened")
    phone.shows("Half price")
    phone.press("Fine")
    lab.send()
    expect(lab.timeline).to_contain_text("Exposure reported")

    with lab.syncs():
        arm.select_option(label="Control (nothing is shown)")
    decision = lab.decide("sale_opened")
    assert decision.candidates["The sale"] == ("Chosen", ""), decision.candidates
    phone.shows("Free delivery today")
    expect(lab.decisions.first).to_contain_text("Withheld")
    expect(lab.decisions.first).to_contain_text("Showing the next message in line")
    lab.send()
    expect(lab.decisions.first).to_contain_text("Arm: Control (nothing is shown)")
    visitor.check_accessibility()
    visitor.screenshot("lab-arm-control")
    phone.press("Fine")
    # A link makes a phone in the same arm.
    link = lab.link()
    assert f"arm={sale}%3Acontrol" in link, link
    page.goto(link)
    lab.is_ready()
    expect(arm).to_have_value(f"{sale}:control")
    # Nobody is counted.
    report = server.manage("GET", f"/campaigns/{sale}/experiment")
    assert all(arm["people"] == 0 and arm["exposures"] == 0 for arm in report["arms"]), report["arms"]
    # The campaign ends, and the choice says so.
    server.manage("POST", f"/campaigns/{sale}/finish")
    page.reload()
    lab.is_ready()
    expect(arm.locator("option:checked")).to_have_text("No longer available")
    with lab.syncs():
        arm.select_option("none")
    expect(lab.timeline).to_contain_text("Campaigns as they are, in no arm")


def test_a_draft_is_tried_in_each_arm(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(name="Unsaved", kind="modal", header="First words", message="A text", trigger__0__kind="custom_event", trigger__0__name="plant_seen")
    editor.step("Message")
    editor.field("experiment").select_option(label="One of several variants")
    page.get_by_role("group", name="Variant 1").get_by_label("Name").fill("Original")
    second = page.get_by_role("group", name="Variant 2")
    second.get_by_label("Name").fill("Short")
    second.get_by_label("Header").fill("Few words")
    page.get_by_label("Control (%)").fill("20")
    lab_page = try_out(visitor, page)
    scene = lab_page.locator(".device-scene .scene")
    expect(scene).to_contain_text("First words")
    arm = lab_page.get_by_label("Arm of an experiment")
    arm.select_option(label="Short")
    expect(scene).to_contain_text("Few words")
    arm.select_option(label="Control (nothing is shown)")
    timeline = lab_page.locator("ol.timeline:not([hidden])")
    expect(timeline).to_contain_text("Withheld")
    expect(scene).to_have_count(0)
    # The arm stays while the draft is edited.
    arm.select_option(label="Short")
    expect(scene).to_contain_text("Few words")
    second.get_by_label("Header").fill("Fewer words")
    try_out(visitor, page)
    expect(scene).to_contain_text("Fewer words")
    expect(arm.locator("option:checked")).to_have_text("Short")
    lab_page.screenshot(path="artifacts/lab-arm-draft.png", full_page=True)
