// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire
import Testing

@testable import MartletReach

@Suite("Banners, announcements, surveys and data from a server")
struct ContentTests {
  // MARK: - Banners

  @Test func `a banner has all that its wire form has`() throws {
    let wire = Wire.Banner(
      title: "Autumn", text: "New colours", showsIcon: false, imageURL: "https://assets.example/leaf.png",
      imageAlt: "A leaf",
      isCloseable: false, edge: .known(.top),
      action: .init(type: .known(.url), url: "https://shop.example", useWebView: true),
      language: "en", themes: ["light": .init(background: .init(argb: 0xFF11_2233))],
      extras: ["shelf": .int(4)])
    let banner = try Reach.Banner(wire: wire)
    #expect(banner.title == "Autumn" && banner.text == "New colours" && banner.language == "en")
    #expect(!banner.showsIcon && !banner.isCloseable && banner.edge == .top)
    #expect(
      banner.imageURL == URL(string: "https://assets.example/leaf.png") && banner.imageAltText == "A leaf")
    #expect(banner.clickAction == .url(try #require(URL(string: "https://shop.example")), useWebView: true))
    #expect(banner.themes.light.backgroundColor == 0xFF11_2233 && banner.themes.dark == nil)
    #expect(banner.extras == ["shelf": .int(4)])
  }

  @Test
  func `a banner without more is at the bottom, can be closed, shows the icon, and has the SDK's colours`()
    throws
  {
    let banner = try Reach.Banner(wire: Wire.Banner(text: "Hello", edge: Wire.Open("sideways")))
    #expect(banner == Reach.Banner(text: "Hello"))
    #expect(banner.edge == .bottom && banner.isCloseable && banner.showsIcon && banner.themes == .defaults)
  }

  @Test(
    arguments: [
      (Wire.Banner(), "title"), (Wire.Banner(title: "", text: ""), "title"),
      (Wire.Banner(text: "Hello", imageURL: ""), "image_url"),
      (Wire.Banner(text: "Hello", action: .init(type: .known(.url))), "action.url"),
      (Wire.Banner(text: "Hello", action: .init(type: .known(.url), url: "")), "action.url"),
    ])
  func `a banner that cannot be shown names the field`(wire: Wire.Banner, field: String) {
    #expect(fieldOfError { () throws(Reach.ContentError) in _ = try Reach.Banner(wire: wire) } == field)
  }

  // MARK: - Announcements

  @Test(arguments: [Wire.Content.Kind.text, .html])
  func `an announcement has all that its wire form has`(kind: Wire.Content.Kind) throws {
    let wire = Wire.Content(
      kind: .known(kind), title: "Autumn", body: "<p>New", actionLabel: "Look",
      action: .init(type: .known(.url), url: "shop://autumn"),
      exitLabel: "Later", language: "en", themes: ["light": .init()],
      assetURLs: ["https://assets.example/a.css"],
      bridge: .init(allows: [.known(.customEvent)], names: ["shop"]), extras: ["a": .bool(true)])
    let announcement = try Reach.Announcement(wire: wire)
    #expect(
      announcement.kind.rawValue == kind.rawValue && announcement.title == "Autumn"
        && announcement.body == "<p>New")
    #expect(
      announcement.actionLabel == "Look" && announcement.exitLabel == "Later" && announcement.language == "en"
    )
    #expect(
      announcement.clickAction.url?.absoluteString == "shop://autumn"
        && announcement.extras == ["a": .bool(true)])
    #expect(announcement.assetURLs.map(\.absoluteString) == ["https://assets.example/a.css"])
    #expect(announcement.bridge == .init(capabilities: [.customEvent], names: ["shop"]))
    #expect(try Reach.Content(wire: wire) == .announcement(announcement))
  }

  @Test func `a page can be in an archive`() throws {
    let wire = Wire.Content(kind: .known(.html), assetURLs: ["https://assets.example/page.zip"])
    #expect(try Reach.Announcement(wire: wire).body.isEmpty)
  }

  @Test(
    arguments: [
      (Wire.Content(kind: .known(.text)), "body"),
      (Wire.Content(kind: .known(.html), title: "Only a title"), "body"),
      (Wire.Content(kind: .known(.text), body: "Hello", action: .init(type: .known(.url))), "action.url"),
      (
        Wire.Content(kind: .known(.html), body: "Hello", assetURLs: ["https://assets.example/a.css", ""]),
        "asset_urls[1]"
      ),
    ])
  func `an announcement that cannot be shown names the field`(wire: Wire.Content, field: String) {
    #expect(fieldOfError { () throws(Reach.ContentError) in _ = try Reach.Content(wire: wire) } == field)
  }

  @Test func `content of a kind that this version does not know is not shown`() {
    #expect(throws: Reach.ContentError.unsupportedKind("hologram")) {
      try Reach.Content(wire: Wire.Content(kind: Wire.Open("hologram")))
    }
    #expect(throws: Reach.ContentError.unsupportedKind("survey")) {
      try Reach.Announcement(wire: Wire.Content(kind: .known(.survey)))
    }
    #expect(throws: Reach.ContentError.unsupportedKind("text")) {
      try Reach.Survey(wire: Wire.Content(kind: .known(.text)))
    }
  }

  // MARK: - Surveys

  @Test func `a survey has all that its wire form has`() throws {
    let wire = Wire.Content(
      kind: .known(.survey), title: "Two questions", body: "It takes a minute.", actionLabel: "Send",
      exitLabel: "Not now",
      questions: [
        .init(
          id: "colour", kind: .known(.single), title: "Which colour?", detail: "Of the coat.",
          choices: [.init(id: "red", title: "Red"), .init(id: "blue", title: "Blue", isDefault: true)]),
        .init(
          id: "stars", kind: .known(.rating), title: "How was it?", isRequired: false, scale: .known(.stars),
          lowLabel: "Bad",
          highLabel: "Good"),
        .init(
          id: "why", kind: .known(.text), title: "Why?", placeholder: "In a few words",
          shownIf: .init(questionID: "stars", anyOf: ["1", "2"])),
      ], language: "en", extras: ["a": .int(1)])
    let survey = try Reach.Survey(wire: wire)
    #expect(survey.title == "Two questions" && survey.body == "It takes a minute." && survey.language == "en")
    #expect(survey.submitLabel == "Send" && survey.exitLabel == "Not now" && survey.extras == ["a": .int(1)])
    #expect(
      survey.questions == [
        .init(
          id: "colour", kind: .single, title: "Which colour?", detail: "Of the coat.",
          choices: [.init(id: "red", title: "Red"), .init(id: "blue", title: "Blue", isDefault: true)]),
        .init(
          id: "stars", kind: .rating, title: "How was it?", isRequired: false, scale: .stars, lowLabel: "Bad",
          highLabel: "Good"),
        .init(
          id: "why", kind: .text, title: "Why?", placeholder: "In a few words",
          condition: .init(questionID: "stars", anyOf: ["1", "2"])),
      ])
    #expect(try Reach.Content(wire: wire) == .survey(survey))
  }

  @Test func `the flow of a survey asks its questions as the server's form describes them`() throws {
    let wire = [
      Wire.Question(
        id: "a", kind: .known(.multiple), title: "A", isRequired: false,
        choices: [.init(id: "x", title: "X", isDefault: true), .init(id: "y", title: "Y")]),
      Wire.Question(
        id: "b", kind: .known(.rating), title: "B", scale: Wire.Open("thumbs"),
        shownIf: .init(questionID: "a")),
      Wire.Question(id: "c", kind: .known(.rating), title: "C", scale: .known(.faces)),
    ]
    let survey = try Reach.Survey(wire: Wire.Content(kind: .known(.survey), questions: wire))
    #expect(survey.flow == SurveyFlow(wire.compactMap(\.question)))
    #expect(survey.flow.answers == ["a": .choices(["x"])])
  }

  @Test(
    arguments: [
      ([], "questions"),
      ([.init(id: "a", kind: Wire.Open("matrix"), title: "A")], "questions[0].kind"),
      ([.init(id: "", kind: .known(.text), title: "A")], "questions[0].id"),
      (
        [.init(id: "a", kind: .known(.text), title: "A"), .init(id: "a", kind: .known(.text), title: "B")],
        "questions[1].id"
      ),
      ([.init(id: "a", kind: .known(.text), title: "")], "questions[0].title"),
      ([.init(id: "a", kind: .known(.single), title: "A")], "questions[0].choices"),
      ([.init(id: "a", kind: .known(.multiple), title: "A")], "questions[0].choices"),
      (
        [.init(id: "a", kind: .known(.single), title: "A", choices: [.init(id: "", title: "X")])],
        "questions[0].choices[0].id"
      ),
      (
        [
          .init(
            id: "a", kind: .known(.single), title: "A",
            choices: [.init(id: "x", title: "X"), .init(id: "x", title: "Y")])
        ],
        "questions[0].choices[1].id"
      ),
      (
        [.init(id: "a", kind: .known(.single), title: "A", choices: [.init(id: "x", title: "")])],
        "questions[0].choices[0].title"
      ),
      (
        [.init(id: "a", kind: .known(.text), title: "A", shownIf: .init(questionID: "a"))],
        "questions[0].shown_if.question_id"
      ),
      (
        [
          .init(id: "a", kind: .known(.text), title: "A", shownIf: .init(questionID: "b")),
          .init(id: "b", kind: .known(.text), title: "B"),
        ], "questions[0].shown_if.question_id"
      ),
    ] as [([Wire.Question], String)])
  func `a survey that cannot be shown names the field`(questions: [Wire.Question], field: String) {
    let wire = Wire.Content(kind: .known(.survey), questions: questions)
    #expect(fieldOfError { () throws(Reach.ContentError) in _ = try Reach.Content(wire: wire) } == field)
  }

  // MARK: - Data

  @Test func `data is a text, or bytes in Base64`() throws {
    let text = try Reach.DataPush(wire: Wire.DataPush(body: "aGVsbG8="))
    #expect(text == Reach.DataPush(type: .text, body: "aGVsbG8=") && text.decodedBody == nil)
    let bytes = try Reach.DataPush(wire: Wire.DataPush(type: .known(.base64), body: "aGVsbG8="))
    #expect(bytes.decodedBody == Data("hello".utf8) && bytes.body == "aGVsbG8=")
    #expect(Reach.DataPush(type: .base64, body: "?").decodedBody == nil)
  }

  @Test(
    arguments: [
      (Wire.DataPush(type: .known(.base64), body: "hello!"), "body"),
      (Wire.DataPush(type: Wire.Open("gzip"), body: "x"), "type"),
    ])
  func `data that cannot be read names the field`(wire: Wire.DataPush, field: String) {
    #expect(fieldOfError { () throws(Reach.ContentError) in _ = try Reach.DataPush(wire: wire) } == field)
  }

  /// The field of the error, whose description says it too. nil: there was none.
  private func fieldOfError(_ body: () throws(Reach.ContentError) -> Void) -> String? {
    do throws(Reach.ContentError) {
      try body()
      return nil
    } catch {
      guard case .invalid(let field, let reason) = error else { return nil }
      #expect(error.description == "\(field): \(reason)" && reason.hasSuffix("."))
      return field
    }
  }
}
