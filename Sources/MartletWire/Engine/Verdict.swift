// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.DecisionRecord {
  /// The result of a campaign in a decision: chosen, or stopped by a gate.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case chosen, delivered, filter, history
    case notStarted = "not_started"
    case ended
    case quietHours = "quiet_hours"
    case reEligibility = "re_eligibility"
    case cap
    case delayRuns = "delay_runs"
    case interval, priority
    case itemWaits = "item_waits"

    /// The name on pages.
    public var label: String { traits.label }

    /// Whether it depends on what was shown before.
    public var isOfDisplays: Bool {
      switch self {
      case .chosen, .delivered, .reEligibility, .cap, .delayRuns, .interval, .priority, .itemWaits: true
      case .filter, .history, .notStarted, .ended, .quietHours: false
      }
    }

    /// How important it is to an author: `good`, `warn` if a setting of the campaign stopped it,
    /// otherwise `plain`.
    public var tone: String {
      self == .chosen || self == .delivered
        ? "good" : traits.suppression == nil || self == .priority ? "plain" : "warn"
    }

    /// The words of a verdict.
    struct Traits {
      let label: String
      /// For a gate that can stop a campaign whose trigger fired: why it was not shown, and what to
      /// do about it.
      let suppression: (reason: String, hint: String)?
      /// For a gate that a triggered message can wait for: why it waits, and what to do about it.
      var queue: (reason: String, hint: String)?
    }

    var traits: Traits {
      switch self {
      case .chosen: Traits(label: "Chosen", suppression: nil)
      case .delivered: Traits(label: "Delivered", suppression: nil)
      case .filter: Traits(label: "Filter not met", suppression: nil)
      case .history: Traits(label: "Not often enough", suppression: nil)
      case .notStarted:
        Traits(
          label: "Not started", suppression: ("Before the campaign’s start", "Set an earlier start, or wait.")
        )
      case .ended:
        Traits(
          label: "Ended",
          suppression: ("After the campaign’s end", "Set a later end, or duplicate the campaign."))
      case .quietHours:
        Traits(
          label: "Quiet hours",
          suppression: (
            "In the campaign’s quiet hours", "Expected, unless the hours are longer than intended."
          ),
          queue: (
            "In the campaign’s quiet hours",
            "Expected: it is shown when they are over, if the person is in the app."
          ))
      case .reEligibility:
        Traits(
          label: "Already seen",
          suppression: ("Already seen", "Expected: the campaign limits how often a person sees it."))
      case .cap:
        Traits(
          label: "Frequency cap",
          suppression: ("Frequency cap reached", "Expected, unless the cap is lower than intended."))
      case .delayRuns:
        Traits(
          label: "Still delayed",
          suppression: (
            "The delay after an earlier trigger has not ended",
            "Expected: the message is shown after the delay."
          ))
      case .interval:
        Traits(
          label: "Too soon",
          suppression: (
            "Too soon after another message",
            "Trigger on a later event, or raise the priority. Messages are at least 30 s apart, unless the app sets another interval."
          ), queue: ("Too soon after another message", "Expected: it is shown after the minimum interval."))
      case .priority:
        Traits(
          label: "Lower priority",
          suppression: (
            "Another campaign had a higher priority",
            "Raise the priority, or narrow the filter of the other campaign."
          ))
      case .itemWaits:
        Traits(
          label: "Already waiting",
          suppression: (
            "An earlier delivery still waits on the device",
            "Expected: a person gets a campaign once at a time."
          ))
      }
    }
  }
}

extension Wire.Open<Wire.DecisionRecord.Verdict> {
  /// The name on pages. A gate of a newer version has its name in the protocol.
  public var label: String { known?.label ?? rawValue.split(separator: "_").joined(separator: " ") }
}

extension Wire.DecisionRecord.Candidate {
  /// The candidate with the values that its gate compared, each up to `Limits.detailBytes` long.
  public init(_ candidate: Candidate) {
    let (verdict, detail): (Wire.DecisionRecord.Verdict, [String: Wire.JSONValue]) =
      switch candidate.verdict {
      case .chosen: (.chosen, [:])
      case .delivered: (.delivered, [:])
      case .stopped(.filter(let miss)): (.filter, Self.detail(of: miss))
      case .stopped(.history(let progress)): (.history, Self.detail(of: progress))
      case .stopped(.reEligibility(let lastShown, let again)):
        (
          .reEligibility,
          ["last_shown_at": lastShown, "again_at": again].compactMapValues {
            $0.map { .int($0.milliseconds) }
          }
        )
      case .stopped(.cap(let scope, let cap, let count)): (.cap, Self.detail(of: scope, cap, count: count))
      case .stopped(.delayRuns(let until)): (.delayRuns, ["until": .int(until.milliseconds)])
      case .stopped(.notStarted(let startsAt)): (.notStarted, ["starts_at": .int(startsAt.milliseconds)])
      case .stopped(.ended(let endsAt)): (.ended, ["ends_at": .int(endsAt.milliseconds)])
      case .stopped(.quietHours(let until)): (.quietHours, ["until": .int(until.milliseconds)])
      case .stopped(.interval(let remaining, let minimum)):
        (
          .interval,
          ["remaining_ms": .int(remaining.wholeMilliseconds), "minimum_ms": .int(minimum.wholeMilliseconds)]
        )
      case .stopped(.priority(let winner)): (.priority, ["winner": .string(winner.rawValue)])
      case .stopped(.itemWaits(let since)): (.itemWaits, ["since": .int(since.milliseconds)])
      }
    self.init(
      campaignID: candidate.campaign.rawValue, campaignVersion: candidate.version, verdict: .known(verdict),
      detail: detail)
  }

  /// Why the campaign was or was not shown, in a few words, with the values compared: `interval, 12
  /// s left`, `total 18 ≤ 20`.
  ///
  /// - Parameter name: returns the name of another campaign for its id.
  public func words(name: (String) -> String = { $0 }) -> String {
    let values = valueWords(name: name)
    let label = verdict.known?.label.lowercased() ?? verdict.rawValue
    return switch verdict.known {
    case .interval: values.map { "interval, " + $0 } ?? "interval"
    case .priority: values.map { "\(label) \($0)" } ?? label
    default: values ?? label
    }
  }

  /// The values that were compared, for display next to the verdict's label: `12 s left of 30 s`.
  /// nil: the label is enough.
  public func valueWords(name: (String) -> String = { $0 }) -> String? {
    switch verdict.known {
    case .chosen, .delivered, nil: return nil
    case .itemWaits: return "waiting since \(instant("since"))"
    case .filter: return missWords
    case .history: return historyWords
    case .reEligibility:
      guard detail["again_at"] != nil else { return "seen before, shown only once" }
      return "seen before, can be shown again from \(instant("again_at"))"
    case .cap: return capWords
    case .delayRuns: return "delayed until \(instant("until"))"
    case .notStarted: return "starts \(instant("starts_at"))"
    case .quietHours: return "quiet until \(instant("until"))"
    case .ended: return "ended \(instant("ends_at"))"
    case .interval:
      guard case .int(let left) = detail["remaining_ms"], case .int(let minimum) = detail["minimum_ms"] else {
        return nil
      }
      return "\(seconds(left)) s left of \(seconds(minimum)) s"
    case .priority:
      guard case .string(let winner) = detail["winner"] else { return nil }
      return "than \(name(winner))"
    }
  }
}
