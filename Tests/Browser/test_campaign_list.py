"""The list of campaigns: pages, pictures of messages, who made them and when they changed, and filters that a member saves."""

import re

from harness import LOOKS
from playwright.sync_api import expect
from test_keyboard import press, tab_to
from test_team import create_owner

SAMPLE = "Free delivery for this cart"
KINDS = [
    ("slideup", {"kind": "slideup", "message": "Your order is on its way. Tap to see where it is."}),
    ("modal", {"kind": "modal", "header": "Delivery is on us", "message": "Free delivery for this cart, today only.", "buttons": [{"id": 0, "text": "To the checkout", "click_action": {"type": "none"}}]}),
    ("full", {"kind": "full", "header": "The new season", "message": "Everything that is new, in one place. " * 4, "image_url": "https://images.example/a.png", "buttons": [{"id": 0, "text": "Look", "click_action": {"type": "none"}}, {"id": 1, "text": "Later", "click_action": {"type": "none"}}]}),
    ("picture", {"kind": "modal_image", "image_url": "https://images.example/b.png"}),
    ("page", {"kind": "html", "html": "<!doctype html><p>Hello"}),
    ("nothing", {"kind": "control"}),
]


def fill(server, count: int):
    """So many campaigns, of which only the last are looked at closely."""
    for number in range(count):
        name, message = KINDS[number % len(KINDS)]
        server.manage("POST", "/campaigns", {"name": f"{name} {number:02}", "triggers": [{"kind": "custom_event", "name": f"event_{number}"}], "message": message})


def names(page) -> list[str]:
    return page.locator(".campaign-table .cell-name .name-cell > div > a").all_inner_texts()


def test_a_long_list_has_pages_and_each_campaign_its_picture(server, visit):
    fill(server, 60)
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/campaigns?sort=name")
    first = names(page)
    assert len(first) == 50 and first == sorted(first, key=str.lower), first
    pagination = page.get_by_role("navigation", name="Pagination")
    expect(pagination).to_contain_text("1 to 50 of 63")
    # What is drawn loads nothing: no request leaves the machine, which every visitor checks.
    boxes = page.locator(".thumbnail svg").evaluate_all("all => all.map(svg => { const { width, height } = svg.getBoundingClientRect(); return [Math.round(width), Math.round(height)]; })")
    assert len(boxes) == 50 and set(map(tuple, boxes)) == {(38, 69)}, set(map(tuple, boxes))
    modal = page.locator("tr", has_text="modal 01")
    expect(modal.locator(".thumbnail svg[viewBox='0 0 75 133'] path").first).to_be_attached()
    expect(page.locator("tr", has_text="page 04").locator(".thumbnail-kind")).to_be_attached()
    expect(modal.locator(".cell-updated")).to_have_text(re.compile("just now|minutes? ago"))
    expect(modal.locator(".cell-updated span")).to_have_attribute("title", re.compile(r"^\d+ \w{3} \d{4}, \d\d:\d\d UTC$"))
    expect(modal.locator(".cell-owner")).to_contain_text("Key “")
    expect(page.locator("tr", has_text=SAMPLE).locator(".cell-owner")).to_have_text("Martlet")
    # A draft has no figures, and a campaign that nobody saw no bars.
    expect(page.locator("tr", has_text=SAMPLE).locator(".cell-count").first).to_have_text("0")
    expect(page.locator("tr", has_text=SAMPLE).locator(".bar")).to_have_count(0)
    press(page, pagination.get_by_role("link", name="Next page"))
    expect(pagination).to_contain_text("51 to 63 of 63")
    second = names(page)
    assert len(second) == 13 and not set(first) & set(second), second
    expect(page).to_have_url(re.compile(r"\?sort=name&after="))
    # A change in the meantime moves nothing.
    press(page, pagination.get_by_role("link", name="Previous page"))
    expect(pagination).to_contain_text("1 to 50 of 63")
    assert names(page) == first
    for path in ["/campaigns", "/campaigns?sort=shown", "/campaigns?sort=updated"]:
        assert len(visitor.context.request.get(path).body()) < 200_000, path


def test_the_list_is_readable_on_every_screen(server, visit):
    for width, scheme in LOOKS:
        visitor = visit(width=width, scheme=scheme).sign_in()
        visitor.page.goto("/campaigns?sort=name")
        visitor.look(f"campaign-list-{width}-{scheme}")
        for other in [820, 1600]:
            visitor.page.set_viewport_size({"width": other, "height": 900})
            visitor.fits(f"campaign-list-{other}")


def test_a_member_saves_a_filter_by_keyboard_and_removes_it_without_script(server, visit):
    visitor = visit()
    visitor.forgive("status of 422")
    create_owner(visitor)
    page = visitor.page
    page.goto("/campaigns")
    expect(page.get_by_text("Save this filter")).to_have_count(0)
    page.goto("/campaigns?state=draft&q=modal&sort=name")
    before = names(page)
    summary = page.locator(".save-filter > summary")
    tab_to(page, summary)
    page.keyboard.press("Enter")
    field = page.get_by_label("Filter name")
    press(page, page.get_by_role("button", name="Save filter"))
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("Enter a name for the filter.")
    visitor.look("campaign-list-filter-refused")
    page.keyboard.type("Modal drafts with a name that is quite long")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved the filter")
    link = page.get_by_role("navigation", name="Saved filters").get_by_role("link")
    expect(link).to_have_attribute("aria-current", "true")
    visitor.look("campaign-list-saved")
    page.goto("/campaigns")
    expect(link).not_to_have_attribute("aria-current", "true")
    press(page, link)
    expect(page).to_have_url(f"{server.address}/campaigns?state=draft&q=modal&sort=name")
    assert names(page) == before

    other = visit(script=False, width=390, scheme="dark")
    create_owner(other)
    other.page.goto("/campaigns?state=draft")
    other.page.get_by_text("Save this filter").click()
    other.page.get_by_label("Filter name").fill("Drafts")
    other.page.get_by_role("button", name="Save filter").click()
    filters = other.page.get_by_role("navigation", name="Saved filters")
    expect(filters.get_by_role("link")).to_have_text(["Modal drafts with a name that is quite long", "Drafts"])
    other.screenshot("campaign-list-saved-390-dark")
    filters.get_by_role("button", name="Remove the filter Drafts").click()
    expect(other.page).to_have_url(f"{server.address}/campaigns?state=draft")
    expect(filters.get_by_role("link")).to_have_count(1)
