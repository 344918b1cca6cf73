// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import DeviceLab

@Suite("Drafts from the editor")
@MainActor
struct DraftTests {
  private static func draft(_ text: String = "It is a draft", event: String = "go") -> LabDraft {
    var campaign = Wire.Campaign.sample("whatever", event: event)
    campaign.message?.message = text
    return LabDraft(name: "My draft", definition: campaign)
  }

  private static func order(_ word: String) throws -> DeviceOrder {
    try DeviceOrder(json: ["link": .string("v=1&quiet=0&show=draft:\(word)")])
  }

  private static func shows(_ text: String, _ device: LabDevice) -> Bool {
    device.host.scene?.root.allNodes.contains { node in
      if case .text(let shown) = node.content { shown.string == text } else { false }
    } == true
  }

  // MARK: - The drafts

  @Test
  func
    `a draft is had by the session that put it there, and by no other, for as long as a tab takes to open`()
    async throws
  {
    let clock = ManualClock()
    let drafts = HandedDrafts(try SQLiteStore.inMemory(), environment: clock.environment)
    let word = try await drafts.put(Self.draft(), session: "a") ?? ""
    #expect(word.utf8.count > 20)
    #expect(try await drafts.draft(word, session: "a") == Self.draft())
    #expect(try await drafts.draft(word, session: "a") == Self.draft(), "a page may be loaded anew")
    #expect(try await drafts.draft(word, session: "b") == nil)
    #expect(try await drafts.draft("other", session: "a") == nil)
    await clock.advance(by: HandedDrafts.shelf.lifetime - .seconds(1))
    #expect(try await drafts.draft(word, session: "a") != nil)
    await clock.advance(by: .seconds(1))
    #expect(try await drafts.draft(word, session: "a") == nil)
  }

  @Test func `what is kept is bounded by number and by bytes; the oldest make room`() async throws {
    let drafts = HandedDrafts(try SQLiteStore.inMemory(), environment: ManualClock().environment)
    var words: [String] = []
    for number in 0...HandedDrafts.shelf.most {
      words.append(try #require(try await drafts.put(Self.draft("\(number)"), session: "a")))
    }
    var kept: [Bool] = []
    for word in words { kept.append(try await drafts.draft(word, session: "a") != nil) }
    #expect(kept == [false] + Array(repeating: true, count: HandedDrafts.shelf.most))
    let large = String(repeating: "x", count: HandedDrafts.maximumBytes)
    #expect(try await drafts.put(Self.draft(large), session: "b") == nil)
  }

  // MARK: - On a device

  @Test
  func
    `the SDK decides on the draft alone and shows it; the server hears of it under no campaign's id, and no other device gets it`()
    async throws
  {
    let bench = try LabBench([.sample("running")])
    let word = try #require(try await bench.drafts.put(Self.draft(), session: "a"))
    let device = try await bench.lab.make(Self.order(word), session: "a")
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    func decision() -> Wire.JSONValue? {
      reader.entries.last { $0["kind"]?.string == "decision" && $0["title"]?.string == "go" }
    }
    await bench.settle { device.host.scene != nil && decision() != nil }
    let decision = try #require(decision())
    #expect(decision["candidates"]?.elements.map { $0["name"]?.string } == ["My draft"])
    #expect(Self.shows("It is a draft", device))
    try await bench.see(device, reader)
    try await device.perform(.flush)
    await bench.settle { bench.storedKinds().contains("impression") }
    for event in bench.server.storedEvents {
      if case .impression(let presentation) = event.body { #expect(presentation.campaignID == LabDraft.id) }
    }
    // The server is told that none of its campaigns gets here.
    #expect(Self.syncsOfDrafts(bench) == [true])
    // A device beside it gets what the server has, and nothing of the draft.
    let (other, otherReader) = try await bench.opened()
    try await bench.log("go", on: other, otherReader)
    let others = try #require(otherReader.entries.last { $0["kind"]?.string == "decision" })
    #expect(others["candidates"]?.elements.map { $0["name"]?.string } == ["The running campaign"])
    #expect(Self.syncsOfDrafts(bench).last == false)
  }

  /// Of each sync whether it said that the device has only a draft; equal ones after one another
  /// are one.
  private static func syncsOfDrafts(_ bench: LabBench) -> [Bool] {
    bench.server.requests.filter { $0.url.path.hasSuffix("/sync") }.map { $0.headers[LabHeader.draft] != nil }
      .reduce(into: []) { said, isDraft in if said.last != isDraft { said.append(isDraft) } }
  }

  @Test
  func
    `the next draft of a session comes to the same device, which has seen none before; another session gets a device of its own`()
    async throws
  {
    let bench = try LabBench([])
    let drafts = bench.drafts
    let first = try await bench.lab.make(
      Self.order(try #require(try await drafts.put(Self.draft("One"), session: "a"))), session: "a")
    let reader = StreamReader(try first.addViewer(lastEntry: nil))
    try await bench.see(first, reader)
    try await first.perform(.changeUser(id: "ana"))
    let again = try await bench.lab.make(
      Self.order(try #require(try await drafts.put(Self.draft("Two"), session: "a"))), session: "a")
    #expect(again === first)
    #expect(again.userID == "ana")
    await bench.settle { Self.shows("Two", again) }
    let other = try await bench.lab.make(
      Self.order(try #require(try await drafts.put(Self.draft(), session: "b"))), session: "b")
    #expect(other !== first)
    bench.lab.remove(first)
    let word = try #require(try await drafts.put(Self.draft(), session: "a"))
    #expect(try await bench.lab.make(Self.order(word), session: "a") !== first)
  }

  @Test func `without its session, or too late, there is no device and a sentence that says what to do`()
    async throws
  {
    let bench = try LabBench([])
    let word = try #require(try await bench.drafts.put(Self.draft(), session: "a"))
    for (word, session) in [(word, "b"), ("other", "a")] {
      let problem = await #expect(throws: Wire.Problem.self) {
        try await bench.lab.make(Self.order(word), session: session)
      }
      #expect(problem?.code == "draft_gone" && problem?.status == 404)
    }
    #expect(await bench.lab.state()["devices"]?.elements.isEmpty == true)
    // By hand there is nothing to be shown.
    #expect(throws: Wire.Problem.self) {
      try LabCommand(json: ["command": "show", "message": .string("draft:\(word)")])
    }
  }

  @Test func `what a draft waits for is offered, and a link of its device does not speak of it`() async throws
  {
    let bench = try LabBench([.sample("running")])
    let (other, _) = try await bench.device()
    var both = Self.draft().definition
    both.triggers = [
      Wire.Trigger(
        kind: .known(.all),
        triggers: [
          .init(kind: .known(.sessionStart)), .init(kind: .known(.customEvent), name: "go"),
          .init(kind: .known(.customEvent), name: "go"),
        ])
    ]
    let word = try #require(
      try await bench.drafts.put(LabDraft(name: "Two things", definition: both), session: "a"))
    let device = try await bench.lab.make(Self.order(word), session: "a")
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { reader.titles("note").contains { $0.hasPrefix("The draft “Two things” shows") } }
    // On its own device, once each; what running campaigns wait for is everybody's.
    #expect(device.describe()["draft"]?["name"]?.string == "Two things")
    #expect(
      device.describe()["draft"]?["suggestions"]?.elements.compactMap { $0["label"]?.string } == [
        "Session start", "go",
      ])
    #expect(other.describe()["draft"] == .null)
    let shared = await bench.lab.state()["suggestions"]?.elements ?? []
    #expect(shared.map { $0["campaigns"] } == [.array(["The running campaign"])])
    #expect(!device.link.address.contains("draft"))
  }
}
