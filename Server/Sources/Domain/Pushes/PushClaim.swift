// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a sender gets that asks a run for work.
public enum PushClaim: Equatable, Sendable {
  /// Empty if nothing is due; then the instant at which the next row is.
  case claimed([ClaimedPush], next: Instant?)
  /// The campaign is paused.
  case campaignPaused
  /// The run does not send, in this state.
  case notSending(PushRun.State)
  /// A run by events has no row that is due. It is listed among those with something to do when it
  /// has one.
  case resting
  /// The run is cancelled, and rows were ended. Open ones remain until the claims of senders end,
  /// at this instant.
  case cancelling(next: Instant)
}

extension PushRun {
  /// What is done when a sender asks for work.
  public enum Step: Equatable, Sendable {
    /// What is due is claimed.
    case claims
    /// The run is cancelled: its open rows end.
    case sweeps
    /// Nothing.
    case answers(PushClaim)
  }

  /// What comes next. A run whose campaign is over is cancelled.
  ///
  /// - Parameter campaign: The present state of the campaign; nil if it was deleted.
  public mutating func nextStep(campaign: CampaignState?, at now: Instant) -> Step {
    switch state {
    case .cancelled: return .sweeps
    case .sending: break
    case .scheduled, .preparing, .paused, .finished: return .answers(.notSending(state))
    }
    if audience.isForTrying { return .claims }
    switch campaign {
    case .running?: return .claims
    case .paused?: return .answers(.campaignPaused)
    case .finished?, .draft?, nil:
      _ = perform(.cancel, reason: "campaign_finished", at: now)
      return .sweeps
    }
  }

  /// Whether what was claimed of a run may still be sent.
  public static func maySend(_ state: State, to kind: Audience.Kind, campaign: CampaignState?) -> Bool {
    state == .sending && (kind.isForTrying || campaign == .running)
  }

  /// What a sender is told when nothing is due. When every row has ended, the run is finished; one
  /// by events only after its expiry.
  ///
  /// - Parameter next: When the next row is due; nil if every row has ended.
  public mutating func wait(until next: Instant?, at now: Instant) -> PushClaim {
    if audience == .event, next != nil || expiresAt.map({ $0 > now }) ?? true { return .resting }
    if let next { return .claimed([], next: next) }
    finish(at: now)
    return .notSending(state)
  }

  /// What a sender of a cancelled run is told.
  ///
  /// - Parameters:
  ///   - next: When the claim of the first row that is still open ends; nil if every row has ended.
  ///   - isMore: Whether there may be more rows to end now.
  public func swept(until next: Instant?, isMore: Bool, at now: Instant) -> PushClaim {
    guard let next else { return .notSending(state) }
    return .cancelling(next: isMore ? now : max(next, now))
  }
}
