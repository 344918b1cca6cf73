// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Evaluates the filters of a tape on one event. Valid only during the tape's call.
struct FilterTapeRun {
  let tape: FilterTape
  let steps: UnsafeBufferPointer<FilterTape.Step>
  let tests: UnsafeBufferPointer<FilterTape.Test>
  let cells: UnsafeBufferPointer<FilterCell>
  let now: Instant

  /// True if the event satisfies the filter with this number.
  @inline(__always)
  func accepts(_ filter: Int) -> Bool { run(filter).result == FilterProgram.accepted }

  /// The comparison that made the filter false, or nil if it is true.
  func explain(_ filter: Int) -> FilterMiss? {
    let (result, last) = run(filter)
    guard result == FilterProgram.rejected else { return nil }
    guard last >= 0 else { return .impossible }
    let step = steps[last]
    return tape.filters[filter].miss(
      at: Int(step.instruction), of: cells[Int(step.column)].entry?.pointee.value, at: now)
  }

  /// Returns the result, and the step that was evaluated last (-1: none).
  @inline(__always)
  private func run(_ filter: Int) -> (result: Int, last: Int) {
    var position = Int(tape.entries[filter])
    var last = -1
    while position >= 0 {
      last = position
      let step = steps[position]
      let isTrue =
        step.code == .test
        ? test(step) : !step.accepted.isDisjoint(with: relation(step, cells[Int(step.column)]))
      position = Int(isTrue ? step.ifTrue : step.ifFalse)
    }
    return (position, last)
  }

  @inline(__always)
  private func relation(_ step: FilterTape.Step, _ cell: FilterCell) -> FilterRelations {
    switch (step.code, cell.kind) {
    case (_, .missing): .missing
    case (_, .null): .null
    case (.int, .int): FilterRelations(of: cell.bits, to: step.operand)
    case (.int, .double): FilterRelations(of: step.operand, to: cell.double).reversed
    case (.double, .int):
      FilterRelations(of: cell.bits, to: Double(bitPattern: UInt64(bitPattern: step.operand)))
    case (.double, .double):
      FilterRelations(of: cell.double, to: Double(bitPattern: UInt64(bitPattern: step.operand)))
    case (.date, .date): FilterRelations(of: cell.bits, to: step.operand)
    case (.dateFromNow, .date): FilterRelations(of: cell.bits, to: fromNow(step.operand))
    case (.bool, .bool), (.string, .string): cell.bits == step.operand ? .equal : .different
    // A shift by 64 or more, or by a negative number, leaves no bits.
    case (.strings, .string):
      (1 as UInt64) << cell.bits & UInt64(bitPattern: step.operand) != 0 ? .equal : .different
    case (.presence, _): .present
    default: []
    }
  }

  @inline(__always)
  private func fromNow(_ milliseconds: Int64) -> Int64 {
    let (sum, overflow) = now.milliseconds.addingReportingOverflow(milliseconds)
    return overflow ? (milliseconds < 0 ? .min : .max) : sum
  }

  @inline(never)
  private func test(_ step: FilterTape.Step) -> Bool {
    tests[Int(step.operand)].accepts(cells[Int(step.column)].entry, at: now)
  }
}

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
