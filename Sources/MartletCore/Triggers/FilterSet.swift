// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Filters that are asked about the same events: an event's properties are looked up once for all of them.
public struct FilterSet: Sendable {
  private let tape: FilterTape

  /// The filters in the order in which matches are told.
  public init(_ programs: [FilterProgram]) {
    var builder = FilterTapeBuilder()
    for program in programs { _ = builder.add(program) }
    tape = FilterTape(builder)
  }

  /// Calls `body` with the position of each filter that the properties satisfy, in order.
  ///
  /// - Parameter now: when the event happened.
  public func forEachMatch(_ properties: Properties, at now: Instant, _ body: (Int) -> Void) {
    tape.withRun(on: properties, at: now) { run in
      for position in tape.filters.indices where run.accepts(position) { body(position) }
    }
  }
}
