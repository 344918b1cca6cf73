// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import MartletKit

@Suite("The id of the installation in addresses")
struct DeviceMarkerTests {
  private let marked = "https://example.com/?d={deviceid}"
  private let filled = "https://example.com/?d=d-1"

  private func prepared(_ campaign: Wire.Campaign) -> PreparedDefinitions {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.logger.level = .disabled
    let stored = StoredDefinitions(
      userID: nil, definitions: Wire.Definitions(tag: "t", campaigns: [campaign]))
    return PreparedDefinitions(stored, deviceID: "d-1", Settings(configuration).log)
  }

  private func campaign() -> Wire.Campaign {
    Wire.Campaign(
      id: "c", createdAt: Instant(milliseconds: 0), triggers: [Wire.Trigger(kind: .known(.sessionStart))])
  }

  private func action(_ text: String) -> Wire.ClickAction { Wire.ClickAction(type: .known(.url), url: text) }

  @Test func `it stands in every address of a message, before images are fetched`() {
    var campaign = campaign()
    campaign.message = Wire.Message(
      kind: .known(.modal), message: "{deviceid}", imageURL: marked,
      buttons: [Wire.Button(id: 0, text: "Go", clickAction: action(marked))],
      clickAction: action(marked))
    let found = prepared(campaign)
    let message = found.messages["c"]
    #expect(
      message?.imageURL == filled && message?.clickAction.url == filled
        && message?.buttons[0].clickAction.url == filled)
    #expect(message?.message == "{deviceid}")
    #expect(found.needs["c"]?.requirements.map { $0?.address.text } == [filled])
  }

  @Test func `it stands in every address of a banner and of content, and in the body`() {
    var campaign = campaign()
    campaign.banner = Wire.Banner(title: "Hi", imageURL: marked, action: action(marked))
    campaign.content = Wire.Content(kind: .known(.text), body: "{deviceid}", action: action(marked))
    let found = prepared(campaign)
    let contents = found.contents["c"]
    #expect(contents?.banner?.imageURL == filled && contents?.banner?.action.url == filled)
    #expect(contents?.content?.action.url == filled && contents?.content?.body == "d-1")
    #expect(found.needs["c"]?.requirements.map { $0?.address.text } == [filled])
  }

  @Test func `an image whose address has a value is fetched once the value is known`() {
    var campaign = campaign()
    campaign.message = Wire.Message(
      kind: .known(.modal), message: "Hi", imageURL: "https://example.com/{{user.id}}.png")
    #expect(prepared(campaign).needs["c"]?.isEmpty == true)
  }
}
