// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import MartletKit

/// What goes to the server, and when.
@Suite("The line to the server: what is sent, and when")
struct UplinkSendingTests {
  @Test
  func
    `a session asks for definitions at once and takes along what waits; later events wait for the flush interval`()
  {
    var rig = UplinkRig()
    rig.log("a")
    #expect(rig.underWay.isEmpty)
    rig.handle(.sessionStarted)
    #expect(rig.underWay.map(\.route) == ["sync"] && rig.underWay.map(\.ids) == [["a"]])
    rig.store(rig.take("sync"))
    rig.log("b")
    #expect(rig.underWay.isEmpty)
    rig.pass(.seconds(60))
    #expect(rig.underWay.map(\.ids) == [["b"]])
  }

  @Test func `under the manual policy events go when the app asks, and never with a question`() {
    var rig = UplinkRig { $0.api.requestPolicy = .manual }
    rig.log("a")
    rig.handle(.sessionStarted)
    rig.store(rig.take("sync"))
    rig.handle(.paused)
    rig.pass(.seconds(3_600))
    #expect(rig.underWay.isEmpty)
    rig.handle(.flush)
    #expect(rig.underWay.map(\.route) == ["events"] && rig.underWay.map(\.ids) == [["a"]])
  }

  @Test func `one batch is under way at a time; what is logged meanwhile follows it`() {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.flush)
    rig.log("b")
    rig.handle(.flush)
    #expect(rig.underWay.map(\.ids) == [["a"]])
    rig.store(rig.take("events"))
    #expect(rig.underWay.map(\.ids) == [["b"]])
  }

  @Test func `before a batch is sent it is on the disk, and the journal forgets it when the server has it`() {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.flush)
    let steps = rig.effects.compactMap { effect -> String? in
      switch effect {
      case .synchronize(isSent: true): "disk"
      case .start: "request"
      default: nil
      }
    }
    #expect(steps == ["disk", "request"])
    rig.store(rig.take("events"))
    #expect(rig.effects.contains { if case .forget(["a"]) = $0 { true } else { false } })
  }

  @Test
  func `another user gives the question up: its late answer counts for nothing, and its events wait again`() {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.sessionStarted)
    let late = rig.underWay.first
    rig.handle(.signedIn(userID: "ada"), .wanted)
    #expect(rig.underWay.map(\.ids) == [["a"]] && rig.underWay.first?.id != late?.id)
    rig.store(late, Wire.Definitions(tag: "t", campaigns: []))
    #expect(rig.uplink.records.map(\.id) == ["a"] && rig.isExpecting)
    #expect(!rig.effects.contains { if case .received = $0 { true } else { false } })
  }

  @Test func `events wait for an answer from the question to the answer, and not while none can come`() {
    var rig = UplinkRig()
    rig.handle(.sessionStarted)
    #expect(rig.isExpecting)
    rig.answer(rig.take("sync"), .none("URLError -1009"))
    #expect(!rig.isExpecting, "it is tried again later, and what is stored decides meanwhile")
    rig.pass(.seconds(2))
    #expect(rig.isExpecting)
    rig.store(rig.take("sync"), Wire.Definitions(tag: "t", campaigns: []))
    #expect(!rig.isExpecting)
  }

  @Test func `what names other definitions than those held is asked about at once, then once a minute`() {
    var rig = UplinkRig()
    func named(_ tag: String) -> Bool {
      rig.log("e")
      rig.handle(.flush)
      rig.store(rig.take("events"), tag: tag)
      return !rig.underWay.isEmpty
    }
    rig.handle(.holds(definitions: "old"))
    #expect(!named("old") && named("new"))
    rig.store(rig.take("sync"), Wire.Definitions(tag: "new", campaigns: []))
    #expect(!named("new") && named("newer"), "the answer brought what was named, so this is a new question")
    rig.store(rig.take("sync"), Wire.Definitions(tag: "other", campaigns: []))
    #expect(!named("newer"))
    rig.pass(.seconds(60))
    #expect(named("newer"))
  }

  @Test func `switched off, everything under way ends, nothing is sent, and what waits is kept for later`() {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.sessionStarted)
    let late = rig.underWay.first
    rig.handle(.switchedOff)
    #expect(rig.underWay.isEmpty && rig.timers.earliest == nil)
    rig.handle(.flush, .wanted)
    rig.store(late)
    #expect(rig.underWay.isEmpty && rig.uplink.records.map(\.id) == ["a"])
    rig.handle(.switchedOn, .settledWhoUsesIt(isAwaited: { _ in false }))
    rig.pass(.seconds(60))
    #expect(rig.underWay.flatMap(\.ids) == ["a"])
  }

  @Test func `wiped, nothing is left of the person, and an answer from before changes nothing`() {
    var rig = UplinkRig { $0.api.sdkAuthentication = true }
    rig.handle(.signedInWith(signature: "s", userID: "ada"), .signedIn(userID: "ada"))
    rig.log("a")
    rig.handle(.sessionStarted)
    let late = rig.underWay.first
    rig.handle(.wiped)
    rig.store(late, Wire.Definitions(tag: "t", campaigns: []), credential: "secret")
    var nothing = StoredState()
    nothing.enabled = false
    #expect(
      rig.uplink.state == nothing && rig.uplink.records.isEmpty && rig.uplink.device == nil
        && rig.underWay.isEmpty)
  }

  // MARK: - Messages that are rendered

  private let presentation = Presentation(
    id: "p", campaign: "c", version: 1,
    event: Event(id: "e", at: Instant(milliseconds: 0), kind: .sessionStart),
    triggeredAt: Instant(milliseconds: 0), userID: "ada", endsAt: nil, isRenderedAtDisplay: true)

  private func rendering(_ rig: UplinkRig) -> Uplink.Rendering? {
    rig.effects.compactMap { if case .rendered("p", let rendering) = $0 { rendering } else { nil } }.last
  }

  @Test(arguments: [true, false])
  func `a message that has to be rendered is asked for at once, or fails at once where nothing can be asked`(
    isOpen: Bool
  ) {
    var rig = UplinkRig()
    if !isOpen {
      rig.handle(.sessionStarted)
      rig.refuse(rig.take("sync"), 401)
    }
    rig.handle(.render(Uplink.Rendered(presentation), sessionID: nil))
    #expect(rig.underWay.map(\.route) == (isOpen ? ["render"] : []))
    #expect(rendering(rig) == (isOpen ? nil : .unreachable(detail: "not_asked")))
  }

  @Test func `a message that nobody needs any more is not waited for`() {
    var rig = UplinkRig()
    rig.handle(.render(Uplink.Rendered(presentation), sessionID: nil))
    let late = rig.underWay.first
    rig.handle(.renderingAbandoned(presentationID: "p"))
    #expect(rig.underWay.isEmpty)
    rig.answer(late, .none("late"))
    #expect(rendering(rig) == nil)
  }

  @Test(
    arguments: [
      (
        Command.Answer.none("URLError -1001"),
        Uplink.Rendering.unreachable(detail: "no_answer (URLError -1001)")
      ),
      (.response(.init(status: 200, body: Array("{".utf8))), .failed(.renderFailed, detail: "unreadable")),
      (.response(.init(status: 503)), .unreachable(detail: "status (503)")),
      (.response(.init(status: 404)), .failed(.renderFailed, detail: "status (404)")),
    ])
  func `what comes instead of a message says why`(answer: Command.Answer, expected: Uplink.Rendering) {
    var rig = UplinkRig()
    rig.handle(.render(Uplink.Rendered(presentation), sessionID: nil))
    rig.answer(rig.take("render"), answer)
    #expect(rendering(rig) == expected)
    rig.log("a")
    rig.handle(.flush)
    #expect(rig.underWay.map(\.ids) == [["a"]], "a message that failed closes no line")
  }
}
