// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Many filters on the same event: its properties are looked up once for all of them. What the engine does for the campaigns of one event.
public struct FilterSet: Sendable {
  private let programs: ContiguousArray<FilterProgram>
  private let layout: PropertyLayout

  /// The filters in the order in which matches are told.
  public init(_ programs: [FilterProgram]) {
    var layout = PropertyLayout()
    self.programs = ContiguousArray(programs.map { $0.laidOut(in: &layout) })
    self.layout = layout
  }

  /// Calls `body` with the position of each filter that the properties satisfy, in order.
  ///
  /// - Parameter now: when the event happened.
  public func forEachMatch(_ properties: [String: Value], at now: Instant, _ body: (Int) -> Void) {
    layout.withValues(of: properties) { values in
      for position in programs.indices where programs[position].evaluate(values, at: now) { body(position) }
    }
  }

  /// Calls `body` with the position of each filter that the purchase satisfies, in order.
  ///
  /// - Parameter now: when the purchase happened.
  public func forEachMatch(_ purchase: Purchase, at now: Instant, _ body: (Int) -> Void) {
    layout.withValues(of: purchase) { values in
      for position in programs.indices where programs[position].evaluate(values, at: now) { body(position) }
    }
  }
}
