// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@testable import MartletKit

@MainActor
@Suite("Items that notifications bring, as a value")
struct PushedItemTests {
  private typealias Payload = Martlet.Notifications.Payload

  private let answers = Answers()

  private static func payload(_ id: String = "d-1", version: Int = 2) -> Payload {
    Payload(
      userInfo: Recorded.martlet([
        "campaign_id": "c", "delivery_id": id, "campaign_version": version, "delivers_item": true,
      ]))
  }

  private static func item(_ id: String = "d-1") throws -> PushedItem {
    try #require(PushedItem(payload(id), makeID: { "made" }, at: Instant(milliseconds: 7)))
  }

  private func labels(_ effects: [PushMachine.Effect]) -> [String] { effects.map(\.label) }

  @Test func `the campaign is looked for once, and the system gets its answer when it is there`() throws {
    var machine = PushMachine(.init())
    let answer = answers.one
    #expect(labels(machine.handle(.received(Self.payload(), answer), at: .zero)) == ["received", "find c"])
    #expect(labels(machine.handle(.found(try Self.item(), answer), at: .zero)) == ["answer newData"])
    #expect(labels(machine.handle(.received(Self.payload(), nil), at: .zero)) == [])
    #expect(machine.facts.arriving.isEmpty)
  }

  @Test
  func
    `an item of a campaign that is not there is kept, and looked for after the sync, before the system gets its answer`()
    throws
  {
    var machine = PushMachine(.init())
    let answer = answers.one
    _ = machine.handle(.received(Self.payload(), answer), at: .zero)
    #expect(labels(machine.handle(.missing(try Self.item(), answer), at: .zero)) == ["store", "synchronize"])
    #expect(machine.facts.arriving == [try Self.item()])
    #expect(labels(machine.handle(.synced(.newData), at: .zero)) == ["find c again", "answer newData"])
    #expect(labels(machine.handle(.found(try Self.item(), nil), at: .zero)) == ["store"])
    #expect(machine.facts.arriving.isEmpty)
  }

  @Test func `a sync that fails keeps the item for the next one, and one without the campaign drops it`()
    throws
  {
    var machine = PushMachine(.init())
    _ = machine.handle(.missing(try Self.item(), nil), at: .zero)
    #expect(labels(machine.handle(.synced(.failed), at: .zero)) == [])
    #expect(machine.facts.arriving.count == 1)
    #expect(labels(machine.handle(.synced(.noData), at: .zero)) == ["find c again"])
    #expect(labels(machine.handle(.stillMissing(try Self.item()), at: .zero)) == ["info", "store"])
    #expect(machine.facts.arriving.isEmpty)
  }

  @Test func `what arrives during a sync waits for the next one, whose answer is newer`() throws {
    var machine = PushMachine(.init())
    _ = machine.handle(.missing(try Self.item("d-1"), nil), at: .zero)
    #expect(labels(machine.handle(.missing(try Self.item("d-2"), nil), at: .zero)) == ["store"])
    #expect(labels(machine.handle(.synced(.newData), at: .zero)) == ["synchronize"])
    #expect(labels(machine.handle(.synced(.newData), at: .zero)) == ["find c again", "find c again"])
  }

  @Test func `a second copy of a notification in the next launch does not drop what waits`() throws {
    var machine = PushMachine(.init())
    _ = machine.handle(.missing(try Self.item(), nil), at: .zero)
    var next = PushMachine(.init())
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(labels(next.handle(.received(Self.payload(), nil), at: .zero)) == ["received", "find c"])
    #expect(labels(next.handle(.missing(try Self.item(), nil), at: .zero)) == ["synchronize"])
    #expect(next.facts.arriving == [try Self.item()])
  }

  @Test func `a tap brings the item too, if the app was not woken when the notification arrived`() throws {
    var machine = PushMachine(.init())
    let tap = PushMachine.Input.responded(
      PushMachine.Response(payload: Self.payload(), at: Instant(milliseconds: 5), heardAt: .zero))
    #expect(labels(machine.handle(tap, at: .zero)).contains("find c tapped"))
  }

  @Test func `a tap on what arrived before its campaign is kept with it, also over a launch`() throws {
    var machine = PushMachine(.init())
    _ = machine.handle(.missing(try Self.item(), nil), at: .zero)
    let tapped = try #require(
      PushedItem(Self.payload(), isTapped: true, makeID: { "made" }, at: Instant(milliseconds: 9)))
    #expect(labels(machine.handle(.missing(tapped, nil), at: .zero)) == ["store"])
    var next = PushMachine(.init())
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(next.facts.arriving.map(\.isTapped) == [true] && next.facts.arriving.map(\.isDelivery) == [true])
  }

  @Test
  func
    `a tap on a notification that brings nothing fetches nothing, and is forgotten without a word if its campaign does not come`()
    throws
  {
    var machine = PushMachine(.init())
    let payload = Payload(userInfo: Recorded.martlet(["campaign_id": "c", "delivery_id": "d-1"]))
    let tapped = try #require(
      PushedItem(payload, isTapped: true, makeID: { "made" }, at: Instant(milliseconds: 9)))
    #expect(PushedItem(payload, makeID: { "made" }, at: Instant(milliseconds: 9)) == nil)
    #expect(labels(machine.handle(.missing(tapped, nil), at: .zero)) == ["store"])
    #expect(PushFacts(json: machine.facts.json).arriving == [tapped])
    #expect(labels(machine.handle(.synced(.noData), at: .zero)) == ["find c again"])
    #expect(labels(machine.handle(.stillMissing(tapped), at: .zero)) == ["store"])
  }

  @Test func `what arrives outlives the process`() throws {
    var machine = PushMachine(.init())
    _ = machine.handle(.missing(try Self.item(), nil), at: .zero)
    var next = PushMachine(.init())
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(labels(next.handle(.synced(.newData), at: .zero)) == ["find c again"])
  }

  @Test func `what arrives goes with its person, and when the SDK is turned off or wiped`() throws {
    for input in [PushMachine.Input.userLeft, .switched(isOn: false), .wiped] {
      var machine = PushMachine(.init())
      _ = machine.handle(.missing(try Self.item(), nil), at: .zero)
      _ = machine.handle(input, at: .zero)
      #expect(machine.facts.arriving.isEmpty)
    }
  }

  @Test func `a bounded number of items wait, and the oldest makes room`() throws {
    var machine = PushMachine(.init())
    for number in 0...PushMachine.maximumArriving {
      _ = machine.handle(.missing(try Self.item("d-\(number)"), nil), at: .zero)
    }
    #expect(machine.facts.arriving.count == PushMachine.maximumArriving)
    #expect(machine.facts.arriving.first?.id == "d-1")
  }

  @Test func `a notification that names no campaign brings nothing, and is answered`() {
    var machine = PushMachine(.init())
    let payload = Payload(userInfo: Recorded.martlet(["delivery_id": "d", "delivers_item": true]))
    #expect(
      labels(machine.handle(.received(payload, answers.one), at: .zero)) == ["received", "answer noData"])
  }
}
