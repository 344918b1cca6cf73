// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DecisionRecord {
  /// What came of a campaign in a decision: it was chosen, or a gate stopped it.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case chosen, filter, history
    case notStarted = "not_started"
    case ended
    case quietHours = "quiet_hours"
    case reEligibility = "re_eligibility"
    case cap
    case delayRuns = "delay_runs"
    case interval, priority

    /// What pages call it.
    public var label: String {
      switch self {
      case .chosen: "Chosen"
      case .filter: "Filter not met"
      case .history: "Not often enough"
      case .notStarted: "Not started"
      case .ended: "Ended"
      case .quietHours: "Quiet hours"
      case .reEligibility: "Already seen"
      case .cap: "Frequency cap"
      case .delayRuns: "In its delay"
      case .interval: "Too soon"
      case .priority: "Lower priority"
      }
    }

    /// How much it matters to an author: `good`, `warn` for what a setting of the campaign stopped, else `plain`.
    public var tone: String {
      switch self {
      case .chosen: "good"
      case .filter, .history, .priority: "plain"
      case .notStarted, .ended, .quietHours, .reEligibility, .cap, .delayRuns, .interval: "warn"
      }
    }
  }
}

extension Wire.Open<Wire.DecisionRecord.Verdict> {
  /// What pages call it; a gate of a newer version by its name.
  public var label: String { known?.label ?? rawValue.split(separator: "_").joined(separator: " ") }
}
