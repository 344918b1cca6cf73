// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore

/// People of an app whom nobody has to wait for: what they do in some days, chosen by a seed. The
/// same values give the same sessions and the same events.
public struct Simulation: Hashable, Sendable {
  public var people = 10_000
  /// How many days before now they begin.
  public var days = 1
  /// Of one person in a day, on average.
  public var sessions = 2.0
  /// Of one session, on average, besides those that the SDK logs itself.
  public var events = 8.0
  /// The share of devices whose clock is off, by up to two days.
  public var wrongClocks = 0.05
  /// The share of requests whose answer does not arrive, so that the device sends the same again.
  public var lostAnswers = 0.02
  /// The share of people who have signed in.
  public var users = 0.6
  public var seed: UInt64 = 1

  public init() {}

  /// One use of the app by one person.
  struct Session: Hashable, Sendable {
    var person: Int
    /// The number of the session, from 0, among those of the person.
    var number: Int
    var at: Instant
  }

  /// The sessions of one person, in order.
  func sessions(of person: Int, until now: Instant) -> [Session] {
    var chance = chance(person, 0)
    let start = now - .seconds(days * 86_400)
    // Few use an app daily, and many hardly ever.
    let eagerness = -log(1 - chance.share())
    let expected = sessions * Double(days) * eagerness
    let count = Int(expected) + (chance.share() < expected - expected.rounded(.down) ? 1 : 0)
    let times = (0..<count).map { _ in
      start + .milliseconds(Int64(chance.share() * Double(days)) * 86_400_000 + chance.timeOfDay())
    }
    return times.filter { $0 < now }.sorted().enumerated().map {
      Session(person: person, number: $0.offset, at: $0.element)
    }
  }

  /// - Parameter part: Keeps what is chosen for different things apart.
  func chance(_ person: Int, _ part: Int) -> Chance {
    Chance(seed: seed &+ (UInt64(person) &* 4_096 &+ UInt64(part)) &* 0xD1B5_4A32_D192_ED03)
  }

  /// Numbers that look random and are always the same (SplitMix64).
  struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return state.mixed
    }

    /// From 0 up to, but not including, 1.
    mutating func share() -> Double { Double(next() >> 11) / 0x1p53 }

    /// Milliseconds after midnight: most people are there around noon and in the evening.
    mutating func timeOfDay() -> Int64 {
      while true {
        let hour = share() * 24
        let crowd = 0.1 + exp(-pow((hour - 12.5) / 2, 2)) * 0.6 + exp(-pow((hour - 20.5) / 2, 2)) * 0.9
        if share() < crowd { return Int64(hour * 3_600_000) }
      }
    }

    mutating func element<Element>(of elements: [Element]) -> Element {
      elements[Int(share() * Double(elements.count))]
    }
  }
}
