// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Filters for the same events. Each property of an event is looked up once for all of them.
public struct FilterSet: Sendable {
  private let tape: FilterTape

  /// Creates a set. Matches are reported in this order.
  public init(_ programs: [FilterProgram]) {
    var builder = FilterTapeBuilder()
    for program in programs { _ = builder.add(program) }
    tape = FilterTape(builder)
  }

  /// Calls `body` with the index of each filter that the properties match, in order.
  ///
  /// - Parameter now: the time of the event.
  public func forEachMatch(_ properties: Properties, at now: Instant, _ body: (Int) -> Void) {
    tape.withRun(on: properties, at: now) { run in
      for position in tape.filters.indices where run.accepts(position) { body(position) }
    }
  }
}
