// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store

/// Decides what a sender does for one run: inputs in, effects out.
///
/// It lists the audience step by step, then claims rows as fast as APNs, the throttle and its own
/// memory allow, sends them and records what became of them. At any point it can be thrown away:
/// the ledger has everything, and another one goes on when the claims end.
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
    /// Time to see whether somebody changed the run or its campaign elsewhere.
    case looked
    /// Whether what was claimed may still be sent.
    case checked(maySend: Bool)
    /// Claims nothing more, and sends nothing that is not on its way.
    case stop
    /// Waits for no more answers. Another sender sends what has none again, and devices show it
    /// once.
    case giveBack
  }

  enum Effect: Equatable, Sendable {
    case prepare
    case claim(limit: Int)
    case send(ClaimedPush)
    /// Ask whether what was claimed may still be sent.
    case check
    /// Take back what is not on its way. Everything is still answered.
    case withdraw
    case record([PushReport])
    /// Pauses the run.
    case halt(reason: String)
    /// Says on the run why nothing moves; nil if it moves again.
    case storeReason(reason: String?)
    case wake(at: Instant)
    case end
  }

  /// The most pushes that are claimed and not yet recorded.
  static let window = 1_000
  /// The most rows of one claim.
  static let claim = 500
  /// How long a claim lasts: longer than the sender takes for any push, with all that waits before
  /// it.
  static let lease = Duration.seconds(120)
  /// How often a run that waits looks whether it was changed.
  static let look = Duration.seconds(5)
  /// The longest hold, unless APNs asks for more.
  static let longestHold = Duration.seconds(300)
  /// The wait after a failure of the store.
  static let patience = Duration.seconds(1)

  private enum Phase { case preparing, sending, ended }

  private struct Place: Hashable {
    var device: String
    var occurrence: Int
  }

  private var phase: Phase
  private let judge: PushJudge
  private var pace: Pace
  private var isAsking = false
  private var isRecording = false
  private var isHalting = false
  private var isStopping = false
  private var hasEnded = false
  /// What is claimed and has no answer.
  private var claimed: [Place: ClaimedPush] = [:]
  private var isChecking = false
  private var mustCheckAgain = false
  /// What the run says about why nothing moves.
  private var noted: String?
  /// Why a push waits that was claimed last and not sent.
  private var lastWait: String?
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
    noted = run.reason
  }

  var inFlight: Int { claimed.count }

  mutating func handle(_ input: Input, at now: Instant, clock: Duration) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .start, .woken: break
    case .changed:
      asksAt = nil
      check(&effects)
    case .looked: check(&effects)
    case .checked(let maySend):
      isChecking = false
      if !maySend { withdraw(&effects) } else if mustCheckAgain { check(&effects) }
      mustCheckAgain = false
    case .stop:
      isStopping = true
      withdraw(&effects)
    case .giveBack:
      isStopping = true
      reports += claimed.values.map {
        PushReport($0, .again(at: now, detail: nil, counts: false), hadTurn: true)
      }
      claimed = [:]
    case .prepared(let state):
      isAsking = false
      follow(state)
    case .claimed(let claim):
      isAsking = false
      effects += apply(claim, at: now, clock: clock)
    case .answered(let report, let hold, let halt):
      guard claimed.removeValue(forKey: Place(device: report.deviceID, occurrence: report.occurrence)) != nil
      else { break }
      reports.append(report)
      noteWait(report.verdict)
      if report.verdict == .ended(.sent) {
        holds = 0
        setReason(nil, &effects)
      }
      if let hold {
        wait(until: hold, at: now)
        setReason(lastWait, &effects)
      }
      if let halt, !isHalting {
        isHalting = true
        effects.append(.halt(reason: halt))
        withdraw(&effects)
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
  private mutating func wait(until instant: Instant, at now: Instant) {
    if heldUntil.map({ $0 <= now }) ?? true { holds += 1 }
    let wait = Duration.milliseconds(max(0, instant.milliseconds - now.milliseconds))
    let until = now + min(wait * (1 << min(holds - 1, 10)), max(wait, Self.longestHold))
    heldUntil = max(heldUntil ?? until, until)
  }

  private mutating func check(_ effects: inout [Effect]) {
    guard !claimed.isEmpty else { return }
    mustCheckAgain = isChecking
    if !isChecking { effects.append(.check) }
    isChecking = true
  }

  private func withdraw(_ effects: inout [Effect]) { if !claimed.isEmpty { effects.append(.withdraw) } }

  private mutating func setReason(_ reason: String?, _ effects: inout [Effect]) {
    guard reason != noted else { return }
    noted = reason
    effects.append(.storeReason(reason: reason))
  }

  private mutating func noteWait(_ verdict: PushReport.Verdict) {
    if case .again(_, let detail?, _) = verdict { lastWait = detail }
  }

  private mutating func follow(_ state: PushRun.State?) {
    switch state {
    case .preparing?: phase = .preparing
    // A cancelled run has rows to end.
    case .sending?, .cancelled?: phase = .sending
    case .scheduled?, .paused?, .finished?, nil: phase = .ended
    }
  }

  private mutating func apply(_ claim: PushClaim, at now: Instant, clock: Duration) -> [Effect] {
    var effects: [Effect] = []
    switch claim {
    case .notSending(let state):
      if state == .cancelled { phase = .ended } else { follow(state) }
      withdraw(&effects)
      return effects
    case .campaignPaused:
      asksAt = now + Self.look
      withdraw(&effects)
      setReason("campaign_paused", &effects)
      return effects
    case .resting:
      // The next sender starts with a full allowance, so this one stays until it has one.
      if pace.isFull(at: clock) { phase = .ended } else { asksAt = now + Self.patience }
      return []
    case .cancelling(let next):
      asksAt = min(next, now + Self.look)
      withdraw(&effects)
      return effects
    case .claimed(let rows, let next):
      asksAt = rows.isEmpty ? min(next ?? now + Self.look, now + Self.look) : nil
      if rows.isEmpty, claimed.isEmpty, let lastWait { setReason(lastWait, &effects) }
      for row in rows {
        if isStopping || isHalting {
          reports.append(PushReport(row, .again(at: now, detail: nil, counts: false)))
        } else if let verdict = judge.verdict(row, at: now) {
          reports.append(PushReport(row, verdict, hadTurn: verdict == .ended(.withheld)))
          noteWait(verdict)
        } else {
          claimed[Place(device: row.deviceID, occurrence: row.occurrence)] = row
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
