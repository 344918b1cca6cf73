"""The search over the whole console: by keyboard from every page, and as a page without script."""

from playwright.sync_api import expect

SAMPLE = "Free delivery for this cart"


def test_the_quick_search_opens_with_a_key_and_leads_to_a_campaign(server, visit):
    for scheme, width in [("light", 1280), ("dark", 390)]:
        visitor = visit(scheme=scheme, width=width).sign_in()
        page = visitor.page
        page.goto("/settings")
        page.keyboard.press("Control+k")
        field = page.get_by_role("combobox", name="Search pages")
        expect(field).to_be_focused()
        expect(page.get_by_role("option", name="New campaign")).to_be_visible()
        visitor.check_accessibility()
        page.keyboard.type("cart delivery")
        options = page.get_by_role("dialog").get_by_role("option")
        expect(options).to_have_count(1)
        expect(options).to_have_accessible_name(SAMPLE + " Running")
        expect(options).to_have_attribute("aria-selected", "true")
        visitor.check_accessibility()
        visitor.screenshot(f"search-quick-{width}", full_page=False)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(SAMPLE)
        page.wait_for_load_state()  # The heading is there before the script that listens for the key.
        page.keyboard.press("Control+k")
        page.keyboard.type("no such thing")
        expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Nothing found.")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        # The link does the same with a pointer, and arrows choose.
        page.get_by_role("banner").get_by_role("link", name="Search").click()
        page.keyboard.press("Control+a")
        page.keyboard.type("new")
        expect(page.get_by_role("option", name="New campaign")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("option", name="New audience")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("New audience")


def test_without_script_the_search_is_a_page(server, visit):
    visitor = visit(script=False).sign_in("/campaigns")
    page = visitor.page
    page.get_by_role("link", name="Search").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    page.get_by_label("Search pages, campaigns").fill("delivery")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("region", name="Campaigns").get_by_role("link", name=SAMPLE).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(SAMPLE)
