// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Filters that are asked about the same events: an event's properties are looked up once for all of them.
public struct FilterSet: Sendable {
  private var programs: ContiguousArray<FilterProgram> = []
  private var layout = PropertyLayout()

  /// No filter yet.
  init() {}

  /// The filters in the order in which matches are told.
  public init(_ programs: [FilterProgram]) {
    for program in programs { add(program) }
  }

  /// Returns the filter's position.
  @discardableResult
  mutating func add(_ program: FilterProgram) -> Int {
    programs.append(program.laidOut(in: &layout))
    return programs.count - 1
  }

  /// Calls `body` with the position of each filter that the properties satisfy, in order.
  ///
  /// - Parameter now: when the event happened.
  public func forEachMatch(_ properties: [String: Value], at now: Instant, _ body: (Int) -> Void) {
    read(properties, at: now) { reading in
      for position in programs.indices where reading.satisfies(position) { body(position) }
    }
  }

  /// What an event is to the filters; valid only while `read` calls with it.
  struct Reading {
    fileprivate let programs: ContiguousArray<FilterProgram>
    fileprivate let properties: LaidOutProperties
    fileprivate let now: Instant

    /// True when the event satisfies the filter at this position.
    @inline(__always)
    func satisfies(_ position: Int) -> Bool { programs[position].evaluate(properties, at: now) }

    func explain(_ position: Int) -> FilterMiss? { programs[position].explain(properties, at: now) }
  }

  @inline(__always)
  func read(_ source: some PropertySource, at now: Instant, _ body: (Reading) -> Void) {
    layout.withValues(of: source) { body(Reading(programs: programs, properties: $0, now: now)) }
  }
}
