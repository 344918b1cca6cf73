// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import MartletKit

/// The display alone: no actor, no engine and no presenter. Time passes when the test says so.
@Suite("Display")
struct DisplayMachineTests {
  /// What the display wants done, in words that can be compared.
  private struct Rig {
    private(set) var display: DisplayMachine
    private(set) var steps: [String] = []
    private let time = Locked(Duration.zero)

    init() {
      let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.environment = Environment(
        now: { [time] in Instant(milliseconds: 0) + time.withLock { $0 } },
        monotonicNow: { [time] in time.withLock { $0 } },
        makeID: { "id" }, random: { 0 }, sleep: { _ in })
      configuration.logger.level = .disabled
      display = DisplayMachine(Settings(configuration))
      handle(.holds(Self.definitions([.onEvent("a"), .onEvent("b")])))
    }

    static func definitions(_ campaigns: [Wire.Campaign]) -> PreparedDefinitions {
      let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.logger.level = .disabled
      let stored = StoredDefinitions(
        userID: nil, definitions: Wire.Definitions(tag: "t", campaigns: campaigns))
      return PreparedDefinitions(stored, deviceID: nil, Settings(configuration).log)
    }

    static func presentation(_ id: String = "p", campaign: CampaignID = "on-a", isRendered: Bool = false)
      -> Presentation
    {
      Presentation(
        id: id, campaign: campaign, version: 1,
        event: Event(id: id, at: Instant(milliseconds: 0), kind: .sessionStart),
        triggeredAt: Instant(milliseconds: 0), userID: "ada", endsAt: nil, isRenderedAtDisplay: isRendered)
    }

    func pass(_ duration: Duration) { time.withLock { $0 += duration } }

    @discardableResult
    mutating func handle(_ inputs: DisplayMachine.Input...) -> [String] {
      steps = inputs.flatMap { display.handle($0) }.map(Self.words)
      return steps
    }

    /// Presented, and shown when the test says so.
    mutating func present(
      _ presentation: Presentation = presentation(), isCleared: Bool = false, isSeen: Bool = false
    ) {
      handle(.present(presentation, tags: ["t"], isCleared: isCleared, sessionID: "s"))
      if isSeen { handle(.reported(id: presentation.id, .impression, at: Instant(milliseconds: 0))) }
    }

    /// A presenter has asked, and nothing stands against the display.
    mutating func prepare(_ presentation: Presentation = presentation()) {
      present(presentation)
      handle(.asked(id: presentation.id, attempt: 1, isLive: true), .cleared(id: presentation.id))
    }

    private static func words(_ effect: DisplayMachine.Effect) -> String {
      switch effect {
      case .stage(.prepared(let id, let attempt, let preparation, _)):
        switch preparation {
        case .ready(let message): "answer \(id) \(attempt) ready: \(message.slideup?.message ?? "")"
        case .wait(let remaining): "answer \(id) \(attempt) wait \(remaining ?? .zero)"
        case .ended(let outcome): "answer \(id) \(attempt) ended \(outcome)"
        }
      case .stage(.withdraw(let outcomes)): "withdraw \(outcomes.keys.sorted().joined(separator: " "))"
      case .stage(.dismiss(.ended(let ids))): "dismiss \(ids.sorted().joined(separator: " "))"
      case .stage(.dismiss(let reason)): "dismiss \(reason)"
      case .stage: "stage"
      case .present(let presentation, _, let claiming):
        "present \(presentation.id)\(claiming == nil ? "" : " at once")"
      case .drive(.displayRequested(let id)): "ask the engine \(id)"
      case .drive: "drive"
      case .report(let outcome, let id, _): "report \(id) \(outcome)"
      case .count: "count"
      case .record(let body, _, let owner, let detail):
        "record \(Wire.EventRecord(id: "", at: Instant(milliseconds: 0), sessionID: nil, userID: nil, body: body).label) of "
          + "\(owner?.userID ?? "nobody") in \(owner?.sessionID ?? "none")\(detail.map { ": \($0)" } ?? "")"
      case .publish: "publish"
      case .render(let presentation, _): "render \(presentation.id)"
      case .abandonRendering(let id): "stop rendering \(id)"
      case .plan: "plan"
      case .adopt: "adopt"
      case .fetch(_, let id): "fetch \(id)"
      case .release(let id): "release \(id)"
      }
    }
  }

  private let start = Instant(milliseconds: 0)

  @Test(arguments: [true, false])
  func `what is cleared may be shown at once if its assets are there; what is rendered at display never`(
    isRendered: Bool
  ) {
    var rig = Rig()
    rig.present(Rig.presentation(isRendered: isRendered), isCleared: true)
    #expect(rig.steps == [isRendered ? "present p" : "present p at once"])
    rig.present(Rig.presentation("q"))
    #expect(rig.steps == ["present q"])
  }

  @Test func `a campaign without a message that can be read is reported, and nothing is presented`() {
    var rig = Rig()
    rig.present(Rig.presentation(campaign: "gone"))
    #expect(rig.steps == ["report p \(Outcome.discarded(.invalidContent))"])
  }

  @Test func `every question of a presenter is answered once`() {
    var rig = Rig()
    #expect(
      rig.handle(.asked(id: "p", attempt: 1, isLive: false)) == [
        "answer p 1 ended \(Outcome.discarded(.byApp))"
      ])
    rig.present()
    #expect(rig.handle(.asked(id: "p", attempt: 2, isLive: true)) == ["release p", "ask the engine p"])
    #expect(rig.handle(.held(id: "p", .seconds(3))) == ["answer p 2 wait \(Duration.seconds(3))"])
    #expect(rig.handle(.held(id: "p", .seconds(3))) == [])
    rig.handle(.asked(id: "p", attempt: 3, isLive: true))
    #expect(rig.handle(.cleared(id: "p")) == ["fetch p"])
    #expect(rig.handle(.ready(id: "p", .init())) == ["answer p 3 ready: Hello"])
    #expect(rig.handle(.ready(id: "p", .init())) == [])
  }

  @Test func `another question makes the answer to the one before late: it counts for nothing`() {
    var rig = Rig()
    rig.prepare(Rig.presentation(isRendered: true))
    #expect(rig.steps.last == "render p")
    #expect(
      rig.handle(.asked(id: "p", attempt: 2, isLive: true)) == [
        "stop rendering p", "release p", "ask the engine p",
      ])
    #expect(
      rig.handle(
        .rendered(
          id: "p",
          .content(Wire.RenderResponse(message: Wire.Message(kind: .known(.slideup), message: "Late")))))
        == [])
  }

  @Test func `a message that is rendered is shown as the server wrote it, and not after ten seconds`() {
    var rig = Rig()
    rig.prepare(Rig.presentation(isRendered: true))
    #expect(rig.display.earliest == .seconds(10))
    #expect(
      rig.handle(
        .rendered(
          id: "p",
          .content(Wire.RenderResponse(message: Wire.Message(kind: .known(.slideup), message: "Hi Ada")))))
        == [
          "fetch p"
        ])
    #expect(rig.handle(.ready(id: "p", .init())) == ["answer p 1 ready: Hi Ada"])

    rig.prepare(Rig.presentation("q", isRendered: true))
    rig.pass(.milliseconds(9_999))
    #expect(rig.handle(.timePassed) == [])
    rig.pass(.milliseconds(1))
    #expect(rig.handle(.timePassed).contains("report q \(Outcome.discarded(.renderFailed))"))
    #expect(rig.display.earliest == nil)
  }

  @Test
  func
    `what cannot be shown leaves the stage and the screen, is reported with its detail, and lets go of its assets`()
  {
    var rig = Rig()
    rig.prepare()
    rig.handle(.assetMissing(id: "p", .tooLarge, nil))
    let outcome = Outcome.discarded(.assetFailed)
    #expect(rig.steps == ["withdraw p", "dismiss p", "report p \(outcome)", "release p"])
    rig.handle(
      .recorded(
        OutcomeRecord(decisionID: "p", campaign: "on-a", version: 1, outcome: outcome),
        present: Owner(userID: "ben", sessionID: "later")))
    #expect(rig.steps.count == 2 && rig.steps.first == "publish")
    #expect(rig.steps.last?.hasSuffix("of ada in s: too_large") ?? false, "\(rig.steps)")
  }

  @Test func `what was seen belongs to the person and the session of its presentation, whoever is there now`()
  {
    var rig = Rig()
    rig.present()
    #expect(
      rig.handle(.reported(id: "p", .impression, at: start)) == [
        "record impression of ada in s", "report p \(Outcome.shown)",
      ])
    #expect(
      rig.handle(.reported(id: "p", .click(buttonID: nil), at: start)) == ["record click body of ada in s"])
    #expect(
      rig.handle(.reported(id: "p", .dismissal(.user), at: start)) == ["record dismissal user of ada in s"])
    #expect(rig.handle(.reported(id: "p", .click(buttonID: nil), at: start)) == [], "it has gone")
  }

  @Test
  func
    `somebody who saw a message in the moment in which it was taken back has seen it, once; a minute later that is not believed`()
  {
    var rig = Rig()
    rig.present()
    rig.handle(.withdrawn(id: "p", .recalled), .decided)
    #expect(rig.steps == ["withdraw p", "dismiss p"])
    #expect(rig.handle(.reported(id: "p", .impression, at: start)) == ["count"])
    #expect(rig.handle(.reported(id: "p", .impression, at: start)) == [])
    #expect(
      rig.handle(.reported(id: "p", .click(buttonID: nil), at: start)) == ["record click body of ada in s"])
    #expect(rig.display.isAwaited("ada") && !rig.display.isAwaited("ben"))
    rig.pass(.seconds(60))
    #expect(rig.handle(.reported(id: "p", .click(buttonID: nil), at: start)) == [])
    #expect(!rig.display.isAwaited("ada"))
  }

  @Test func `of campaigns that were paused or edited, what is visible goes; what still runs stays`() {
    var rig = Rig()
    rig.present(Rig.presentation("p", campaign: "on-a"), isSeen: true)
    rig.present(Rig.presentation("q", campaign: "on-b"), isSeen: true)
    rig.present(Rig.presentation("r", campaign: "on-a"))
    #expect(rig.handle(.adopts(Rig.definitions([.onEvent("b")]))) == ["plan", "adopt", "dismiss p"])
  }

  @Test(arguments: [Outcome.DiscardReason.userChanged, .wiped])
  func `what ends with its user or in a wipe is not dismissed one by one`(reason: Outcome.DiscardReason) {
    var rig = Rig()
    rig.present()
    #expect(rig.handle(.withdrawn(id: "p", .discarded(reason)), .decided) == ["withdraw p"])
  }

  @Test func `what a message held is let go of at the end of the command in which it ended`() {
    var rig = Rig()
    rig.prepare()
    #expect(rig.handle(.tidy) == [])
    rig.handle(.withdrawn(id: "p", .expired), .decided)
    #expect(rig.handle(.tidy) == ["release p"])
  }

  @Test func `switched off, everything ends: also what the engine knew and nobody had been given`() {
    var rig = Rig()
    rig.prepare()
    #expect(
      rig.handle(.switchedOff(also: ["delayed"])) == ["withdraw delayed p", "dismiss delayed p", "release p"])
    #expect(rig.handle(.reported(id: "p", .impression, at: start)) == [])
    rig.prepare()
    #expect(rig.handle(.wiped) == ["withdraw p", "dismiss wipeData", "release p"])
  }

  @Test func `a presenter that never reports an end fills no memory: what was seen is forgotten first`() {
    var rig = Rig()
    rig.present(Rig.presentation("waiting"))
    rig.present(Rig.presentation("seen"), isSeen: true)
    for number in 0..<199 { rig.present(Rig.presentation("p\(number)")) }
    #expect(rig.handle(.reported(id: "seen", .click(buttonID: nil), at: start)) == [])
    #expect(
      rig.handle(.reported(id: "waiting", .click(buttonID: nil), at: start)) == [
        "record click body of ada in s"
      ])
  }
}
