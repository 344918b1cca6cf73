// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What people who were drawn at random say about how many match a rule.
///
/// A store gives people numbers. Numbers are drawn, each with the same probability, and some belong
/// to nobody, because people are deleted and merged.
public struct AudienceSample: Equatable, Sendable {
  /// The numbers from which was drawn.
  public var numbers: Int
  /// How many numbers were drawn, each once.
  public var drawn = 0
  /// Of those, the numbers that belong to somebody.
  public var people = 0
  /// Of those, people who match.
  public var matching = 0
  /// Of those, people whom a notification can reach.
  public var reachable = 0
  /// The numbers of the first people who match, at most `Drawing.members`.
  public var members: [Int64] = []
  /// How many rows were read.
  public var rows = 0

  public init(numbers: Int) { self.numbers = numbers }

  /// Whether all were drawn, so that nothing is estimated.
  public var isWhole: Bool { drawn == numbers }

  /// How much is drawn. It bounds the work, however many people there are and whatever they did.
  public struct Drawing: Equatable, Sendable {
    /// Numbers.
    public var most: Int
    /// Once so many rows were read, no further person is.
    public var rows: Int
    /// The newest events of a person that are read. Older ones do not count.
    public var eventsOfPerson: Int
    /// Another seed draws other numbers. With the same one, a changed rule is asked of the same
    /// people.
    public var seed: UInt64

    /// The members that are kept.
    public static let members = 10

    public init(most: Int = 1_000, rows: Int = 25_000, eventsOfPerson: Int = 1_000, seed: UInt64 = 1) {
      (self.most, self.rows, self.eventsOfPerson, self.seed) = (most, rows, eventsOfPerson, seed)
    }

    /// Numbers from 1 to `last`, in random order, each once.
    public func numbers(upTo last: Int) -> [Int64] {
      guard last > most else {
        return (0..<max(0, last)).map { Int64($0) + 1 }.sorted { draw(UInt64($0)) < draw(UInt64($1)) }
      }
      var drawn: [Int64] = []
      var known: Set<Int64> = []
      var turn: UInt64 = 0
      while drawn.count < most {
        let number = Int64(draw(turn).multipliedFullWidth(by: UInt64(last)).high) + 1
        turn += 1
        if known.insert(number).inserted { drawn.append(number) }
      }
      return drawn
    }

    private func draw(_ turn: UInt64) -> UInt64 {
      (seed &* 0x9E37_79B9_7F4A_7C15 &+ turn &* 0xD1B5_4A32_D192_ED03).mixed.mixed
    }
  }
}
