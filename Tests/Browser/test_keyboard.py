"""Everything without a mouse: from the list to a running campaign, and to its message on a phone, which Escape closes."""

from pages import Lab, open_report, report_when, until
from playwright.sync_api import Locator, Page, expect

NAME = "Written with the keyboard"


# Whether an element has the focus, and whether people see that.
FOCUSED = """element => {
  if (element.getRootNode().activeElement !== element) return "elsewhere";
  const isMarked = [element, element.parentElement].some((part) => {
    const style = getComputedStyle(part);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  });
  return isMarked ? "marked" : "not marked";
}"""
IN_SIGHT = """element => {
  // An element that was redrawn in the meantime has the focus again, and its place is the same.
  if (!element.isConnected) return true;
  const box = element.getBoundingClientRect(), root = element.getRootNode();
  return [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]].some(([x, y]) => {
    const top = root.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return top !== null && (element.contains(top) || top.contains(element));
  });
}"""


def is_reached(page: Page, target: Locator) -> bool:
    """Whether the target has the focus. Then it must be visibly marked and not covered by anything."""
    state = target.evaluate(FOCUSED)
    assert state != "not marked", f"the focus on {target} cannot be seen"
    # A page that is still being laid out may cover it for a moment.
    assert state == "elsewhere" or until(page, lambda: target.evaluate(IN_SIGHT)), f"{target} has the focus and is covered"
    return state == "marked"


def tab_to(page: Page, target: Locator):
    """Reaches the target with Tab from what is before it, if Shift and Tab lead there from the target, or else from where the focus is."""
    before = target.evaluate_handle("element => element.ownerDocument.activeElement")
    target.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    if not is_reached(page, target):
        before.evaluate("element => element?.focus()")
        walk_to(page, target)


def walk_to(page: Page, target: Locator, limit: int = 150):
    """Presses Tab from where the focus is until the target has it."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if is_reached(page, target):
            return
    raise AssertionError(f"{limit} times Tab did not lead to {target}")


def press(page: Page, target: Locator, key: str = "Enter", reach=tab_to):
    reach(page, target)
    page.keyboard.press(key)


def choose_file(page: Page, file: dict):
    """Chooses a file once a script offers to: Playwright would choose one in a hidden field too, which nobody can."""
    choice = page.get_by_label("Choose a file")
    expect(choice).to_be_visible()
    choice.set_input_files(file)


def test_create_launch_and_dismiss_with_the_keyboard(server, visit):
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    press(page, page.get_by_role("link", name="New campaign"), reach=walk_to)
    expect(page.get_by_role("heading", level=1)).to_have_text("New campaign")
    press(page, page.get_by_role("link", name="Message"), reach=walk_to)
    expect(page.get_by_role("heading", level=1)).to_have_text("New message")
    walk_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type(NAME)
    walk_to(page, page.locator("[name=header]"))
    page.keyboard.type("No mouse here")
    walk_to(page, page.locator("textarea[name=message]"))
    page.keyboard.type("Escape takes this away.")
    press(page, page.get_by_role("link", name="Next: Trigger"), reach=walk_to)
    expect(page.get_by_role("group", name="Step 2 of 5: Trigger")).to_be_focused()
    walk_to(page, page.get_by_label("Show when"))
    page.keyboard.type("A session")
    expect(page.get_by_label("Show when")).to_have_value("session_start")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(page.get_by_role("group", name="Step 5 of 5: Review")).to_be_focused()
    press(page, page.get_by_role("button", name="Save and launch"), reach=walk_to)
    press(page, page.get_by_role("button", name="Launch “"), reach=walk_to)
    expect(page.get_by_role("status").filter(has_text=f"“{NAME}” is running.")).to_be_visible()

    press(page, page.get_by_role("navigation", name="Main").get_by_role("link", name="Device Lab"), reach=walk_to)
    lab = Lab(visitor)
    lab.is_ready()
    phone = lab.only_phone()
    press(page, page.locator("[data-command=start_session]"), reach=walk_to)
    phone.shows("No mouse here")
    walk_to(page, phone.scene.get_by_role("button", name="Close"))
    page.keyboard.press("Escape")
    phone.shows_nothing()
    lab.send()
    report = report_when(open_report(visitor, NAME), lambda report: report.dismissals)
    assert report.dismissals == {"Closed by the person": 1} and report.figures["Shown"] == 1 and report.clicks == {}, report
