// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store

/// Decides what a sender does for one run: inputs in, effects out.
///
/// It lists the audience step by step, then claims rows as fast as APNs, the throttle and its own memory allow, sends them and records what became of them.
/// At any point it can be thrown away: the ledger has everything, and another one goes on when the claims end.
struct RunMachine: Sendable {
  enum Input: Sendable {
    case start
    /// nil if the run is gone.
    case prepared(PushRun.State?)
    case claimed(PushClaim)
    case answered(PushReport, hold: Instant?, halt: String?)
    case recorded
    case halted
    /// The store could not do what was asked last.
    case askFailed
    case recordFailed([PushReport])
    /// The time of the last `wake` has come.
    case woken
    /// Somebody changed the run.
    case changed
    /// Claims nothing more.
    case stop
  }

  enum Effect: Equatable, Sendable {
    case prepare
    case claim(limit: Int)
    case send(ClaimedPush)
    case record([PushReport])
    /// Pauses the run.
    case halt(reason: String)
    case wake(at: Instant)
    case end
  }

  /// The most pushes that are claimed and not yet recorded.
  static let window = 1_000
  /// The most rows of one claim.
  static let claim = 500
  /// How long a claim lasts: longer than the sender takes for any push, with all that waits before it.
  static let lease = Duration.seconds(120)
  /// How often a run that waits looks whether it was changed.
  static let look = Duration.seconds(5)
  /// The longest hold, unless APNs asks for more.
  static let longestHold = Duration.seconds(300)
  /// The wait after a failure of the store.
  static let patience = Duration.seconds(1)

  private enum Phase { case preparing, sending, ended }

  private var phase: Phase
  private let judge: PushJudge
  private var pace: Pace
  private var isAsking = false
  private var isRecording = false
  private var isHalting = false
  private var isStopping = false
  private var hasEnded = false
  private(set) var inFlight = 0
  private var reports: [PushReport] = []
  /// Nothing is claimed before. nil: at once.
  private var asksAt: Instant?
  private var heldUntil: Instant?
  /// How often in a row nothing could be sent at all.
  private var holds = 0
  private var recordsAt: Instant?

  init(_ run: PushRun, judge: PushJudge) {
    phase = run.isPrepared ? .sending : .preparing
    self.judge = judge
    pace = Pace(perMinute: run.perMinute)
  }

  mutating func handle(_ input: Input, at now: Instant, clock: Duration) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .start, .woken: break
    case .changed: asksAt = nil
    case .stop: isStopping = true
    case .prepared(let state):
      isAsking = false
      follow(state)
    case .claimed(let claim):
      isAsking = false
      effects += take(claim, at: now, clock: clock)
    case .answered(let report, let hold, let halt):
      inFlight -= 1
      reports.append(report)
      if report.verdict == .ended(.sent) { holds = 0 }
      if let hold { self.hold(until: hold, at: now) }
      if let halt, !isHalting {
        isHalting = true
        effects.append(.halt(reason: halt))
      }
    case .halted:
      isHalting = false
      asksAt = nil
    case .recorded:
      isRecording = false
      if inFlight == 0 { asksAt = nil }
    case .askFailed:
      isAsking = false
      asksAt = now + Self.patience
    case .recordFailed(let failed):
      isRecording = false
      reports = failed + reports
      recordsAt = now + Self.patience
    }
    return effects + next(at: now, clock: clock)
  }

  /// Each hold in a row lasts twice as long as the one before.
  private mutating func hold(until instant: Instant, at now: Instant) {
    if heldUntil.map({ $0 <= now }) ?? true { holds += 1 }
    let wait = Duration.milliseconds(max(0, instant.milliseconds - now.milliseconds))
    let until = now + min(wait * (1 << min(holds - 1, 10)), max(wait, Self.longestHold))
    heldUntil = max(heldUntil ?? until, until)
  }

  private mutating func follow(_ state: PushRun.State?) {
    switch state {
    case .preparing?: phase = .preparing
    // A cancelled run has rows to end.
    case .sending?, .cancelled?: phase = .sending
    case .scheduled?, .paused?, .finished?, nil: phase = .ended
    }
  }

  private mutating func take(_ claim: PushClaim, at now: Instant, clock: Duration) -> [Effect] {
    switch claim {
    case .notSending(let state):
      if state == .cancelled { phase = .ended } else { follow(state) }
      return []
    case .campaignPaused:
      asksAt = now + Self.look
      return []
    case .resting:
      // The next sender starts with a full allowance, so this one stays until it has one.
      if pace.isFull(at: clock) { phase = .ended } else { asksAt = now + Self.patience }
      return []
    case .cancelling(let next):
      asksAt = min(next, now + Self.look)
      return []
    case .claimed(let rows, let next):
      asksAt = rows.isEmpty ? min(next ?? now + Self.look, now + Self.look) : nil
      var effects: [Effect] = []
      for row in rows {
        if let verdict = judge.verdict(row, at: now) {
          reports.append(PushReport(row, verdict, hadTurn: verdict == .ended(.withheld)))
        } else {
          inFlight += 1
          pace.take(1)
          effects.append(.send(row))
        }
      }
      return effects
    }
  }

  /// What can be done now.
  private mutating func next(at now: Instant, clock: Duration) -> [Effect] {
    guard !hasEnded else { return [] }
    var effects: [Effect] = []
    if !reports.isEmpty, !isRecording, recordsAt.map({ $0 <= now }) ?? true {
      isRecording = true
      recordsAt = nil
      effects.append(.record(reports))
      reports = []
    }
    if isStopping || phase == .ended {
      if inFlight == 0, reports.isEmpty, !isRecording, !isAsking, !isHalting {
        hasEnded = true
        effects.append(.end)
      } else if let recordsAt {
        effects.append(.wake(at: recordsAt))
      }
      return effects
    }
    guard !isAsking, !isHalting else { return effects }
    if phase == .preparing, asksAt.map({ $0 <= now }) ?? true {
      isAsking = true
      return effects + [.prepare]
    }
    let room = Self.window - inFlight - reports.count
    guard room >= Self.window / 4 || phase == .preparing else { return effects }
    var wait = [asksAt, heldUntil].compactMap(\.self).max() ?? now
    if wait <= now {
      let allowed = pace.allowance(at: clock)
      if allowed > 0 {
        isAsking = true
        return effects + [.claim(limit: min(room, allowed, Self.claim))]
      }
      wait = now + pace.wait + .milliseconds(1)
    }
    return effects + [.wake(at: min(wait, recordsAt ?? wait))]
  }
}
