"""Sign-in: the one-time link that the server prints, and what keeps everyone else out."""

from playwright.sync_api import expect


def test_the_link_leads_into_the_console_once(server, visit):
    first = visit()
    link = server.sign_in_link
    server.unused_link = False
    # Opening the link does not use it up, because programs open links before people do.
    for _ in range(2):
        assert first.page.goto(link).status == 200
    first.check_accessibility()
    first.page.get_by_role("button", name="Sign in").click()
    expect(first.page.get_by_role("heading", level=1)).to_have_text("Create the owner")
    first.page.get_by_role("link", name="Later").click()
    expect(first.page).to_have_url(f"{server.address}/")
    expect(first.page).to_have_title("Home · Martlet")
    expect(first.page.get_by_role("main")).to_have_count(1)

    second = visit()
    second.forgive("status of 410")
    second.page.goto(link)
    second.page.get_by_role("button", name="Sign in").click()
    expect(second.page.get_by_role("heading", name="This link does not work")).to_be_visible()
    expect(second.page.get_by_role("main")).to_contain_text("martlet sign-in-link")
    second.check_accessibility()
    second.screenshot("sign-in-used-link")


def test_a_wrong_token_is_refused_with_the_way_to_a_new_link(server, visit):
    visitor = visit()
    visitor.forgive("status of 410")
    visitor.page.goto(f"{server.address}/sign-in/{'x' * 43}")
    with visitor.page.expect_response(f"{server.address}/sign-in") as answer:
        visitor.page.get_by_role("button", name="Sign in").click()
    assert answer.value.status == 410
    expect(visitor.page.get_by_role("main")).to_contain_text("martlet sign-in-link")
    assert not visitor.context.cookies(), "a refused visitor got a cookie"


def test_nobody_sees_anything_without_signing_in(server, visit):
    visitor = visit()
    visitor.forgive("status of 401")
    for path in ["/campaigns", "/campaigns/new", "/settings", "/lab", "/lab/devices"]:
        answer = visitor.page.goto(path)
        assert answer.status == 401, f"{path} answered {answer.status}"
    visitor.page.goto("/campaigns")
    visitor.page.get_by_role("link", name="Sign in").click()
    expect(visitor.page.get_by_role("main")).to_contain_text("martlet sign-in-link")
    visitor.check_accessibility()


def test_whoever_signs_out_is_out(server, visit):
    visitor = visit().sign_in("/campaigns")
    visitor.forgive("status of 401")
    cookies = visitor.context.cookies()
    assert [(cookie["httpOnly"], cookie["sameSite"]) for cookie in cookies] == [(True, "Lax")], cookies
    visitor.page.get_by_role("button", name="Sign out").click()
    expect(visitor.page).to_have_url(f"{server.address}/sign-in")
    # The browser's old cookie no longer works, even for someone who kept it.
    visitor.context.add_cookies([{key: cookies[0][key] for key in ("name", "value", "domain", "path")}])
    assert visitor.page.goto("/campaigns").status == 401


def test_a_form_without_its_token_changes_nothing(server, visit):
    visitor = visit().sign_in("/campaigns")
    page = visitor.page
    actions = page.locator("[formaction$='/pause'], [formaction$='/launch'], [formaction$='/duplicate'], [formaction$='/finish']")
    paths = sorted(set(actions.evaluate_all("buttons => buttons.map(button => button.getAttribute('formaction'))")))
    assert len(paths) >= 4, paths
    before = page.get_by_role("table").inner_text()
    for path in [*paths, "/campaigns/new/message", "/campaigns/new/survey", "/campaigns/filters", "/settings/keys", "/lab/devices", "/sign-out", "/appearance"]:
        for form in [{}, {"csrf": "x" * 43}]:
            answer = visitor.context.request.post(path, form={**form, "do": "save", "name": "Planted", "scheme": "dark"}, max_redirects=0)
            assert answer.status == 403, f"{path} with {form} answered {answer.status}"
    # With the right token, but sent from a foreign page.
    token = page.locator("input[name=csrf]").first.input_value()
    answer = visitor.context.request.post(paths[0], form={"csrf": token}, headers={"origin": "http://elsewhere.example"}, max_redirects=0)
    assert answer.status == 403, f"a foreign page was answered {answer.status}"
    page.reload()
    assert page.get_by_role("table").inner_text() == before, "a refused form changed something"
