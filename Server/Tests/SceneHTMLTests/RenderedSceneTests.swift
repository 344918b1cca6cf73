// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import SceneHTML
import Testing

@Suite struct RenderedSceneTests {
  @Test func `the fixtures are found`() {
    #expect(SceneFixture.all.count >= 60)
    #expect(SceneFixture.matrix.count >= 130)
  }

  @Test(arguments: SceneFixture.all.filter(\.isPicture))
  func `a frozen scene becomes the frozen markup`(_ fixture: SceneFixture) throws {
    let difference = try fixture.difference(Self.text(of: fixture))
    #expect(difference == nil)
  }

  @Test func `so does a scene whose markup is a line of the matrix`() throws {
    let others = SceneFixture.all.filter { !$0.isPicture }
    let texts = try Dictionary(uniqueKeysWithValues: others.map { ($0.name, try Self.text(of: $0)) })
    #expect(try SceneFixture.differences(texts) == [])
  }

  private static func text(of fixture: SceneFixture) throws -> String {
    let rendered = RenderedScene(try fixture.scene())
    _ = try Markup(rendered.html)
    return rendered.html.replacing("><", with: ">\n<") + "\n\n" + rendered.css + "\n"
  }

  @Test(
    arguments: SceneFixture.all + SceneFixture.matrix
  )
  func `everything that can be pressed in a frozen scene can be pressed in its markup, once`(
    _ fixture: SceneFixture
  ) throws {
    let scene = try fixture.scene()
    let markup = try Markup(RenderedScene(scene).html)
    let wanted = scene.root.allNodes.filter(\.isPressable).map(\.id)
    #expect(markup.elements(with: "data-action").compactMap { $0.attributes["data-node"] } == wanted)
    // What can be pressed in a page is the page's own.
    #expect(!wanted.isEmpty || scene.kind.rawValue == "html")
    for element in markup.elements(with: "data-action") where element.tag != "button" {
      #expect(element.attributes["tabindex"] == "0" || element.attributes["role"] == "radio")
      #expect(["button", "link", "radio", "checkbox"].contains(element.attributes["role"]))
    }
  }

  @Test(arguments: [nil, 0, 2])
  func `a group of radio buttons has one stop for the Tab key: the selected button, or the first`(
    selected: Int?
  ) throws {
    let radios = (0..<3).map { number in
      SceneNode(
        id: "r\(number)", content: .icon("*"), action: .rate(question: "q", number: number),
        accessibility: .init(role: .radio, label: "\(number)", state: .init(isSelected: number == selected)))
    }
    var scene = scene(.stack(.init(axis: .horizontal, spacing: 0, alignment: .leading, children: radios)))
    scene.root.accessibility = .init(role: .choices, label: "How many?", state: .init(isRequired: true))
    let markup = try Markup(RenderedScene(scene).html)
    let group = try #require(markup.elements(with: "data-node").first)
    #expect(group.attributes["role"] == "radiogroup" && group.attributes["aria-label"] == "How many?")
    #expect(group.attributes["aria-required"] == "true")
    let buttons = markup.elements.filter { $0.tag == "button" }
    #expect(buttons.map { $0.attributes["role"] } == ["radio", "radio", "radio"])
    #expect(buttons.map { $0.attributes["aria-checked"] == "true" } == (0..<3).map { $0 == selected })
    #expect(buttons.map { $0.attributes["tabindex"] != "-1" } == (0..<3).map { $0 == selected ?? 0 })
  }

  @Test func `what is disabled says so, keeps its place for the keyboard, and cannot be pressed`() throws {
    var scene = scene(.stack(.init(axis: .horizontal, spacing: 0, alignment: .leading, children: [])))
    scene.root.action = .next
    scene.root.accessibility = .init(role: .button, label: "Next", state: .init(isDisabled: true))
    let button = try #require(try Markup(RenderedScene(scene).html).elements.last)
    #expect(button.attributes["aria-disabled"] == "true" && button.attributes["tabindex"] == "0")
    #expect(button.attributes["data-action"] == nil && button.attributes["role"] == "button")
  }

  @Test(arguments: RandomScenes.texts)
  func `a field has its name, limit and hint, and an author's text stays text`(_ text: String) throws {
    let font = SceneFont(size: 14, lineHeight: 20, weight: .regular)
    let black = SceneColor(argb: 0xFF00_0000)
    var scene = scene(
      .field(
        .init(
          name: "q", text: text, placeholder: text, font: font, color: black, placeholderColor: black,
          maximumLength: 20)))
    scene.root.accessibility = .init(role: .textbox, label: "Why?", state: .init(isRequired: true))
    let markup = try Markup(RenderedScene(scene).html)
    let field = try #require(markup.elements.last)
    let plain = text.replacing("\0", with: "\u{FFFD}")
    #expect(
      field.tag == "textarea" && field.attributes["maxlength"] == "20"
        && field.attributes["aria-required"] == "true")
    #expect(
      field.attributes["aria-label"] == "Why?"
        && field.attributes["placeholder"] == (text.isEmpty ? nil : plain))
    // A browser drops the first line break.
    #expect(markup.text == "\n" + plain)
  }

  @Test func `progress is a number of steps`() throws {
    var scene = scene(.stack(.init(axis: .horizontal, spacing: 0, alignment: .leading, children: [])))
    scene.root.accessibility = .init(
      role: .progress, label: "2 / 7", state: .init(progress: .init(number: 2, count: 7)))
    let bar = try #require(try Markup(RenderedScene(scene).html).elements.last)
    #expect(bar.attributes["role"] == "progressbar" && bar.attributes["aria-label"] == "2 / 7")
    #expect(
      bar.attributes["aria-valuenow"] == "2" && bar.attributes["aria-valuemax"] == "7"
        && bar.attributes["aria-valuemin"] == "0")
  }

  @Test(arguments: RandomScenes.texts)
  func `an author's text stays text`(_ text: String) throws {
    let markup = try Markup(RenderedScene(scene(.text(words(text)))).html)
    #expect(markup.text == text.replacing("\0", with: "\u{FFFD}"))
    #expect(markup.elements.map(\.tag) == ["section", "div", "p"])
  }

  @Test(
    arguments: [
      (SceneNode.Style(cornerRadius: 12, cornerCurve: .continuous), true),
      (.init(cornerRadius: 12, cornerCurve: .circular), false),
      (.init(cornerRadius: 12), false), (.init(cornerRadius: 0, cornerCurve: .continuous), false),
      (.init(cornerRadius: 12, cornerCurve: .continuous, width: 44, minHeight: 44), true),
      (.init(cornerRadius: 16, cornerCurve: .continuous, minHeight: 44), true),
      (.init(cornerRadius: 22, cornerCurve: .continuous, minHeight: 44), false),
      (.init(cornerRadius: 22, cornerCurve: .continuous, width: 44, height: 200), false),
    ])
  func `a continuous corner reaches further where browsers can draw it, and a half circle stays one`(
    _ style: SceneNode.Style, isSmooth: Bool
  ) throws {
    var scene = scene(.space)
    scene.root.style = style
    let rendered = RenderedScene(scene)
    let box = try #require(try Markup(rendered.html).elements(with: "data-node").first)
    #expect(box.attributes["class"]?.split(separator: " ").contains("smooth") == isSmooth)
    #expect(
      rendered.css.contains("border-radius:calc(\(Int(style.cornerRadius))px*var(--corner-reach,1))")
        == isSmooth)
    #expect(
      rendered.css.contains("border-radius:\(Int(style.cornerRadius))px")
        == (!isSmooth && style.cornerRadius > 0))
  }

  @Test(arguments: RandomScenes.texts)
  func `ids and labels stay inside their attributes`(_ text: String) throws {
    var scene = scene(.space)
    scene.id = text
    scene.accessibility.label = text
    scene.accessibility.initialFocus = text
    let rendered = RenderedScene(scene)
    let section = try #require(try Markup(rendered.html).elements.first)
    let expected = text.replacing("\0", with: "\u{FFFD}")
    #expect(section.attributes["data-scene"] == expected)
    #expect(section.attributes["aria-label"] == expected)
    #expect(section.attributes["data-focus"] == expected)
    #expect(!rendered.css.contains("<"))
    #expect(rendered.css.split(separator: "\n").allSatisfy { $0.hasPrefix(".scene[data-scene=\"") })
  }

  @Test(
    arguments: [
      ("https://example.com/a.png?x=1&y=\"2\"", "https://example.com/a.png?x=1&y=\"2\""),
      ("HTTP://example.com/a.png", "HTTP://example.com/a.png"),
      ("data:image/png;base64,AAAA", "data:image/png;base64,AAAA"), ("javascript:alert(1)", ""),
      (" javascript:alert(1)", ""),
      ("data:text/html,<script>", ""), ("file:///etc/passwd", ""), ("//example.com/a.png", ""),
      ("/campaigns", ""), ("", ""),
    ])
  func `an image comes from a web server or out of its own address, from nowhere else`(
    _ url: String, _ expected: String
  ) throws {
    let markup = try Markup(RenderedScene(scene(.image(.init(url: url, fit: .contain)))).html)
    #expect(markup.elements.last?.tag == "img")
    #expect(markup.elements.last?.attributes["src"] == expected)
    #expect(markup.elements.last?.attributes["referrerpolicy"] == "no-referrer")
  }

  @Test(
    arguments: RandomScenes.texts)
  func `words in the place of a picture that goes missing stay words, in the style that the scene gives them`(
    _ text: String
  ) throws {
    let rendered = RenderedScene(
      scene(.image(.init(url: "https://example.com/a.png", fit: .contain, fallback: words(text)))))
    let image = try #require(try Markup(rendered.html).elements.last)
    #expect(image.attributes["data-fallback"] == text.replacing("\0", with: "\u{FFFD}"))
    #expect(rendered.css.contains(".words[data-n=\"0\"]{font-size:14px;line-height:20px"))
  }

  @Test(
    arguments: [
      ("https://example.com/a.GIF?x=1", true), ("https://example.com/a.webp#b", true),
      ("data:image/gif;base64,AAAA", true),
      ("https://example.com/a.png?b=.gif", false), ("data:image/png;base64,gif", false),
    ])
  func `a picture that may move, as its address tells, is held still unless the scene lets it move`(
    _ url: String, _ mayMove: Bool
  ) throws {
    for animates in [false, true] {
      let markup = try Markup(
        RenderedScene(scene(.image(.init(url: url, fit: .contain, animates: animates)))).html)
      #expect((markup.elements.last?.attributes["data-still"] != nil) == (mayMove && !animates))
    }
  }

  @Test func `a picture that lies on the device itself is named as the page finds it, and no other`() throws {
    for (url, expected) in [
      ("file:///a/1.png", "/files/1.png?a=1&b=\"2\""), ("file:///a/2.png", ""),
      ("https://x/a.png", "https://x/a.png"),
    ] {
      let rendered = RenderedScene(scene(.image(.init(url: url, fit: .contain)))) { address in
        address == "file:///a/1.png" ? "/files/1.png?a=1&b=\"2\"" : nil
      }
      #expect(try Markup(rendered.html).elements.last?.attributes["src"] == expected)
    }
  }

  @Test func `a page of an author's runs in a sandbox without an origin`() throws {
    let web = SceneNode.Web(page: "<script>\"</script>", surroundings: .init(textScale: 2))
    let rendered = RenderedScene(
      scene(.web(web)), page: { nodeID, web in "/pages/\(nodeID)/\(web.page.count)/" })
    let frame = try #require(try Markup(rendered.html).elements.last)
    #expect(frame.tag == "iframe")
    #expect(frame.attributes["sandbox"] == "allow-scripts")
    #expect(frame.attributes["src"] == "/pages/root/18/")
    #expect(frame.attributes["srcdoc"] == nil)
    #expect(frame.attributes["title"] == "Words")
    #expect(frame.attributes["data-surroundings"]?.contains("\"textScale\":2") == true)
    #expect(try Markup(RenderedScene(scene(.web(web))).html).elements.last?.attributes["src"] == nil)
  }

  @Test(
    arguments: UInt64(1)...400)
  func
    `no scene, whatever it holds, makes markup that is not well formed, carries a style or a script, or loses a node`(
      seed: UInt64
    ) throws
  {
    var source = RandomScenes(seed: seed)
    let scene = source.scene()
    let rendered = RenderedScene(scene)
    let markup = try Markup(rendered.html)
    for element in markup.elements {
      #expect(!["script", "style", "link"].contains(element.tag))
      for name in element.attributes.keys { #expect(name != "style" && !name.hasPrefix("on")) }
    }
    let ids = scene.root.allNodes.map { $0.id.replacing("\0", with: "\u{FFFD}") }
    #expect(markup.elements.compactMap { $0.attributes["data-node"] } == ids)
    #expect(markup.elements(with: "data-action").count == scene.root.allNodes.count(where: \.isPressable))
    #expect(!rendered.css.contains("<") && !rendered.css.contains("nan") && !rendered.css.contains("inf"))
    #expect(rendered.css.count { $0 == "{" } == rendered.css.count { $0 == "}" })
  }

  private func words(_ string: String) -> SceneNode.Text {
    .init(
      string: string, font: SceneFont(size: 14, lineHeight: 20, weight: .regular),
      color: SceneColor(argb: 0xFF00_0000), alignment: .leading
    )
  }

  private func scene(_ content: SceneNode.Content) -> MessageScene {
    MessageScene(
      id: "scene-1", kind: .announcement, placement: .fill, root: SceneNode(id: "root", content: content),
      enter: .none, leave: .none,
      accessibility: .init(label: "Words", isModal: true, initialFocus: nil, language: nil),
      direction: .leftToRight)
  }
}
