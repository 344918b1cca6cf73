// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// `FilterProgramTests` holds a filter alone against a naive reading; here many of them on one tape
/// have to say what each says alone.
@Suite("Filters on a tape")
struct FilterTapeTests {
  private func tape(_ filters: [Filter]) throws -> FilterTape {
    var builder = FilterTapeBuilder()
    for filter in filters { _ = builder.add(try FilterProgram(filter, compilePattern: plainPatterns)) }
    return FilterTape(builder)
  }

  private func compare(_ operation: Comparison.Operation, _ path: String...) -> Filter {
    .compare(Comparison(path: path.isEmpty ? ["x"] : path, operation: operation))
  }

  @Test func `many filters on one event say what each of them says alone, with the same explanation`() throws
  {
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let filters = random.array(1...12) { $0.filter() }
      let tape = try tape(filters)
      for _ in 0..<4 {
        let now = Instant(milliseconds: Int64(random.int(-1...1) * 1_000 + random.int(0...2)))
        let (properties, purchase) = (random.properties(), random.purchase())
        tape.withRun(on: properties, at: now) { run in
          for (number, program) in tape.filters.enumerated() {
            #expect(
              run.accepts(number) == program.evaluate(properties, at: now),
              "seed \(seed): \(filters[number]) on \(properties)")
            #expect(
              "\(run.explain(number) as Any)" == "\(program.explain(properties, at: now) as Any)",
              "seed \(seed)")
          }
        }
        tape.withRun(on: purchase.propertiesWithFields, at: now) { run in
          for (number, program) in tape.filters.enumerated() {
            #expect(
              run.accepts(number) == program.evaluate(purchase, at: now),
              "seed \(seed): \(filters[number]) on \(purchase)")
            #expect(
              "\(run.explain(number) as Any)" == "\(program.explain(purchase, at: now) as Any)",
              "seed \(seed)")
          }
        }
      }
    }
  }

  @Test func `equal properties are one column, and comparisons of plain values are steps that see no value`()
    throws
  {
    let filters: [Filter] = [
      .all([compare(.greater(.int(1))), compare(.isIn([.string("a"), .string("b")]), "y")]),
      .any([
        compare(.between(.int(1), .int(2))), compare(.notEquals(.string("a")), "y"),
        compare(.isBlank, "y", "z"),
      ]),
    ]
    let tape = try tape(filters)
    #expect(tape.columns.map(\.place.key.text) == ["y", "x", "y"])
    #expect(tape.columns.map { $0.place.innerKeys.map(\.text) } == [[], [], ["z"]])
    #expect(tape.columns[0].strings.all == ["a", "b"])
    // A range is two of them.
    #expect(tape.steps.count == 6 && !tape.steps.contains { $0.code == .test })
  }

  @Test(arguments: [1, 6, 7, 63, 64, 65, 200])
  func `more strings and properties than fit are asked for all the same`(count: Int) throws {
    let words = (0..<count).map { "word \($0)" }
    let lists = words.map { compare(.isIn([.string($0), .string("other")])) }
    let others = words.map { compare(.equals(.string("there")), $0) }
    let set = FilterSet(try (lists + others).map { try FilterProgram($0, compilePattern: plainPatterns) })
    for sought in [0, count / 2, count - 1] {
      var found: [Int] = []
      set.forEachMatch(["x": .string(words[sought]), words[sought]: .string("there")], at: 0) {
        found.append($0)
      }
      #expect(found == [sought, count + sought])
    }
    var found = 0
    set.forEachMatch(["x": .string("word")], at: 0) { _ in found += 1 }
    #expect(found == 0)
  }

  @Test func `strings that are canonically equivalent are the same known string`() {
    for count in [1, 20] {
      var strings = KnownStrings()
      let known = strings.add("caf\u{E9}")
      for number in 1..<count { _ = strings.add("s\(number)") }
      #expect(
        strings.number(of: "cafe\u{301}") == known && strings.add("cafe\u{301}") == known
          && strings.count == count)
      #expect(strings.number(of: "cafe") == -1)
    }
  }
}
