// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The condition that keeps a person out.
public struct FailedCondition: Hashable, Sendable {
  public var condition: AudienceCondition
  /// nil if it is missing.
  public var actual: Value?
  /// True if the condition is under a `not` and had to be false.
  public var isNegated: Bool

  public init(condition: AudienceCondition, actual: Value?, isNegated: Bool) {
    self.condition = condition
    self.actual = actual
    self.isNegated = isNegated
  }

  /// The rule is never true.
  static let impossible = FailedCondition(
    condition: AudienceCondition(.attribute(path: []), .isIn([])), actual: nil, isNegated: false)
}
