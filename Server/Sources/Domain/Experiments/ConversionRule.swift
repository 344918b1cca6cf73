// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// A conversion of a campaign, as it is counted.
public struct ConversionRule: Hashable, Sendable {
  public var name: String
  /// The events that count. Its window and measure have no meaning here.
  public var activity: AudienceActivity
  /// How long after the person was first counted they count: from the moment itself, and before its
  /// end.
  public var window: Duration
  /// The property that is the revenue of an event. nil: the conversion has no revenue.
  public var revenue: String?
  /// Whether an automatic winner must keep nearly all of it.
  public var isGuardrail: Bool

  /// Reads a conversion. What is wrong is added to `problems`, each with its field; nil then.
  ///
  /// - Parameter path: The field of the conversion, which begins those of the problems.
  public init?(_ conversion: Wire.Conversion, at path: String, _ problems: inout [Diagnostic]) {
    let before = problems.count
    if conversion.name.isEmpty {
      problems.append(
        Diagnostic(
          field: path + ".name", code: "field_missing", message: "The conversion has no name.",
          remedy: "Name it."))
    }
    if !Wire.Conversion.windows.contains(conversion.windowMilliseconds) {
      problems.append(
        Diagnostic(
          field: path + ".window_ms", code: "window_invalid",
          message: "The window is not between one hour and 30 days.",
          remedy: "Choose for example 3 days."))
    }
    var reader = RuleFieldReader()
    let activity = reader.activity(conversion.event, at: path + ".event")
    problems += reader.problems
    if case .object(let fields) = conversion.event, fields["within"] != nil || fields["measure"] != nil {
      problems.append(
        Diagnostic(
          field: path + ".event", code: "field_unused",
          message: "A conversion has its own window, and counts.",
          remedy: "Remove within and measure."))
    }
    guard problems.count == before, let activity else { return nil }
    name = conversion.name
    self.activity = activity
    window = .milliseconds(conversion.windowMilliseconds)
    revenue = conversion.revenue
    isGuardrail = conversion.isGuardrail
  }
}
