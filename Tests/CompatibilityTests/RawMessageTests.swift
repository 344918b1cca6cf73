// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeUI
import Foundation
import MartletCore
import MartletWire
import TestSupport
import Testing

@testable import BrazeKit

@Suite
struct RawMessageTests {
  typealias Raw = Braze.InAppMessageRaw

  @Test(arguments: PropertyCases.seeds(full: 300))
  func `any message that is read from its raw form is the same message`(seed: UInt64) throws {
    for kind in Wire.Message.Kind.allCases {
      var random = SeededGenerator(seed: seed)
      let message = random.message(kind)
      #expect(try Braze.InAppMessage(Raw(message)) == message, "seed \(seed), \(kind)")
    }
  }

  @Test(arguments: [Braze.InAppMessage.html(.init(message: "<p>Tulips</p>")), .control(.init())])
  func `a message whose type has no raw form is kept, with what is changed of the fields of all types`(
    message: Braze.InAppMessage
  ) throws {
    let raw = Raw()
    raw.typed = message
    raw.message = "Roses"
    raw.orientation = .portrait
    var changed = message
    changed.orientation = .portrait
    #expect(try Braze.InAppMessage(raw) == changed)
    raw.isControl = false
    #expect(try Braze.InAppMessage(raw).slideup?.message == "Roses")
  }

  @Test(arguments: Impossible.allCases)
  func `a message that is not possible is refused with the field, and the other fields do not matter`(
    impossible: Impossible
  ) {
    #expect {
      try Braze.InAppMessage(impossible.raw)
    } throws: { error in
      guard case .invalid(let field, let reason)? = error as? Braze.InAppMessage.WireError else {
        return false
      }
      return field == impossible.rawValue && !reason.isEmpty
    }
  }

  enum Impossible: String, CaseIterable {
    case text = "message"
    case image = "imageURL"
    case action = "url"
    case buttonAction = "buttons[1].url"

    var raw: Raw {
      let raw = Raw()
      raw.message = "Tulips"
      switch self {
      case .text: raw.message = ""
      case .image: raw.type = .full
      case .action: raw.clickAction = .url
      case .buttonAction:
        raw.type = .modal
        raw.buttons = [Raw.Button(text: "Later"), Raw.Button(id: 1, text: "Order", clickAction: .url)]
      }
      return raw
    }
  }

  @Test func `texts, images and pages are required where the type needs them`() throws {
    let raw = Raw()
    raw.type = .modal
    #expect(throws: Braze.InAppMessage.WireError.self, "neither text nor header") {
      try Braze.InAppMessage(raw)
    }
    raw.header = "Spring"
    #expect(try Braze.InAppMessage(raw).modal?.header == "Spring")
    raw.imageStyle = .graphic
    #expect(throws: Braze.InAppMessage.WireError.self, "an image alone without an image") {
      try Braze.InAppMessage(raw)
    }
    raw.imageURL = Sample.picture
    #expect(try Braze.InAppMessage(raw).modalImage?.imageURL == Sample.picture)
    raw.type = .htmlFull
    raw.message = nil
    #expect(throws: Braze.InAppMessage.WireError.self, "no page") { try Braze.InAppMessage(raw) }
    raw.assetURLs = [URL(string: "https://example.test/page.zip")!]
    #expect(try Braze.InAppMessage(raw).html?.legacy == true)
    raw.isControl = true
    #expect(try Braze.InAppMessage(raw).control != nil)
  }

  @Test(
    arguments: [(nil, 5), (7, 7), (999, 999), (1_000, 1), (5_000, 5)])
  func `a duration is in seconds below 1,000, otherwise in milliseconds, and 5 seconds by default`(
    given: TimeInterval?, expected: TimeInterval
  ) throws {
    let raw = Raw()
    raw.message = "Tulips"
    raw.messageClose = .autoDismiss
    raw.duration = given
    #expect(try Braze.InAppMessage(raw).messageClose == .auto(after: expected))
    raw.messageClose = .swipe
    #expect(
      try Braze.InAppMessage(raw).messageClose == .userInteraction,
      "Only a message that closes automatically has a duration.")
  }

  @Test
  func
    `flat colours are a light theme, a missing one is the default, and without any the message has the default themes`()
    throws
  {
    let raw = Raw()
    raw.type = .modal
    raw.message = "Tulips"
    raw.buttons = [Raw.Button(text: "Later"), Raw.Button(id: 1, text: "Order")]
    #expect(try Braze.InAppMessage(raw).themes == .defaults)
    #expect(try Braze.InAppMessage(raw).modal?.buttons.map(\.themes) == [.secondary, .defaults])
    raw.backgroundColor = 0xFF11_2233
    raw.buttons?[0].textColor = 0xFF44_5566
    let message = try Braze.InAppMessage(raw)
    #expect(message.themes?.light.backgroundColor == 0xFF11_2233)
    #expect(message.themes?.light.textColor == Braze.InAppMessage.Theme.defaultLight.textColor)
    #expect(message.themes?.dark == nil)
    #expect(message.modal?.buttons.first?.themes.light.textColor == 0xFF44_5566)
  }

  @Test func `a raw theme colours the buttons in their order, also after the message was typed before`()
    throws
  {
    let raw = Raw(
      .modal(
        .init(
          message: "Tulips", buttons: Sample.buttons, themes: ["light": .defaultLight, "dark": .defaultDark]))
    )
    raw.themes?["dark"]?.buttons[1].textColor = 0xFF44_5566
    raw.themes?["light"]?.backgroundColor = 0xFF11_2233
    let message = try Braze.InAppMessage(raw)
    #expect(message.modal?.buttons[1].themes.dark?.textColor == 0xFF44_5566)
    #expect(message.modal?.buttons[0].themes == Sample.buttons[0].themes)
    #expect(message.themes?.light.backgroundColor == 0xFF11_2233)
  }

  @Test func `as JSON, a raw message has Martlet's own format, and what is not possible has none`() throws {
    let raw = Raw()
    #expect(raw.json() == nil)
    raw.message = "Tulips"
    raw.slideFrom = .top
    let data = try #require(raw.json())
    #expect(Raw.decoding(json: data)?.slideFrom == .top)
    #expect(Braze.InAppMessage.decoding(json: data)?.slideup?.message == "Tulips")
    #expect(Raw.decoding(json: Data("[]".utf8)) == nil)
  }

  @Test func `the raw orientation portrait has UIKit's value, so that code that mixes both means the same`() {
    #expect(Raw.Orientation.portrait.rawValue == BrazeInAppMessageUI.InterfaceOrientation.portrait.rawValue)
  }
}

extension SeededGenerator {
  /// A message of the kind with anything that a raw message can express.
  fileprivate mutating func message(_ kind: Wire.Message.Kind) -> Braze.InAppMessage {
    var message: Braze.InAppMessage =
      switch kind {
      case .slideup:
        .slideup(
          .init(
            graphic: graphic(), imageAltText: optionalText(), language: optionalText(), message: text(),
            slideFrom: oneIn(2) ? .top : .bottom,
            themes: themes()))
      case .modal:
        .modal(
          .init(
            graphic: graphic(), imageAltText: optionalText(), header: text(),
            headerTextAlignment: alignment(),
            message: oneIn(2) ? "" : text(),
            messageTextAlignment: alignment(), buttons: buttons(), themes: themes()))
      case .modalImage:
        .modalImage(
          .init(imageURL: url(), imageAltText: optionalText(), buttons: buttons(), themes: themes()))
      case .full:
        .full(
          .init(
            imageURL: url(), language: optionalText(), header: oneIn(2) ? "" : text(),
            headerTextAlignment: alignment(), message: text(),
            messageTextAlignment: alignment(), buttons: buttons(), themes: themes()))
      case .fullImage:
        .fullImage(.init(imageURL: url(), imageAltText: optionalText(), buttons: buttons(), themes: themes()))
      case .html:
        .html(
          .init(
            message: "<p>\(text())</p>", baseURL: oneIn(2) ? url() : nil,
            assetURLs: Set(array(0...3) { $0.url() }), legacy: oneIn(2),
            bridge: .init(capabilities: oneIn(2) ? [.customEvent] : [])))
      case .control: .control(.init())
      }
    message.clickAction = action()
    message.messageClose =
      oneIn(2) ? .userInteraction : .auto(after: element(of: [0.5, 5, 999, 1_000, 86_400]))
    message.orientation = element(of: Braze.InAppMessage.Orientation.allCases)
    message.animateIn = oneIn(2)
    message.animateOut = oneIn(2)
    message.extras = [
      "text": .string(text()), "none": .null, "date": .object(["$date": .int(5)]),
      "list": .array([.int(1), .double(1.5)]),
    ]
    message.messageExtras = optionalText()
    message.id = optionalText()
    return message
  }

  private mutating func text() -> String { element(of: ["Tulips", "a", "Ä 🌷", " "]) }
  private mutating func optionalText() -> String? { oneIn(2) ? nil : text() }
  private mutating func url() -> URL {
    URL(string: "https://example.test/\(int(0...9)).png?q=\(int(0...9))")!
  }
  private mutating func graphic() -> Braze.InAppMessage.Graphic? {
    element(of: [nil, .icon("*"), .image(url())])
  }
  private mutating func alignment() -> Braze.InAppMessage.TextAlignment {
    element(of: Braze.InAppMessage.TextAlignment.allCases)
  }
  private mutating func action() -> Braze.InAppMessage.ClickAction {
    oneIn(2) ? .none : .url(url(), useWebView: oneIn(2))
  }
  private mutating func color() -> Braze.InAppMessage.Color {
    .init(rawValue: UInt32(truncatingIfNeeded: next()))
  }

  private mutating func themes() -> Braze.InAppMessage.Themes {
    var themes: Braze.InAppMessage.Themes = [:]
    for name in ["light", "dark", "sepia"] where !oneIn(3) {
      themes[name] = .init(
        backgroundColor: color(), textColor: color(), closeButtonColor: color(), frameColor: color())
    }
    return themes
  }

  /// Their themes can have other names than those of the message.
  private mutating func buttons() -> [Braze.InAppMessage.Button] {
    (0..<int(0...3)).map { id in
      var themes: Braze.InAppMessage.ButtonThemes = [:]
      for name in ["light", "dark", "night"] where !oneIn(3) {
        themes[name] = .init(textColor: color(), borderColor: color())
      }
      return .init(id: id, text: text(), clickAction: action(), themes: themes)
    }
  }
}
