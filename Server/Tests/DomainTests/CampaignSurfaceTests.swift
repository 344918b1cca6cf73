// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import Domain

@Suite struct CampaignSurfaceTests {
  private static let content = CampaignContent(
    message: Wire.Message(kind: .known(.modal), header: "message"), banner: Wire.Banner(title: "banner"),
    content: Wire.Content(kind: .known(.text), title: "content"), data: Wire.DataPush(body: "data"),
    push: Wire.PushNotification(title: "push"))

  @Test(arguments: Surface.allCases)
  func `a surface is described once, with its texts and what is wrong with it`(surface: Surface) throws {
    let described = CampaignSurface.all.filter { $0.surface == surface }
    #expect(described.count == 1)
    var other = Self.content.definition()
    try #require(described.first).remove(&other)
    #expect(other.surfaces == Self.content.surfaces.filter { $0 != surface })
    var texts: [String] = []
    try #require(described.first).replaceTexts(&other) { text in
      texts.append(text.text)
      return text.text
    }
    #expect(texts.isEmpty)
    let own = Self.content.texts.filter { $0.field.hasPrefix(surface.rawValue + ".") }
    #expect(own.map(\.text) == [surface.rawValue])
    #expect(try #require(described.first).problems(CampaignContent(other)).isEmpty)
  }
}
