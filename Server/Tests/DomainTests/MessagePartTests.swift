// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletKit
import MartletWire
import Testing

/// What a kind uses, and what is kept for another.
@Suite struct MessagePartTests {
  /// Has everything, so that every kind can be made of it.
  private static let full = Wire.Message(
    kind: .known(.modal), header: "Header", message: "Text", headerAlignment: .known(.leading),
    messageAlignment: .known(.trailing),
    imageURL: "https://example.com/a.png", imageAlt: "A ship", icon: "★", language: "en",
    slideFrom: .known(.top),
    buttons: [Wire.Button(id: 0, text: "Go")],
    clickAction: Wire.ClickAction(type: .known(.url), url: "shop://x"),
    close: Wire.Close(type: .known(.auto), afterSeconds: 5), orientation: .known(.portrait), animateIn: false,
    animateOut: false,
    themes: ["light": Wire.Theme(text: Wire.Color(argb: 0xFF00_0000))], extras: ["a": .string("b")],
    baseURL: "https://example.com/",
    assetURLs: ["https://example.com/a.css"], legacy: true, bridge: Wire.Bridge(allows: [.known(.purchase)]),
    unknown: [Wire.Message.setAside: .string("<p>"), "later": .bool(true)])

  @Test(arguments: Wire.Message.Kind.allCases)
  func `a device makes the same of what it gets as of all that its author wrote`(_ kind: Wire.Message.Kind)
    throws
  {
    var written = Self.full
    written.kind = .known(kind)
    let sent = written.sent
    let (fromAll, fromSent) = (try Martlet.InAppMessage(wire: written), try Martlet.InAppMessage(wire: sent))
    // Actions and times of what shows nothing, and of a page, are nobody's.
    if kind != .control, kind != .html { #expect(fromSent == fromAll) }
    #expect(fromSent.wire.kind == fromAll.wire.kind)
    #expect(fromSent.wire.message == fromAll.wire.message)
    #expect(sent.unknown == ["later": .bool(true)])
    #expect(sent.extras == written.extras)
    #expect(sent.sent == sent)
  }

  @Test(arguments: Wire.Message.Kind.allCases)
  func `nothing is sent that the kind does not use`(_ kind: Wire.Message.Kind) {
    var message = Self.full
    message.kind = .known(kind)
    let sent = message.sent
    for part in Wire.Message.Part.allCases {
      #expect(!sent.has(part) || kind.parts.contains(part), "\(part)")
    }
    // And all that it uses is there.
    for part in kind.parts where !(part == .text && kind == .html) { #expect(sent.has(part), "\(part)") }
  }

  @Test func `of a kind of a newer version all is sent but what is set aside`() {
    var message = Self.full
    message.kind = .unknown("hologram")
    var expected = message
    expected.unknown = ["later": .bool(true)]
    #expect(message.sent == expected)
  }

  @Test func `devices get the definition without what is kept, and the store has all of it`() {
    var campaign = Draft.campaign
    campaign.content.message = Self.full
    #expect(campaign.definition.message == Self.full)
    #expect(campaign.sentDefinition.message == Self.full.sent)
    #expect(campaign.sentDefinition.triggers == campaign.definition.triggers)
  }
}
