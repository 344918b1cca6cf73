// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletWire
import Testing

@Suite struct InAppMessageWireTests {
  static let url = URL(fileURLWithPath: "/image.png")

  static var messages: [Martlet.InAppMessage] {
    let buttons: [Martlet.InAppMessage.Button] = [
      .init(id: 0, text: "No", clickAction: .none, themes: .secondary),
      .init(id: 1, text: "Yes", clickAction: .url(url, useWebView: true)),
    ]
    var data = Martlet.InAppMessage.Data(
      clickAction: .url(url, useWebView: false), messageClose: .auto(after: 2.5), orientation: .landscape,
      animateIn: false,
      animateOut: false, extras: ["a": 1, "b": "text", "c": [true, .null]], messageExtras: "{}")
    data.id = "campaign"
    return [
      .slideup(
        .init(
          data: data, graphic: .icon("★"), imageAltText: "alt", language: "de", message: "m", slideFrom: .top,
          themes: .defaults)),
      .modal(
        .init(
          data: data, graphic: .image(url), header: "h", headerTextAlignment: .leading, message: "m",
          messageTextAlignment: .trailing,
          buttons: buttons, themes: ["light": .defaultLight])),
      .modalImage(.init(data: data, imageURL: url, buttons: buttons)),
      .full(.init(data: data, imageURL: url, header: "h", message: "m", buttons: buttons)),
      .fullImage(.init(data: data, imageURL: url)),
      .html(.init(data: data, message: "<p>", baseURL: url, assetURLs: [url], legacy: true)),
      .html(
        .init(
          data: data, message: "<p>",
          bridge: .init(
            capabilities: [.purchase, .subscriptions], names: ["shopBridge"], readyEvents: ["shop.Ready"]))),
      .control(.init(data: data)),
      .slideup(.init(message: "plain")),
    ]
  }

  @Test(
    arguments: [
      (["shopBridge", "$b_2"], ["shopBridge", "$b_2"]), (["window", "fetch", "martletBridge", "class"], []),
      (["", "2b", "a-b", "a b", "ü", "a.b"], []), ([String(repeating: "a", count: 65)], []),
      ([String(repeating: "a", count: 64), "b", "b"], [String(repeating: "a", count: 64), "b"]),
      ((1...9).map { "b\($0)" }, (1...8).map { "b\($0)" }),
    ])
  func
    `a page finds its bridge under names that are plain identifiers and that no page has already; others are left out`(
      given: [String], kept: [String]
    )
  {
    #expect(Martlet.InAppMessage.Html.Bridge(names: given).names == kept)
  }

  @Test
  func `a page may hear further events that say that the bridge is there; those of browsers are left out`() {
    let bridge = Martlet.InAppMessage.Html.Bridge(readyEvents: [
      "shop.BridgeReady", "a:b-c", "load", "message", "a b", "", "martlet.BridgeReady",
    ])
    #expect(bridge.readyEvents == ["shop.BridgeReady", "a:b-c"])
  }

  @Test(arguments: Wire.Message.Kind.allCases)
  func `what a kind cannot do without is what its traits say`(kind: Wire.Message.Kind) throws {
    var message = Wire.Message(
      kind: .known(kind), header: "h", message: "m", imageURL: "https://example.com/a.png", icon: "★",
      buttons: [Wire.Button(id: 0, text: "Go")])
    let whole = try Martlet.InAppMessage(wire: message)
    #expect(whole.wire.kind == .known(kind))
    #expect(whole.buttons.isEmpty == !kind.parts.contains(.buttons))
    #expect((whole.themes != nil) == kind.parts.contains(.colours))
    #expect((whole.wire.imageURL != nil) == kind.parts.contains(.image))
    #expect((whole.wire.header != nil) == kind.parts.contains(.header))

    message.imageURL = nil
    #expect(((try? Martlet.InAppMessage(wire: message)) == nil) == kind.traits.needsImage)
    message.imageURL = "https://example.com/a.png"
    (message.header, message.message) = (nil, kind == .html ? "<p>" : nil)
    #expect(((try? Martlet.InAppMessage(wire: message)) == nil) == (kind.traits.text == .required))
    (message.imageURL, message.icon) = (nil, nil)
    #expect(
      ((try? Martlet.InAppMessage(wire: message)) == nil)
        == (kind.traits.needsImage || [.required, .orImage].contains(kind.traits.text)))
  }

  @Test func `setting what a kind has not changes nothing`() {
    var modal = Martlet.InAppMessage.modal(.init(message: "m"))
    modal.themes?.dark = nil
    #expect(modal.modal?.themes.dark == nil && modal.modal?.themes.light != nil)
    modal.themes = nil
    #expect(modal.themes?.light != nil)
    var control = Martlet.InAppMessage.control(.init())
    control.themes = .defaults
    #expect(control == .control(.init()))
  }

  @Test func `a capability that this version does not know is granted by nobody`() throws {
    let wire = Wire.Message(
      kind: .known(.html), message: "<p>", bridge: .init(allows: [.known(.flush), Wire.Open("teleport")]))
    #expect(try Martlet.InAppMessage(wire: wire).html?.bridge.capabilities == [.flush])
  }

  @Test func `a page may lie in an archive instead of the message`() throws {
    let wire = Wire.Message(kind: .known(.html), assetURLs: ["https://cdn.example/page.ZIP"])
    #expect(try Martlet.InAppMessage(wire: wire).html?.message == "")
  }

  @Test(arguments: messages)
  func `every kind comes back equal from its wire form, and through Codable`(message: Martlet.InAppMessage)
    throws
  {
    #expect(try Martlet.InAppMessage(wire: message.wire) == message)
    #expect(
      try JSONDecoder().decode(Martlet.InAppMessage.self, from: JSONEncoder().encode(message)) == message)
  }

  @Test(
    arguments: [
      (Wire.Message(kind: .known(.slideup)), "message"), (Wire.Message(kind: .known(.modal)), "message"),
      (Wire.Message(kind: .known(.modalImage)), "image_url"),
      (Wire.Message(kind: .known(.full), message: "m"), "image_url"),
      (Wire.Message(kind: .known(.fullImage), imageURL: ""), "image_url"),
      (Wire.Message(kind: .known(.html)), "message"),
      (Wire.Message(kind: .known(.control), clickAction: .init(type: .known(.url))), "click_action.url"),
      (
        Wire.Message(
          kind: .known(.modal), message: "m",
          buttons: [.init(id: 0, text: "b", clickAction: .init(type: .known(.url), url: ""))]),
        "buttons[0].click_action.url"
      ),
    ])
  func `a message that cannot be drawn is refused with the field that is wrong`(
    wire: Wire.Message, field: String
  ) {
    do {
      _ = try Martlet.InAppMessage(wire: wire)
      Issue.record("The message must be refused.")
    } catch {
      #expect("\(error)".hasPrefix(field + ": "))
    }
  }

  @Test func `a kind of a newer version is told apart from a mistake`() {
    #expect(throws: Martlet.InAppMessage.WireError.unsupportedKind("hologram")) {
      try Martlet.InAppMessage(wire: Wire.Message(kind: .unknown("hologram")))
    }
  }

  @Test(arguments: ["news_feed", "teleport"])
  func `a retired or unknown click action closes the message and does nothing else`(type: String) throws {
    let message = try Martlet.InAppMessage(
      wire: .init(kind: .known(.slideup), message: "m", clickAction: .init(type: .init(type))))
    #expect(message.data.clickAction == .none)
  }

  @Test func `a light theme alone makes a message light everywhere; absent colours are the SDK's own`() throws
  {
    let message = try Martlet.InAppMessage(
      wire: .init(
        kind: .known(.slideup), message: "m", themes: ["light": .init(background: .init(argb: 0xFF11_2233))]))
    #expect(message.slideup?.themes.dark == nil)
    #expect(message.slideup?.themes.light.backgroundColor == 0xFF11_2233)
    #expect(message.slideup?.themes.light.textColor == Martlet.InAppMessage.Theme.defaultLight.textColor)
    #expect(
      try Martlet.InAppMessage(wire: .init(kind: .known(.slideup), message: "m")).slideup?.themes == .defaults
    )
  }

  @Test func `without colours of their own the last button is the primary one`() throws {
    let message = try Martlet.InAppMessage(
      wire: .init(
        kind: .known(.modal), message: "m", buttons: [.init(id: 0, text: "a"), .init(id: 1, text: "b")]))
    #expect(message.modal?.buttons.map(\.themes) == [.secondary, .defaults])
  }

  @Test func `extras are read by key and cast`() {
    let extras = Martlet.InAppMessage.Extras([
      "text": "t", "flag": true, "count": 3, "share": 0.5, "list": [1, 2], "map": ["k": "v"],
      "nothing": NSNull(), "odd": Thread.current,
    ])
    #expect(extras["text"] as? String == "t")
    #expect(extras["flag"] as? Bool == true)
    #expect(extras["count"] as? Int == 3)
    #expect(extras["share"] as? Double == 0.5)
    #expect(extras["list"] as? [Int] == [1, 2])
    #expect((extras["map"] as? [String: Any])?["k"] as? String == "v")
    #expect(extras["nothing"] == nil)
    #expect(extras["odd"] == nil)
    #expect(extras["missing"] == nil)
    #expect(extras.keys == ["count", "flag", "list", "map", "nothing", "share", "text"])
  }
}
