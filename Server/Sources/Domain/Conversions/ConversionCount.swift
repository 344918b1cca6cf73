// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What people did after they saw a campaign: one of its conversions, counted as `Attribution`
/// says.
public struct ConversionCount: Hashable, Sendable {
  /// Pages and programs that did not ask for conversions get them only if counting looks at fewer
  /// people and events: some hundred milliseconds.
  public static let usualWork = 100_000

  public var rule: ConversionRule
  /// People who saw the campaign in the period.
  public var shown: Int
  /// Of those, the ones who converted.
  public var converted: Int
  /// How often they converted.
  public var conversions: Int
  /// Empty for a conversion without revenue.
  public var revenue: Revenue

  public init(
    _ rule: ConversionRule, shown: Int = 0, converted: Int = 0, conversions: Int = 0,
    revenue: Revenue = Revenue()
  ) {
    self.rule = rule
    self.shown = shown
    self.converted = converted
    self.conversions = conversions
    self.revenue = revenue
  }
}

extension Wire.Campaign {
  /// The conversions that can be counted, in order. One of a newer version cannot be counted, and
  /// is left out.
  public var conversionRules: [ConversionRule] {
    var problems: [Diagnostic] = []
    return conversions.compactMap { ConversionRule($0, at: "", &problems) }
  }
}
