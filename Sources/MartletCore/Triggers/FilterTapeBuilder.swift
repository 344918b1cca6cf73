// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Builds the contents of a `FilterTape`.
struct FilterTapeBuilder {
  /// The strings of a list are bits of one 64-bit word.
  private static let mostListedStrings = 64
  /// Larger groups find columns by hashing.
  private static let mostWalkedColumns = 8

  private(set) var columns: ContiguousArray<FilterTape.Column> = []
  private(set) var steps: ContiguousArray<FilterTape.Step> = []
  private(set) var tests: ContiguousArray<FilterTape.Test> = []
  private(set) var filters: ContiguousArray<FilterProgram> = []
  private(set) var entries: ContiguousArray<Int32> = []
  /// The start of the current group's columns.
  private var firstColumn = 0
  /// The columns of the current group by place. Empty for small groups.
  private var positions: [FilterTape.Column.Place: Int] = [:]

  /// The columns of the current group.
  var group: Range<Int> { firstColumn..<columns.count }

  /// Reserves memory for this many filters and groups.
  mutating func reserveCapacity(filters count: Int, groups: Int) {
    columns.reserveCapacity(groups)
    steps.reserveCapacity(count)
    filters.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  /// Starts a new group: the next filters apply to other events than the previous ones.
  mutating func beginGroup() {
    firstColumn = columns.count
    if !positions.isEmpty { positions = [:] }
  }

  /// Adds a filter to the current group and returns its number.
  mutating func add(_ filter: FilterProgram) -> Int {
    let count = filter.instructions.count
    let start = withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { places in
      places.initialize(repeating: Self.unreached)
      // Skip instructions that only an `anyElement` uses: they read properties of elements, not of
      // the event. Targets come before the instructions that jump to them.
      if filter.entry >= 0 { places[filter.entry] = 0 }
      for position in filter.instructions.indices.reversed() where places[position] != Self.unreached {
        let (ifTrue, ifFalse) = (filter.instructions[position].ifTrue, filter.instructions[position].ifFalse)
        if ifTrue >= 0 { places[ifTrue] = 0 }
        if ifFalse >= 0 { places[ifFalse] = 0 }
      }
      for position in filter.instructions.indices where places[position] != Self.unreached {
        places[position] = lay(filter.instructions[position], of: filter, at: position) {
          $0 < 0 ? Int32($0) : places[$0]
        }
      }
      return filter.entry < 0 ? Int32(filter.entry) : places[filter.entry]
    }
    entries.append(start)
    filters.append(filter)
    return filters.count - 1
  }

  private static let unreached: Int32 = -1

  /// Lays out an instruction as a step and returns its place. `place` gives the places of its
  /// targets.
  @inline(__always)
  private mutating func lay(
    _ instruction: FilterProgram.Instruction, of filter: FilterProgram, at position: Int,
    _ place: (Int) -> Int32
  ) -> Int32 {
    let column = column(of: instruction)
    var step = FilterTape.Step(
      code: .test, accepted: [], column: Int32(column - firstColumn), ifTrue: place(instruction.ifTrue),
      ifFalse: place(instruction.ifFalse), operand: 0, instruction: Int32(position))
    if case .between(let lower, let upper) = instruction.test, let first = plain(lower, column),
      let second = plain(upper, column)
    {
      append(second, &step)
      step.ifTrue = Int32(steps.count - 1)
      append(first, &step)
    } else if let test = plain(instruction.test, column) {
      append(test, &step)
    } else {
      step.operand = Int64(tests.count)
      tests.append(FilterTape.Test(instruction.test, of: filter))
      steps.append(step)
    }
    return Int32(steps.count - 1)
  }

  private typealias PlainTest = (code: FilterTape.Step.Code, accepted: FilterRelations, operand: Int64)

  private mutating func append(_ test: PlainTest, _ step: inout FilterTape.Step) {
    (step.code, step.accepted, step.operand) = test
    steps.append(step)
  }

  private mutating func column(of instruction: FilterProgram.Instruction) -> Int {
    let place = FilterTape.Column.Place(key: instruction.key, innerKeys: instruction.innerKeys)
    let known =
      group.count <= Self.mostWalkedColumns
      ? columns[group].firstIndex { $0.place == place } : positions[place]
    if let known { return known }
    columns.append(FilterTape.Column(place: place))
    if group.count > Self.mostWalkedColumns + 1 {
      positions[place] = columns.count - 1
    } else if group.count > Self.mostWalkedColumns {
      for position in group { positions[columns[position].place] = position }
    }
    return columns.count - 1
  }

  /// The test in its plain form, which does not need the value itself. nil if it has none.
  private mutating func plain(_ test: FilterTest, _ column: Int) -> PlainTest? {
    switch test {
    case .int(let order, let number): (.int, FilterRelations(order), number)
    case .double(let order, let number):
      (.double, FilterRelations(order), Int64(bitPattern: number.bitPattern))
    case .date(let order, let date): (.date, FilterRelations(order), date.milliseconds)
    case .dateFromNow(let order, let milliseconds): (.dateFromNow, FilterRelations(order), milliseconds)
    case .equals(let operand): equality(.equal, operand, column)
    case .notEquals(let operand): equality(.unequal, operand, column)
    case .isInStrings(let strings): membership(.equal, strings, column)
    case .isIn(let list): list.onlyStrings.flatMap { membership(.equal, $0, column) }
    case .isNotIn(let list): list.onlyStrings.flatMap { membership(.unequal, $0, column) }
    case .isBlank: (.presence, [.missing, .null], 0)
    case .isNotBlank: (.presence, .present, 0)
    case .exists: (.presence, [.null, .present], 0)
    case .doesNotExist: (.presence, .missing, 0)
    default: nil
    }
  }

  private mutating func equality(_ accepted: FilterRelations, _ operand: Value, _ column: Int) -> PlainTest? {
    switch operand {
    case .bool(let isTrue): (.bool, accepted, isTrue ? 1 : 0)
    case .int(let number): (.int, accepted, number)
    case .double(let number): (.double, accepted, Int64(bitPattern: number.bitPattern))
    case .string(let text): (.string, accepted, columns[column].strings.add(text))
    case .date(let date): (.date, accepted, date.milliseconds)
    case .null, .array, .object: nil
    }
  }

  private mutating func membership(
    _ accepted: FilterRelations, _ strings: some Collection<String>, _ column: Int
  ) -> PlainTest? {
    guard columns[column].strings.count + strings.count <= Self.mostListedStrings else { return nil }
    return (.strings, accepted, strings.reduce(0) { $0 | 1 << columns[column].strings.add($1) })
  }
}
