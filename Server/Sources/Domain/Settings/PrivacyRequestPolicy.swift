// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Whether devices may ask for data and for deletions in the name of the people who use them, and
/// when the team has to answer.
public struct PrivacyRequestPolicy: Hashable, Sendable {
  /// The raw values are stored and reported.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Requests from devices are refused.
    case off
    /// The team carries out each request, or declines it.
    case review
    /// Deletions are carried out as they arrive. The team answers the rest.
    case deleteAtOnce = "delete_at_once"
  }

  public var mode: Mode
  /// The days in which the team has to answer.
  public var dueDays: Int

  public init(mode: Mode = .off, dueDays: Int = Self.usualDueDays) {
    self.mode = mode
    self.dueDays = dueDays
  }

  /// The General Data Protection Regulation gives a month.
  public static let usualDueDays = 30
  public static let dueDaysRange = 1...90

  public func dueAt(of request: Instant) -> Instant { request + .seconds(dueDays * 86_400) }

  var diagnostics: [Diagnostic] {
    var found = DiagnosticList(prefix: "privacy_requests.")
    if !Self.dueDaysRange.contains(dueDays) {
      found.error(
        "due_days", "out_of_range",
        "The team has \(Self.dueDaysRange.lowerBound) to \(Self.dueDaysRange.upperBound) days to answer.",
        "Enter a whole number of days, such as \(Self.usualDueDays).")
    }
    return found.diagnostics
  }
}
