// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Lays filters out for a `FilterTape`.
struct FilterTapeBuilder {
  /// Strings of lists are bits of one word.
  private static let mostListedStrings = 64
  /// More columns are found by hashing.
  private static let mostWalkedColumns = 8

  private(set) var columns: ContiguousArray<FilterTape.Column> = []
  private(set) var steps: ContiguousArray<FilterTape.Step> = []
  private(set) var filters: ContiguousArray<FilterProgram> = []
  private(set) var entries: ContiguousArray<Int32> = []
  /// Empty while they are few.
  private var positions: [FilterTape.Column.Place: Int] = [:]

  /// Adds a filter and returns its number.
  mutating func add(_ filter: FilterProgram) -> Int {
    // What only the filter of an `anyElement` reads are properties of elements, not of the event: it is no part of the tape.
    var isReached = ContiguousArray(repeating: false, count: filter.instructions.count)
    var waiting = [filter.entry]
    while let position = waiting.popLast() {
      guard position >= 0, !isReached[position] else { continue }
      isReached[position] = true
      waiting += [filter.instructions[position].ifTrue, filter.instructions[position].ifFalse]
    }
    // What follows an instruction stands before it.
    var places = ContiguousArray<Int32>(repeating: 0, count: filter.instructions.count)
    for position in filter.instructions.indices where isReached[position] {
      let instruction = filter.instructions[position]
      func place(_ target: Int) -> Int32 { target < 0 ? Int32(target) : places[target] }
      let column = column(
        of: .init(
          key: instruction.key, innerKeys: instruction.innerKeys, field: instruction.innerKeys.isEmpty ? instruction.field : nil))
      var step = FilterTape.Step(
        code: .test, accepted: [], column: Int32(column), ifTrue: place(instruction.ifTrue), ifFalse: place(instruction.ifFalse),
        operand: Int64(filters.count), instruction: Int32(position))
      if case .between(let lower, let upper) = instruction.test, let first = plain(lower, column), let second = plain(upper, column) {
        append(second, &step)
        step.ifTrue = Int32(steps.count - 1)
        append(first, &step)
      } else if let test = plain(instruction.test, column) {
        append(test, &step)
      } else {
        steps.append(step)
      }
      places[position] = Int32(steps.count - 1)
    }
    entries.append(filter.entry < 0 ? Int32(filter.entry) : places[filter.entry])
    filters.append(filter)
    return filters.count - 1
  }

  private typealias PlainTest = (code: FilterTape.Step.Code, accepted: FilterRelations, operand: Int64)

  private mutating func append(_ test: PlainTest, _ step: inout FilterTape.Step) {
    (step.code, step.accepted, step.operand) = test
    steps.append(step)
  }

  private mutating func column(of place: FilterTape.Column.Place) -> Int {
    let known = columns.count <= Self.mostWalkedColumns ? columns.firstIndex { $0.place == place } : positions[place]
    if let known { return known }
    columns.append(FilterTape.Column(place: place))
    if columns.count > Self.mostWalkedColumns + 1 {
      positions[place] = columns.count - 1
    } else if columns.count > Self.mostWalkedColumns {
      for (position, column) in columns.enumerated() { positions[column.place] = position }
    }
    return columns.count - 1
  }

  /// The test without its value, where there is such a one.
  private mutating func plain(_ test: FilterTest, _ column: Int) -> PlainTest? {
    switch test {
    case .int(let order, let number): (.int, FilterRelations(order), number)
    case .double(let order, let number): (.double, FilterRelations(order), Int64(bitPattern: number.bitPattern))
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
    case .string, .between, .contains, .containsString, .startsWith, .endsWith, .matches, .includesAny, .includesAll, .anyElement: nil
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

  private mutating func membership(_ accepted: FilterRelations, _ strings: some Collection<String>, _ column: Int) -> PlainTest? {
    guard columns[column].strings.count + strings.count <= Self.mostListedStrings else { return nil }
    return (.strings, accepted, strings.reduce(0) { $0 | 1 << columns[column].strings.add($1) })
  }
}
