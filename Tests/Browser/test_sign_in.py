"""The way in: the one-time link that the server prints."""


def test_the_link_leads_into_the_console_once(server, visit):
    first = visit()
    first.sign_in()
    assert "/sign-in/" not in first.page.url, f"still at {first.page.url}"
    assert first.page.title().strip(), "the page has no title"
    assert first.page.get_by_role("main").count() == 1, "the page has no main landmark"
    first.check_accessibility()
    first.screenshot("console-first-page")

    second = visit()
    second.forgive(r"the server responded with a status of 4\d\d")
    answer = second.page.goto(server.sign_in_link)
    assert 400 <= answer.status < 500, f"the used link was answered with {answer.status}"
    second.check_accessibility()
