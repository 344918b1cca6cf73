"""The field in which authors write pages and other code."""

import re

from harness import LOOKS
from pages import Editor, new_campaign, until
from playwright.sync_api import Locator, Page, expect
from test_keyboard import tab_to

PAGE = """<!doctype html>
<html lang="en">
<style>
  p { color: red } /* quiet
  and calm */
</style>
<body class="{{user.plan}}" onload='martletBridge.closeMessage()'>
  <!-- One,
  two. -->
  <p>Hello, {{user.first_name}} &amp; all</p>
  <script>
    const mark = `<b>
    </b>`; // Nothing follows.
  </script>
</body>
"""


def html_editor(visitor, page_text: str | None = None) -> Editor:
    new_campaign(visitor.page)
    editor = Editor(visitor.page)
    editor.fill(kind="html")
    if page_text is not None:
        editor.fill(page=page_text)
    return editor


def code(page: Page, name: str = "page") -> Locator:
    return page.locator(".code-field").filter(has=page.locator(f'textarea[name="{name}"]'))


def selection(area: Locator) -> str:
    return area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")


def drawn(field: Locator) -> str:
    """What is drawn in colours, after the next frame."""
    field.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return "\n".join(field.locator(".code-line").evaluate_all("lines => lines.map((line) => line.textContent)"))


def module(page: Page, name: str) -> str:
    """The address of a script that the page has loaded."""
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    return next(address for address in loaded if re.search(rf"/assets/{name}-\w+\.js$", address))


# A line ends in the mode in which the next begins. Whatever a line is, an HTML page goes on after it like after a blank line.
COMPLETE_LINES = [
    '<img src="data:image/png;base64,' + "A" * 6_000 + '" alt="">',
    "<style>" + ".a { color: red } " * 300 + "</style>",
    "<script>" + "call(1); " * 600 + "</script><!-- " + "x" * 6_000 + " -->",
    """<script>const a = /["']/; x()</script>""",
    """<script>const a = "</script>""",
    r"""<script>const a = 'it\'s </script>""",
    r"<script>const a = `\</script>",
    r"""<style>a::after { content: "\</style>""",
    '<p class="{{#user.plan}}plan{{/user.plan}} {{{user.id}}}">{{ </p>',
]


def test_every_line_begins_in_the_mode_in_which_the_one_before_ends(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    html_editor(visitor)
    lines, tokens = module(page, "code-lines"), module(page, "code-tokens")
    for line in COMPLETE_LINES:
        mode = page.evaluate("async ([address, line]) => (await import(address)).tokensOf(line, 'html').mode", [tokens, line])
        assert mode == "html", (line[:60], mode)
    # A long line is drawn whole, with colours at its beginning only.
    drawn_tokens = page.evaluate("async ([address, line]) => (await import(address)).tokensOf(line, 'html').tokens", [tokens, "<b>" * 40_000])
    assert "".join(text for _, text in drawn_tokens) == "<b>" * 40_000
    assert 1_000 < len(drawn_tokens) < 4_000
    # Whatever is typed, tokens are the text, and lines that were there before have the modes of new ones.
    problem = page.evaluate(
        """async ([lines, tokens]) => {
          const [{ CodeLines }, { tokensOf }] = [await import(lines), await import(tokens)];
          const pieces = ['<', '>', '</', 'script', 'style', '<script>', '</script>', '<style>', '</style>', '<!--', '-->', '/*', '*/', '//', '"', "'", '`',
            '\\\\', '=', ' ', '{{', '}}', 'a', '&amp;', '-1', ':', '\\n', '\\n'];
          let seed = 7;
          const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
          const text = () => Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join('');
          for (const language of ['html', 'json', 'data']) {
            const kept = new CodeLines(language);
            let whole = '';
            for (let round = 0; round < 400; round += 1) {
              const place = random(whole.length + 1);
              whole = (whole.slice(0, place) + text() + whole.slice(place + random(40))).slice(-2000);
              kept.replace(whole);
              const fresh = new CodeLines(language);
              fresh.replace(whole);
              for (let line = 0; line < fresh.count; line += 1) {
                const said = [kept, fresh].map((one) => JSON.stringify([one.count, one.text(line), one.mode(line), one.tokens(line)]));
                if (said[0] !== said[1] || fresh.tokens(line).map(([, part]) => part).join('') !== fresh.text(line)) return [language, round, ...said];
              }
            }
          }
          return null;
        }""",
        [lines, tokens],
    )
    assert problem is None, problem
    # The time grows with the length of a line, not with its square, which would be minutes.
    for text in ["{{" * 300_000, "{" * 600_001 + "x", '"' + "\\" * 600_000, "<a " + "=" * 600_000, "{{a" * 200_000]:
        milliseconds = page.evaluate(
            """async ([address, text]) => {
              const { tokensOf } = await import(address);
              const start = performance.now();
              for (const mode of ['html', 'script', 'style', 'json', 'double a']) tokensOf(text, mode);
              return performance.now() - start;
            }""",
            [tokens, text],
        )
        assert milliseconds < 20_000, (text[:10], milliseconds)


def test_code_is_drawn_in_colours_as_it_is_written(server, visit):
    visitor = visit().sign_in()
    editor = html_editor(visitor, PAGE)
    field = code(visitor.page)
    assert until(visitor.page, lambda: drawn(field) == PAGE), drawn(field)

    def coloured(kind: str) -> list[str]:
        return field.locator(f".code-{kind}").all_text_contents()

    assert coloured("placeholder") == ["{{user.plan}}", "{{user.first_name}}"]
    assert coloured("attribute") == ["lang", "class", "onload"]
    assert "".join(coloured("comment")) == "<!doctype html>/* quiet  and calm */<!-- One,  two. -->// Nothing follows."
    assert [part for part in coloured("tag") if part != ">"] == [
        "<html", "<style", "</style", "<body", "<p", "</p", "<script", "</script", "</body",
    ]
    assert "".join(coloured("string")) == '="en"=""' + "='martletBridge.closeMessage()'&amp;`<b>    </b>`"
    # A beginning of a comment colours what follows, and taking it away takes that back.
    area = editor.field("page")
    area.evaluate("area => area.setSelectionRange(0, 0)")
    area.press("Control+Home")
    area.press_sequentially("<!-- ")
    expect(field.locator(".code-line").nth(6).locator(".code-tag")).to_have_count(0)
    for _ in range(5):
        area.press("Backspace")
    expect(field.locator(".code-line").nth(6).locator(".code-tag").first).to_have_text("<body")
    assert area.input_value() == PAGE
    # Data that is JSON is coloured too, and other data is not.
    new_campaign(visitor.page, "Data push")
    editor = Editor(visitor.page)
    editor.put("data.body", '{"colour": "red", "size": 12}')
    data = code(visitor.page, "data.body")
    expect(data.locator(".code-attribute")).to_have_text(['"colour"', '"size"'])
    editor.put("data.body", 'Say "hello"')
    expect(data.locator(".code-line span")).to_have_count(0)


def test_tab_indents_while_somebody_writes_and_every_key_can_be_undone(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = html_editor(visitor, "<ul>\n  <li>One")
    area = editor.field("page")
    field = code(page)
    # Whoever passes by with Tab is not caught.
    editor.field("name").focus()
    tab_to(page, area)
    page.keyboard.press("Tab")
    expect(area).not_to_be_focused()
    assert area.input_value() == "<ul>\n  <li>One"
    page.keyboard.press("Shift+Tab")
    expect(area).to_be_focused()
    expect(area).to_have_accessible_description(re.compile("While you write, Tab indents. To leave the field, press Escape, then Tab."))
    # Enter keeps the indentation, Tab adds to it.
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("<b>")
    steps = ["<ul>\n  <li>One", "<ul>\n  <li>One\n    <b>"]
    assert area.input_value() == steps[1]
    # Selected lines move together, and stay selected.
    page.keyboard.press("Control+a")
    page.keyboard.press("Tab")
    assert area.input_value() == "  <ul>\n    <li>One\n      <b>"
    assert selection(area) == area.input_value()
    page.keyboard.press("Shift+Tab")
    assert area.input_value() == steps[1]
    page.keyboard.press("Shift+Tab")
    assert area.input_value() == "<ul>\n<li>One\n  <b>"
    for _ in range(3):
        page.keyboard.press("ControlOrMeta+z")
    assert area.input_value() == steps[1]
    while area.input_value() != steps[0]:
        before = area.input_value()
        page.keyboard.press("ControlOrMeta+z")
        assert area.input_value() != before, "nothing more can be undone"
    assert drawn(field) == steps[0]
    page.keyboard.press("ControlOrMeta+Shift+z")
    assert area.input_value() != steps[0]
    # Escape lets Tab leave.
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(area).not_to_be_focused()


def test_tab_indents_what_is_selected_and_many_lines_at_once(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = html_editor(visitor, "<ul>\n  <li>One\n</ul>")
    area = editor.field("page")
    area.click()
    # A selection in a line is kept, and its line is indented. At a caret, there is more space at that place.
    area.evaluate("area => area.setSelectionRange(9, 12)")
    selected = selection(area)
    page.keyboard.press("Tab")
    assert (area.input_value(), selection(area)) == ("<ul>\n    <li>One\n</ul>", selected)
    page.keyboard.press("Shift+Tab")
    assert (area.input_value(), selection(area)) == ("<ul>\n  <li>One\n</ul>", selected)
    area.evaluate("area => area.setSelectionRange(11, 11)")
    page.keyboard.press("Tab")
    assert area.input_value() == "<ul>\n  <li>  One\n</ul>"
    # Enter that only confirms what an input method composed adds no line. Safari says so with this code, after the composition.
    is_left = area.evaluate("area => area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))")
    assert is_left and area.input_value() == "<ul>\n  <li>  One\n</ul>"
    # Many lines are one change, which one undo takes back. Line by line, this browser would take seconds.
    rows = "\n" + "\n".join(f"<p>Row {number} &amp; more</p>" for number in range(1_500)) + "\n\n<p>"
    # As if it was pasted.
    area.evaluate("(area, text) => { area.value = text; area.dispatchEvent(new InputEvent('input', { bubbles: true })) }", rows)
    area.evaluate("area => { area.changes = 0; area.addEventListener('input', () => (area.changes += 1)); }")
    page.keyboard.press("Control+a")
    page.keyboard.press("Tab")
    assert area.input_value() == re.sub("(?m)^(?=.)", "  ", rows)
    assert selection(area) == area.input_value()
    page.keyboard.press("Shift+Tab")
    assert area.input_value() == rows
    assert area.evaluate("area => area.changes") == 2
    page.keyboard.press("ControlOrMeta+z")
    page.keyboard.press("ControlOrMeta+z")
    assert area.input_value() == rows


def test_problems_stand_beside_their_lines_and_lead_there(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    text = "<html lang='en'>\n<div>\n" + "<p>\n" * 60 + "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>\n</div>\n<script>if (false) localStorage.clear()</script>"
    editor = html_editor(visitor, text)
    field = code(page)
    area = editor.field("page")
    said = field.get_by_role("list", name="Problems by line").get_by_role("listitem")
    expect(said).to_have_text([re.compile("^Line 63: An image has no alt text."), re.compile("^Line 65: localStorage does not work on a page")])
    visitor.look("code-field-problems")
    # A link leads to the line, from below the field and from the review.
    said.nth(0).get_by_role("link", name="Line 63").click()
    expect(area).to_be_focused()
    assert selection(area).startswith("<img src=")
    number = field.locator(".code-number-warning")
    expect(number).to_have_text(["63", "65"])
    expect(number.first).to_be_in_viewport()
    expect(number.first).to_have_attribute("title", re.compile("alt text"))
    editor.step("Review").page.locator("[data-review]").get_by_role("link", name="Line 65: localStorage").click()
    expect(area).to_be_focused()
    assert selection(area).startswith("<script>if")
    # While the server has not answered yet, a problem stays with its line. Then it is gone with its cause.
    page.route("**/campaigns/preview", lambda route: None)
    area.press("Control+Home")
    page.keyboard.press("Enter")
    expect(said.nth(0)).to_contain_text("Line 64")
    page.unroute("**/campaigns/preview")
    editor.fill(page="<html lang='en'><p>Fine")
    expect(said).to_have_count(0)
    expect(field.locator("[data-code-marks]")).to_have_attribute("hidden", "")
    # What nobody gets is said at its line too.
    personalised = page.get_by_label("Fill in values for each person")
    editor.reach(personalised)
    personalised.check()
    editor.fill(page="<html lang='en'>\n<p>{{first_name}}</p>")
    expect(said).to_have_text([re.compile("^Line 2: There is no value first_name")])
    expect(said).to_have_class(["error"])


def test_a_screen_reader_hears_the_problems_of_lines_with_the_field(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = html_editor(visitor)
    personalised = page.get_by_label("Fill in values for each person")
    editor.reach(personalised)
    personalised.check()
    editor.fill(name="Heard", page="<html lang='en'>\n<p>{{first_name}}</p>\n<img>")
    field = code(page)
    area = editor.field("page")
    said = field.get_by_role("list", name="Problems by line").get_by_role("listitem")

    def is_wrong():
        expect(area).to_have_attribute("aria-invalid", "true")
        expect(area).to_have_accessible_description(re.compile("Line 2: There is no value first_name.* Line 3: An image has no alt text"))

    is_wrong()
    # The page that refuses the launch says it from the start, and still when the script has put the problems beside their lines.
    visitor.forgive("status of 422")
    editor.ask_to_launch()
    expect(page.get_by_role("alert")).to_contain_text("Line 2: There is no value first_name")
    editor.step("Message")
    expect(said).to_have_count(2)
    expect(field.locator(":scope > [data-line]")).to_have_count(0)
    is_wrong()
    # An answer to another text changes nothing.
    old = "answer => { const form = document.querySelector('form.editor'); form.addEventListener('drawn', ({ detail }) => (form.old ??= detail)); }"
    page.evaluate(old)
    editor.fill(page="<html lang='en'>\n\n<p>{{first_name}}</p>\n<img>")
    expect(said).to_have_text([re.compile("^Line 3: There is no value first_name"), re.compile("^Line 4: An image")])
    until(page, lambda: page.evaluate("() => document.querySelector('form.editor').old !== undefined"))
    editor.fill(page="<html lang='en'>\n\n\n<p>{{first_name}}</p>\n<img>")
    page.evaluate("() => { const form = document.querySelector('form.editor'); form.dispatchEvent(new CustomEvent('drawn', { detail: form.old })); }")
    expect(said.nth(0)).to_contain_text("Line 4")
    # What is corrected is wrong no longer, also if a note remains.
    editor.fill(page="<html lang='en'>\n<p>{{user.first_name}}</p>\n<img>")
    expect(said).to_have_text([re.compile("^Line 3: An image")])
    expect(area).not_to_have_attribute("aria-invalid", re.compile(""))
    editor.fill(page="<html lang='en'>\n<p>{{device.model}}</p>\n<img>")
    expect(said.nth(0)).to_contain_text("Line 2: There is no value device.model")
    expect(area).to_have_attribute("aria-invalid", "true")


def test_pages_in_other_languages_have_their_own_problems_and_stay(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    editor = html_editor(visitor, "<html lang='en'>\n<p>Hello</p>\n<img id='a'>")
    editor.fill(name="Two pages")
    editor.reach(page.locator("#translations"))
    page.get_by_role("button", name="Add language").click()
    expect(editor.field("translation.0.tag")).to_be_focused()
    editor.put("translation.0.tag", "de")
    name = "translation.0.text-page"
    expect(code(page, name)).to_be_visible()
    german = editor.field(name)
    german.fill("<html lang='de'>\n<p>Hallo</p>\n\n<img id='b'>\n{{#a}}")
    said = code(page, name).get_by_role("list", name="Problems by line").get_by_role("listitem")
    expect(said).to_have_text([re.compile("^Line 4: German: An image has no alt text")])
    editor.save()
    expect(page.get_by_role("status").filter(has_text="Saved as a draft")).to_be_visible()
    editor.reach(german)
    expect(said).to_have_text([re.compile("^Line 4: German: An image has no alt text")])
    # A change elsewhere leaves the field as it is, so that what was typed can still be undone.
    german.evaluate("area => (area.isSame = true)")
    with page.expect_response("**/campaigns/preview"):
        editor.fill(name="Two pages again")
    with page.expect_response("**/campaigns/preview"):
        editor.fill(name="Two pages once more")
    editor.reach(german)
    assert german.evaluate("area => area.isSame === true")
    # If the server draws it anew, because it quotes another text, it has its problems at once.
    editor.fill(page="<html lang='en'>\n<p>Good morning</p>\n<img id='a' alt=''>")
    expect(page.locator(f"#field-{name.replace('.', '-')}-hint")).to_contain_text("Good morning")
    assert german.evaluate("area => area.isSame") is None
    editor.reach(german)
    expect(said).to_have_text([re.compile("^Line 4: German: An image has no alt text")])


def test_a_link_to_a_line_scrolls_there_when_its_step_opens_late(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    # A busy browser opens the step after some frames.
    visitor.context.add_init_script(
        """const add = window.addEventListener;
        window.addEventListener = (name, act, ...rest) =>
          add.call(window, name, name === 'hashchange' ? (event) => setTimeout(() => act(event), 300) : act, ...rest);"""
    )
    editor = html_editor(visitor, "<html lang='en'>\n" + "<p>Row</p>\n" * 200 + "<img>")
    editor.step("Review").page.locator("[data-review]").get_by_role("link", name="Line 202: An image").click()
    expect(editor.field("page")).to_be_focused()
    expect(code(page).locator(".code-number-warning")).to_be_in_viewport()


def test_broken_lines_break_alike_at_every_width(server, visit):
    visitor = visit().sign_in()
    page = visitor.page
    text = "\n".join("word " * (number % 40) + "x" * (number % 7 * 12) for number in range(300))
    html_editor(visitor, text)
    field = code(page)
    field.get_by_label("Wrap lines").check()
    differing = field.evaluate(
        """async (field) => {
          const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          const [area, sheet] = [field.querySelector('textarea'), field.querySelector('.code-sheet')];
          const found = [];
          for (let width = 360; width < 760; width += 4.3) {
            field.style.inlineSize = `${width}px`;
            await frame();
            if (area.scrollHeight !== sheet.offsetHeight + 14) found.push([width, area.scrollHeight, sheet.offsetHeight + 14]);
          }
          return found;
        }"""
    )
    assert differing == []


def test_a_long_page_stays_quick_and_its_bytes_are_counted(server, visit):
    visitor = visit().sign_in()
    # So long a page cannot be saved.
    visitor.forgive("status of 422")
    page = visitor.page
    editor = html_editor(visitor, "<p>ü</p>")
    field = code(page)
    area = editor.field("page")
    counter = field.locator(".code-count")
    expect(counter).to_have_text("9 of 102,400 bytes", use_inner_text=True)
    rows = "\n".join(f'<p class="row" id="row-{number}">Row {number}, which is long enough to be broken on a small screen</p>' for number in range(2_300))
    assert len(rows) > 200_000
    # As if it was pasted. Typing so many lines takes this browser seconds, in any field.
    area.evaluate(
        "(area, text) => { area.value = text; area.dispatchEvent(new InputEvent('input', { bubbles: true })) }", rows
    )
    expect(counter).to_have_text(re.compile(r"^Too long: 2\d\d,\d{3} of 102,400 bytes$"), use_inner_text=True)
    expect(counter).to_have_class(re.compile(r"\berror\b"))
    # Only what is in view is drawn.
    drawn(field)
    assert field.locator(".code-line").count() < 120
    area.evaluate("area => { area.scrollTop = area.scrollHeight }")
    expect(field.locator(".code-line").last).to_have_text(rows.rsplit("\n", 1)[1])
    assert field.locator(".code-line").count() < 120
    expect(field.locator(".code-number").last).to_have_text("2300")
    # The drawing has the size of the text, so that both scroll alike, also with long lines broken.
    sizes = "field => [field.querySelector('textarea').scrollHeight, field.querySelector('.code-sheet').offsetHeight + 14]"
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    field.get_by_label("Wrap lines").check()
    drawn(field)
    text, sheet = field.evaluate(sizes)
    assert text == sheet > 2_300 * 30, (text, sheet)
    assert drawn(field) == rows
    # Of all lines, those in view have colours.
    area.evaluate("area => { area.scrollTop = 0 }")
    drawn(field)
    assert 0 < field.locator(".code-line:has(span)").count() < 200
    area.press("Control+End")
    page.keyboard.type("<b>")
    page.keyboard.press("Enter")
    assert drawn(field) == rows + "<b>\n"
    text, sheet = field.evaluate(sizes)
    assert text == sheet, (text, sheet)
    # The switch is no change of the campaign, and the next page knows it.
    editor.fill(page="<p>Short")
    page.reload()
    editor.fill(kind="html")
    expect(code(page).get_by_label("Wrap lines")).to_be_checked()


def test_it_looks_right_on_every_screen(server, visit):
    for width, scheme in LOOKS:
        visitor = visit(width=width, height=844, scheme=scheme).sign_in()
        editor = html_editor(visitor, PAGE.replace("<p>", "<p><img><iframe></iframe>"))
        expect(code(visitor.page).get_by_role("listitem")).to_have_count(2)
        editor.field("page").focus()
        # Away from the bar with the buttons, which stays at the bottom of the window.
        code(visitor.page).locator(".code-foot").evaluate("foot => foot.scrollIntoView({ block: 'center' })")
        visitor.look(f"code-field-{width}-{scheme}")
        code(visitor.page).get_by_label("Wrap lines").check()
        visitor.look(f"code-field-wrapped-{width}-{scheme}")


def test_without_script_it_is_a_plain_field_with_the_same_notes(server, visit):
    visitor = visit(script=False).sign_in()
    page = visitor.page
    new_campaign(page)
    editor = Editor(page)
    editor.fill(name="Plain page", kind="html", page="<html lang='en'>\n<img>\n<p>ü")
    editor.save()
    expect(code(page).locator(".code-count")).to_have_text("28 of 102,400 bytes", use_inner_text=True)
    expect(code(page).get_by_text("Line 2: An image has no alt text.")).to_be_visible()
    expect(code(page).get_by_label("Wrap lines")).to_be_hidden()
    assert editor.value("page") == "<html lang='en'>\n<img>\n<p>ü"
