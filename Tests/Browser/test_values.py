"""Values in texts, and names in lists: what an author types in their own words is understood."""

import re

from pages import Editor
from playwright.sync_api import expect


def new(page, **fields):
    page.goto("/campaigns/new/message")
    editor = Editor(page)
    editor.fill(**{"name": "Values", "kind": "modal", "header": "Hi !", "message": "A text", "language": "en"} | fields)
    return editor


def test_a_value_with_a_default_is_inserted_beside_the_text(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = new(page)
    header = editor.field("header")
    header.click()
    header.evaluate("field => field.setSelectionRange(3, 3)")
    before = header.bounding_box()
    button = page.get_by_role("button", name="Insert value")
    expect(button).to_have_count(1)
    button.click()
    assert header.bounding_box() == before, "the text moved"
    expect(button).to_have_attribute("aria-expanded", "true")
    value = page.get_by_label("Value", exact=True)
    expect(value).to_be_focused()
    value.fill("first name")
    value.press("Enter")
    expect(page.locator("#insert-value-error")).to_contain_text("Name a value, such as user.first_name.")
    value.fill("user.first_name")
    page.get_by_label("For people without it").fill("there")
    visitor.check_accessibility()
    visitor.screenshot("insert-value")
    page.get_by_role("button", name="Insert", exact=True).click()
    expect(header).to_have_value("Hi {{#user.first_name}}{{user.first_name}}{{/user.first_name}}{{^user.first_name}}there{{/user.first_name}}!")
    expect(header).to_be_focused()
    # It is filled in without a switch, and the preview has the default.
    expect(page.locator('[data-fold="personal"]')).to_have_text("on")
    # The keyboard reaches it from another text, and Escape leads back.
    editor.field("message").focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(editor.field("message")).to_be_focused()
    # Nothing of it is part of the form.
    assert "insert" not in page.evaluate("new URLSearchParams(new FormData(document.querySelector('form.editor'))).toString()")


def test_names_of_languages_and_countries_are_understood_or_refused_at_the_field(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    page.goto("/audiences/new")
    page.get_by_label("Name", exact=True).first.fill("Germans")
    page.get_by_label("Condition", exact=True).select_option(label="Country")
    value = page.locator(".audience-test:visible").get_by_label("Value")
    expect(value).to_have_attribute("list", re.compile("choices"))
    options = value.evaluate("field => [...field.list.options].filter(({ label }) => label === 'Germany').map(({ value }) => value)")
    assert options == ["DE"], options
    value.fill("Germoney")
    visitor.forgive("status of 422")
    page.get_by_role("button", name="Save audience").click()
    expect(page.locator(".audience-test:visible").get_by_label("Value")).to_have_accessible_description(re.compile("“Germoney” is no country."))
    visitor.check_accessibility()
    page.locator(".audience-test:visible").get_by_label("Value").fill("Germany")
    page.get_by_role("button", name="Save audience").click()
    expect(page.locator(".audience-test:visible").get_by_label("Value")).to_have_value("DE")
