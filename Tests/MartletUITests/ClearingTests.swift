// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import Testing

@testable import MartletUI

@MainActor
@Suite("Cleared before display", .timeLimit(.minutes(5)))
struct ClearingTests {
  let rig = PresenterRig()
  private let desk = Desk()

  /// Answers the questions of contexts when the test says so.
  @MainActor
  private final class Desk {
    private var open:
      [String: (context: Martlet.InAppMessage.Context, attempt: Int, message: Martlet.InAppMessage)] = [:]
    var asked: [String] = []

    func ask(
      _ name: String, _ context: Martlet.InAppMessage.Context, _ attempt: Int, _ message: Martlet.InAppMessage
    ) {
      asked.append(name)
      open[name] = (context, attempt, message)
    }

    func ready(_ name: String, _ change: (inout Martlet.InAppMessage) -> Void = { _ in }) {
      guard var entry = open[name] else { return }
      change(&entry.message)
      entry.context.answerPreparation(.ready(entry.message), of: entry.attempt)
    }

    func answer(_ name: String, _ preparation: Martlet.InAppMessage.Context.Preparation) {
      guard let entry = open[name] else { return }
      entry.context.answerPreparation(preparation, of: entry.attempt)
    }
  }

  /// A message that the SDK has to be asked about.
  private func uncleared(_ name: String, campaign: String? = nil, endsAt: Int64? = nil)
    -> Martlet.InAppMessage
  {
    var message = rig.message(name, campaign: campaign)
    let content = message
    weak var known: Martlet.InAppMessage.Context?
    let context = Martlet.InAppMessage.Context(
      presentationID: "presentation-\(name)", userID: "ada", endsAt: endsAt.map { Instant(milliseconds: $0) },
      isCleared: false,
      currentUser: { [rig] in rig.currentUser },
      prepare: { [desk, rig] attempt in
        rig.transcript.lines.append("\(name): prepareForDisplay")
        if let known { desk.ask(name, known, attempt, content) }
      },
      report: { [rig] report in rig.transcript.lines.append("\(name): \(report.summary)") })
    known = context
    message.data.context = context
    return message
  }

  private var visible: String? { rig.host.stage == .visible ? rig.ui.messageView?.inAppMessage?.name : nil }
  private var stack: [String] { rig.ui.stack.map(\.name) }

  @Test
  func `the delegate is asked when the message is ready, and everything else follows in its usual order`() {
    rig.ui.present(message: uncleared("a"))
    #expect(rig.lines == ["a: prepareForDisplay"])
    desk.ready("a")
    #expect(
      rig.lines == [
        "a: prepareForDisplay", "a: displayChoice", "a: prepare attributes=true",
        "a: willPresent presented=false",
        "a: log impression", "a: didPresent presented=true",
      ])
  }

  @Test func `what was prepared is shown, for the same person and under the same id`() {
    rig.ui.present(message: uncleared("a"))
    desk.ready("a") {
      $0 = .slideup(.init(message: "Hello Ada"))
      $0.messageExtras = "rendered"
    }
    #expect(visible == "rendered")
    #expect(rig.ui.messageView?.inAppMessage?.data.id == "campaign-a")
    #expect(rig.ui.messageView?.inAppMessage?.data.context?.presentationID == "presentation-a")
  }

  @Test func `held by the interval it keeps its place, and is tried again when that has passed`() async {
    rig.ui.present(message: uncleared("a"))
    rig.ui.present(message: uncleared("b"))
    desk.answer("a", .wait(for: .seconds(7)))
    desk.answer("b", .wait(for: .seconds(7)))
    #expect(stack == ["a", "b"])
    #expect(desk.asked == ["a", "b"])
    await rig.advance(by: .milliseconds(6_999))
    #expect(desk.asked.count == 2)
    await rig.advance(by: .milliseconds(1))
    #expect(desk.asked == ["a", "b", "b"])
    desk.ready("b")
    #expect(visible == "b")
    #expect(rig.lines.filter { $0 == "a: log queued(interval)" }.count == 1)
  }

  @Test func `a message put back has to be asked about again, also one that was cleared before`() throws {
    rig.delegate.choice = { _ in .reenqueue }
    rig.ui.present(message: uncleared("a"))
    desk.ready("a")
    #expect(rig.ui.stack.first?.context?.isCleared == false)
    rig.delegate.choice = { _ in .now }
    rig.ui.presentNext()
    #expect(desk.asked == ["a", "a"])
  }

  @Test func `one that is not ready in time is discarded as timed out, and the next one is tried`() async {
    rig.ui.present(message: uncleared("a"))
    rig.ui.present(message: uncleared("b"))
    await rig.advance(by: .seconds(30))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.timedOut)])
    #expect(desk.asked == ["a", "b"])
    desk.ready("a")
    #expect(visible == nil, "Too late.")
    desk.ready("b")
    #expect(visible == "b")
  }

  @Test func `preparing counts as part of the time that a message has until it is visible`() async {
    rig.host.isDelaying = true
    rig.ui.present(message: uncleared("a"))
    await rig.advance(by: .seconds(20))
    desk.ready("a")
    #expect(rig.host.stage == .entering)
    await rig.advance(by: .seconds(10))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.timedOut)])
  }

  @Test func `one that is being prepared keeps no message waiting that needs no preparation`() {
    rig.ui.present(message: uncleared("a"))
    rig.ui.present(message: rig.message("b"))
    #expect(visible == "b")
    #expect(stack == ["a"])
    #expect(rig.lines.contains("a: log queued(loading)"))
    desk.ready("a")
    #expect(visible == "b", "That question is not open any more.")
    rig.ui.dismiss()
    #expect(desk.asked == ["a", "a"])
    desk.ready("a")
    #expect(visible == "a")
  }

  @Test func `a newer message of its campaign takes the place of one that is being prepared`() {
    rig.ui.present(message: uncleared("a", campaign: "x"))
    rig.ui.present(message: uncleared("b", campaign: "x"))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.replaced])
    desk.ready("b")
    #expect(visible == "b")
  }

  @Test func `what happened while it was prepared is seen: background, no window, its end, another user`() {
    rig.ui.present(message: uncleared("a"))
    rig.ui.applicationPhaseDidChange(isActive: false)
    desk.ready("a")
    #expect(rig.lines.last == "a: log queued(in_background)")
    rig.ui.applicationPhaseDidChange(isActive: true)
    rig.ui.userBecameEligible()
    rig.host.isAvailable = false
    desk.ready("a")
    #expect(rig.lines.last == "a: log queued(host_unavailable)")
    rig.host.isAvailable = true
    rig.currentUser = "grace"
    desk.ready("a")
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.userChanged)])
    #expect(rig.host.calls.isEmpty)
  }

  @Test func `dismissing takes down what is visible or about to be; one that is only being prepared goes on`()
  {
    rig.ui.present(message: uncleared("a"))
    var isComplete = false
    rig.ui.dismiss { isComplete = true }
    #expect(isComplete)
    desk.ready("a")
    #expect(visible == "a")
  }

  @Test(
    arguments: [
      (Martlet.InAppMessage.DismissalReason.changeUser, Outcome.discarded(.userChanged)),
      (.wipeData, .discarded(.wiped)),
      (.ended(presentationIDs: ["presentation-a"]), .recalled),
    ])
  func `user, wipe and server take it away while it is prepared, and a late answer means nothing`(
    reason: Martlet.InAppMessage.DismissalReason, outcome: Outcome
  ) {
    rig.ui.present(message: uncleared("a"))
    rig.ui.dismiss(reason: reason)
    desk.ready("a")
    #expect(rig.transcript.finalOutcomes(of: "a") == [outcome])
    #expect(rig.host.calls.isEmpty)
    #expect(rig.clock.sleeperCount == 0)
  }

  @Test func `what the SDK ended is told with the SDK's reason, and not logged again`() {
    let message = uncleared("a")
    rig.ui.present(message: message)
    message.context?.end(.discarded(.renderFailed))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.renderFailed)])
    #expect(rig.lines == ["a: prepareForDisplay"])
  }

  @Test func `a presenter that is replaced gives away what is not on the screen, and ends nothing`() {
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: uncleared("b"))
    rig.ui.present(message: uncleared("c"))
    #expect(rig.ui.handOverWaitingMessages().map(\.name) == ["b", "c"])
    #expect(stack.isEmpty)
    #expect(visible == "a")
    rig.ui.dismiss()
    #expect(desk.asked.isEmpty)
    rig.ui.present(message: uncleared("d"))
    #expect(rig.ui.handOverWaitingMessages().map(\.name) == ["d"])
    desk.ready("d")
    #expect(visible == nil)
    #expect(rig.transcript.outcomes.filter { $0.outcome.isFinal }.map(\.name) == ["a"])
  }

  @Test func `put back by the delegate it has to ask again before each display, however often`() {
    var left = 2
    rig.delegate.choice = { _ in
      left -= 1
      return left >= 0 ? .reenqueue : .now
    }
    rig.ui.present(message: uncleared("a"))
    for round in 1...2 {
      desk.ready("a")
      #expect(visible == nil)
      #expect(stack == ["a"])
      #expect(desk.asked.count == round)
      rig.ui.userBecameEligible()
      #expect(desk.asked.count == round + 1)
    }
    desk.ready("a")
    #expect(visible == "a")
    #expect(rig.lines.filter { $0 == "a: displayChoice" }.count == 3)
    #expect(rig.lines.filter { $0 == "a: log queued(reenqueued_by_delegate)" }.count == 2)
  }

  @Test
  func
    `under the manual policy an interval that has passed tries nothing by itself; the app's word asks again`()
    async
  {
    rig.ui.drainPolicy = .manual
    rig.ui.present(message: uncleared("a"))
    desk.answer("a", .wait(for: .seconds(7)))
    await rig.clock.waitForSleepers(1)
    await rig.clock.advance(by: .seconds(7))
    #expect(desk.asked == ["a"])
    #expect(stack == ["a"])
    rig.ui.presentNext()
    #expect(desk.asked == ["a", "a"])
    desk.answer("a", .wait(for: .seconds(7)))
    rig.ui.drainPolicy = .afterDismissal
    await rig.clock.waitForSleepers(1)
    await rig.clock.advance(by: .seconds(7))
    for _ in 0..<100_000 where desk.asked.count < 3 { await Task.yield() }
    #expect(desk.asked == ["a", "a", "a"], "The timer is the same; only the policy forbade it.")
    desk.ready("a")
    #expect(visible == "a")
  }

  @Test func `under the manual policy what waits is tried when the app asks, and only then`() {
    rig.ui.drainPolicy = .manual
    for name in ["a", "b", "c"] { rig.ui.present(message: rig.message(name)) }
    #expect(visible == "a")
    rig.ui.dismiss()
    rig.ui.userBecameEligible()
    rig.host.isAvailable = false
    rig.host.isAvailable = true
    #expect(visible == nil)
    rig.ui.presentNext()
    #expect(visible == "c")
    rig.ui.dismiss()
    rig.ui.present(message: rig.message("d"))
    #expect(visible == "d", "One that arrives is tried itself.")
    #expect(stack == ["b"])
  }
}
