"""Every page as on a desk and as on a phone, in light and in dark: no violation of WCAG level A or AA, and no sideways overflow, also on a tablet."""

from harness import IS_FULL, WIDTHS
from pages import Lab, open_campaign
from playwright.sync_api import expect

SAMPLE = "Free delivery for this cart"


def test_there_is_something_to_see(server, visit):
    visitor = visit().sign_in()
    lab, phone = Lab(visitor).with_one_phone()
    lab.start_session()
    lab.become("ana")
    for name, total in [("Use it", 42), ("Not now", 64)]:
        lab.decide("cart_viewed", {"total": total})
        phone.shows("Delivery is on us")
        phone.press(name)
        phone.shows_nothing()
    lab.decide("cart_viewed", {"total": 12})
    lab.decide("cart_viewed", {"total": 99.5})
    phone.shows("Delivery is on us")


def look(visitor, name: str):
    page = visitor.page
    size = page.viewport_size
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    # Light comes first.
    visitor.look(f"page-{name}-{size['width']}-{'dark' if is_dark else 'light'}", colours_only=is_dark)
    if size["width"] == 1280 and not IS_FULL:
        page.set_viewport_size({"width": 820, "height": size["height"]})
        visitor.fits(f"page-{name}-820")
        page.set_viewport_size(size)


def look_at_every_page(visit, scheme: str, widths: list[int]):
    for width in widths:
        visitor = visit(width=width, scheme=scheme)
        page = visitor.page
        visitor.forgive("status of (401|404)")
        page.goto("/sign-in")
        look(visitor, "sign-in")
        visitor.sign_in()
        look(visitor, "campaigns")
        page.goto("/campaigns?q=nothing-has-this-name")
        look(visitor, "campaigns-nothing-found")
        page.goto("/campaigns/new")
        look(visitor, "campaigns-new")
        page.goto("/campaigns/new/message")
        look(visitor, "editor-new")
        open_campaign(visitor, SAMPLE)
        look(visitor, "campaign-without-tests")
        page.get_by_role("link", name="Include test devices").click()
        page.get_by_text("View as table").click()
        look(visitor, "campaign-running")
        page.get_by_role("link", name="Edit", exact=True).click()
        expect(page.locator(".editor-preview .scene")).to_contain_text("Delivery is on us")
        look(visitor, "editor-running")
        open_campaign(visitor, "Welcome back")
        look(visitor, "campaign-draft")
        page.goto("/")
        look(visitor, "home")
        page.goto("/events")
        look(visitor, "events")
        page.goto("/events/session_start")
        look(visitor, "event")
        page.goto("/people")
        look(visitor, "people")
        page.get_by_role("link", name="ana", exact=True).click()
        expect(page.get_by_role("heading", level=1, name="ana", exact=True)).to_be_visible()
        look(visitor, "person")
        page.goto("/people?q=nobody-has-this-name")
        look(visitor, "people-nobody-found")
        page.goto("/search?q=session")
        look(visitor, "search")
        for section in ["app", "team", "keys", "push", "limits", "holdout", "privacy"]:
            page.goto(f"/settings/{section}")
            look(visitor, f"settings-{section}")
        page.goto("/settings/limits")
        page.get_by_role("button", name="Add frequency cap").click()
        expect(page.get_by_role("group", name="Frequency cap 1")).to_be_visible()
        look(visitor, "settings-limit")
        page.goto("/nowhere")
        look(visitor, "not-found")
        lab = Lab(visitor).open()
        lab.only_phone().shows("Delivery is on us")
        look(visitor, "lab")


def test_every_page_in_light(server, visit):
    look_at_every_page(visit, "light", WIDTHS if IS_FULL else [1280, 390])


def test_every_page_in_dark(server, visit):
    # Dark changes colours, which do not depend on the width.
    look_at_every_page(visit, "dark", WIDTHS if IS_FULL else [390])
