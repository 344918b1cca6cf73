// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("The difference between two versions")
struct ContentDifferenceTests {
  private static func snapshot(_ change: (inout CampaignSnapshot) -> Void = { _ in }) -> CampaignSnapshot {
    var snapshot = CampaignSnapshot(
      name: "Cart",
      content: CampaignContent(
        triggers: ["a", "b", "c"].map { Wire.Trigger(kind: .known(.customEvent), name: $0) },
        message: Wire.Message(
          kind: .known(.modal), header: "Hello", buttons: [Wire.Button(id: 0, text: "Yes")])))
    change(&snapshot)
    return snapshot
  }

  private static func fields(_ change: (inout CampaignSnapshot) -> Void) -> [String] {
    ContentDifference(from: snapshot(), to: snapshot(change)).changes.map(\.field)
  }

  @Test func `equal versions have no differences`() {
    #expect(ContentDifference(from: Self.snapshot(), to: Self.snapshot()).changes.isEmpty)
  }

  @Test func `each field that differs is one change, with what was there and what is`() throws {
    let changes = ContentDifference(
      from: Self.snapshot(),
      to: Self.snapshot {
        $0.name = "Basket"
        $0.content.message?.header = nil
        $0.content.message?.buttons[0].text = "No"
        $0.content.rules.delayMilliseconds = 60_000
      }
    ).changes
    #expect(changes.map(\.field) == ["name", "delay_ms", "message.buttons[0].text", "message.header"])
    #expect(changes.map(\.before) == ["Cart", nil, "Yes", "Hello"])
    #expect(changes.map(\.after) == ["Basket", 60_000, "No", nil])
  }

  @Test func `an element that was added or removed in a list does not make its neighbours differ`() {
    let added = Wire.Trigger(kind: .known(.sessionStart))
    #expect(Self.fields { $0.content.triggers.insert(added, at: 1) } == ["triggers[1]"])
    #expect(Self.fields { $0.content.triggers.removeFirst() } == ["triggers[0]"])
    #expect(Self.fields { $0.content.triggers.append(added) } == ["triggers[3]"])
    #expect(Self.fields { $0.content.triggers[1].name = "x" } == ["triggers[1].name"])
    #expect(
      Self.fields {
        $0.content.triggers[1].name = "x"
        $0.content.triggers.insert(added, at: 2)
      } == ["triggers[1].name", "triggers[2]"])
  }

  @Test func `a whole part that only one version has is one change`() {
    #expect(Self.fields { $0.content.message = nil } == ["message"])
    #expect(Self.fields { $0.content.banner = Wire.Banner(title: "Hi") } == ["banner"])
  }
}
