// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct AttributeHistoryTests {
  typealias History = AttributeHistory

  private static func place(_ at: Int64, own: Bool = true) -> History.Place {
    History.Place(isOwn: own, at: Instant(milliseconds: at), eventID: "e")
  }

  private static func change(_ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue)
    -> Wire.AttributeChange
  {
    Wire.AttributeChange(.known(operation), value)
  }

  private static func history(adding range: ClosedRange<Int64>, own: Bool = true) -> History {
    range.reduce(into: History()) { $0.add(change(.add, .int($1)), at: place($1, own: own)) }
  }

  @Test func `what somebody said as themselves comes last, then the later, then the greater id by its bytes`()
  {
    func place(_ isOwn: Bool, _ at: Int64, _ id: String) -> History.Place {
      History.Place(isOwn: isOwn, at: Instant(milliseconds: at), eventID: id)
    }
    let inOrder = [
      place(false, 9, "a"), place(true, 1, "B"), place(true, 1, "a"), place(true, 1, "é"),
      place(true, 1, "\u{FF5E}"),
      place(true, 1, "\u{1F600}"),
      place(true, 2, ""),
    ]
    #expect(inOrder.reversed().sorted() == inOrder)
  }

  @Test func `beyond 250 changes the oldest are folded, and the value stays what it is`() {
    let history = Self.history(adding: 1...1_000)
    #expect(history.changes.count == History.kept)
    #expect(history.value == .array((751...1_000).map { .int($0) }))
    #expect(history.folded?.place == Self.place(750))
    #expect(history.newest == Self.place(1_000))
  }

  @Test func `a change that comes too late to have its place is applied to what was folded`() {
    var history = Self.history(adding: 1...1)
    for at in 2...300 as ClosedRange<Int64> { history.add(Self.change(.remove, "x"), at: Self.place(at)) }
    #expect(history.value == [1])
    // By its place it comes before 1 was added.
    history.add(Self.change(.remove, 1), at: Self.place(0))
    #expect(history.value == [])
    #expect(history.folded?.place == Self.place(50) && history.changes.count == History.kept)
  }

  @Test func `a value that was set before what was folded is overtaken; one that was set later is the start`()
  {
    var history = Self.history(adding: 1...300)
    history.add("overtaken", at: Self.place(20))
    #expect(history == Self.history(adding: 1...300))
    history.add(["set"], at: Self.place(299))
    #expect(
      history
        == History(
          set: History.Said(["set"], at: Self.place(299)),
          changes: [History.Said(Self.change(.add, 300), at: Self.place(300))]))
    #expect(history.value == ["set", 300])
  }

  @Test func `of two whose oldest changes were folded nothing is lost`() {
    func counter(_ step: Int64, own: Bool) -> History {
      (1...400).reduce(into: History()) {
        $0.add(Self.change(.increment, .int(step)), at: Self.place($1, own: own))
      }
    }
    for (one, other) in [
      (counter(1, own: true), counter(10, own: false)), (counter(10, own: false), counter(1, own: true)),
    ] {
      var merged = one
      merged.merge(other)
      #expect(merged.value == 4_400)
      #expect(merged.changes.count <= History.kept)
    }
    var lists = Self.history(adding: 1...300)
    lists.merge(Self.history(adding: 400...700, own: false))
    #expect(lists.value == .array((51...300).map { .int($0) }))
    var set = History(set: History.Said(7, at: Self.place(0)))
    set.merge(counter(1, own: false))
    #expect(set == History(set: History.Said(7, at: Self.place(0))))
  }

  @Test func `increments that were folded count although the other was set before them`() {
    func counter(_ instants: StrideThrough<Int64>, setAt start: Int64? = nil, to value: Wire.JSONValue = 0)
      -> History
    {
      let history = History(set: start.map { History.Said(value, at: Self.place($0)) })
      return instants.reduce(into: history) { $0.add(Self.change(.increment, 1), at: Self.place($1)) }
    }
    let (odd, even) = (
      stride(from: 1 as Int64, through: 999, by: 2), stride(from: 2 as Int64, through: 800, by: 2)
    )
    for (one, other, value) in [
      (counter(odd, setAt: 0), counter(even), 900), (counter(odd), counter(even, setAt: 0), 900),
      // Both were set: the later value is the start.
      (counter(odd, setAt: 0), counter(even, setAt: -1, to: 7_000), 900),
      (counter(odd, setAt: -1, to: 7_000), counter(even, setAt: 0), 900),
      // All that was folded came before it was set.
      (counter(stride(from: 1_001, through: 1_999, by: 2), setAt: 1_000, to: 5), counter(even), 505),
    ] as [(History, History, Wire.JSONValue)] {
      var merged = one
      merged.merge(other)
      #expect(merged.value == value)
      var mirrored = other
      mirrored.merge(one)
      #expect(mirrored == merged)
    }
  }

  @Test func `of lists and objects that were folded what changed since they were set is taken over`() {
    func history(
      _ start: Wire.JSONValue?, at first: Int64, _ operation: Wire.AttributeChange.Operation,
      _ value: Wire.JSONValue
    ) -> History {
      var history = History(set: start.map { History.Said($0, at: Self.place(first)) })
      // Changes that do nothing fold the one that counts.
      history.add(Self.change(operation, value), at: Self.place(first + 10))
      for step in 1...Int64(History.kept) {
        history.add(Self.change(.remove, "nothing"), at: Self.place(first + 10 + step))
      }
      return history
    }
    func value(_ one: History, _ other: History) -> Wire.JSONValue {
      var merged = one
      merged.merge(other)
      return merged.value
    }
    let later = history(["a", "x"], at: 5, .add, "c")
    #expect(value(later, history(nil, at: 0, .add, "b")) == ["b", "a", "x", "c"])
    #expect(value(later, history(["old"], at: 0, .add, "b")) == ["b", "a", "x", "c"])
    let object = history(["a": 1, "x": 1], at: 5, .merge, ["c": 2])
    #expect(
      value(object, history(nil, at: 0, .merge, ["a": 9, "b": 9])) == ["a": 1, "b": 9, "c": 2, "x": 1])
    #expect(
      value(object, history(["a": 8, "old": 8], at: 0, .merge, ["b": 9])) == ["a": 1, "b": 9, "c": 2, "x": 1])
    // What was taken out of the value that was set stays out; what a change cannot work with stays.
    #expect(value(history(["a", "x"], at: 5, .remove, "x"), history(["x"], at: 0, .add, "b")) == ["b", "a"])
    #expect(value(history("text", at: 5, .add, 1), history(nil, at: 0, .increment, 4)) == "text")
    #expect(value(history(nil, at: 5, .add, 1), history(nil, at: 0, .increment, 4)) == 4)
    #expect(value(history(nil, at: 5, .increment, 4), history("text", at: 0, .increment, 1)) == "text")
  }

  @Test func `an operation that is not known leaves no trace`() {
    var history = History()
    history.add(Wire.AttributeChange(.unknown("multiply"), 2), at: Self.place(1))
    #expect(history == History())
    #expect(history.value == .null && history.newest == nil)
  }

  private enum Said {
    case set(Wire.JSONValue)
    case change(Wire.AttributeChange)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `in whatever order and in whatever parts all is said, it comes to what is said in order`(seed: UInt64)
  {
    var chance = SeededGenerator(seed: seed)
    let said = (0..<Int.random(in: 0...60, using: &chance)).map {
      index -> (place: History.Place, said: Said) in
      let place = Self.place(Int64(index), own: Int.random(in: 0..<3, using: &chance) > 0)
      let number = Wire.JSONValue.int(Int64.random(in: 0...3, using: &chance))
      let choices: [Said] = [
        .set([["a": number], number, [number], .null].randomElement(using: &chance) ?? .null),
        .change(Self.change(.increment, number)),
        .change(Self.change(.add, number)), .change(Self.change(.remove, number)),
        .change(Self.change(.merge, ["a": .null, "b": number])), .change(Self.change(.increment, 0.5)),
      ]
      return (place, choices.randomElement(using: &chance) ?? .set(.null))
    }
    var parts = [History(), History(), History()]
    for one in said.shuffled(using: &chance) {
      let part = Int.random(in: 0..<3, using: &chance)
      switch one.said {
      case .set(let value): parts[part].add(value, at: one.place)
      case .change(let change): parts[part].add(change, at: one.place)
      }
      // Somebody turns out to be somebody else.
      if Int.random(in: 0..<20, using: &chance) == 0 {
        parts[part].merge(parts[(part + 1) % 3])
        parts[(part + 1) % 3] = History()
      }
    }
    let whole = parts.shuffled(using: &chance).reduce(into: History()) { $0.merge($1) }
    let naive = said.sorted { $0.place < $1.place }.reduce(Wire.JSONValue.null) { value, one in
      switch one.said {
      case .set(let new): new
      case .change(let change): change.applied(to: value)
      }
    }
    #expect(whole.value == naive)
  }
}
