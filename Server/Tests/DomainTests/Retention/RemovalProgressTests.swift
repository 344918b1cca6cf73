// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

@Suite struct RemovalProgressTests {
  private static func day(_ number: Int64) -> Instant { Instant(milliseconds: number * 86_400_000) }
  private static let first = Instant(milliseconds: .min)

  @Test(
    arguments: [
      // What is stored, what is due, and what is removed next.
      (RemovalProgress?.none, 9, RemovalProgress?.some(RemovalProgress(before: day(9), earlier: first))),
      (RemovalProgress(before: day(9), earlier: first, app: 1, person: 5, isDone: true), 9, nil),
      (
        RemovalProgress(before: day(9), earlier: first, app: 1, person: 5, isDone: true), 10,
        RemovalProgress(before: day(10), earlier: day(9))
      ),
      // One that is under way goes on, and keeps what the policy keeps by now.
      (
        RemovalProgress(before: day(9), earlier: day(2), app: 1, person: 5), 10,
        RemovalProgress(before: day(9), earlier: day(2), app: 1, person: 5)
      ),
      (
        RemovalProgress(before: day(9), earlier: day(2), app: 1, person: 5), 4,
        RemovalProgress(before: day(4), earlier: day(2), app: 1, person: 5)
      ),
    ] as [(RemovalProgress?, Int64, RemovalProgress?)])
  func `a removal goes on where it stopped, and the next begins when more is due`(
    _ stored: RemovalProgress?, _ due: Int64, _ next: RemovalProgress?
  ) {
    #expect(RemovalProgress(removing: Self.day(due), after: stored) == next)
  }

  @Test func `a removal looks again at what may have arrived late, but not at everything`() {
    #expect(RemovalProgress(before: Self.day(9), earlier: Self.first).aged == Self.first..<Self.day(9))
    #expect(RemovalProgress(before: Self.day(90), earlier: Self.day(80)).aged == Self.day(49)..<Self.day(90))
  }

  @Test func `active days stay as long as a late event may need them to count its person once`() {
    let progress = RemovalProgress(before: Self.day(500), earlier: Self.first)
    #expect(progress.firstActiveDay(at: Self.day(900)) == 499)
    #expect(progress.firstActiveDay(at: Self.day(510)) == 510 - 31 - ActiveSpan.longest - 1)
  }
}

extension RemovalProgressTests {
  private static func people(_ count: Int, app: Int64 = 1) -> [RemovalProgress.Place] {
    (0..<count).map { RemovalProgress.Place(app: app, person: Int64($0) + 1) }
  }

  @Test(
    arguments: [
      // How many people come next, whose rows were removed, and where the next step goes on.
      (3, [1, 1, 3], 9, 3, true),
      (RemovalProgress.peopleOfStep, [1], 9, Int64(RemovalProgress.peopleOfStep), false),
      (0, [], 9, 0, true),
      // As many rows as may be: the last person may have more.
      (3, [1, 1, 2], 3, 1, false), (3, [1, 1, 1], 3, 0, false), (3, [1, 2, 3], 3, 2, false),
    ] as [(Int, [Int64], Int, Int64, Bool)])
  func `a step goes on after the last person who has nothing left to remove`(
    count: Int, owners: [Int64], limit: Int, person: Int64, isDone: Bool
  ) {
    var progress = RemovalProgress(
      before: Instant(milliseconds: 9), earlier: Instant(milliseconds: 0), app: 1)
    progress.advance(
      over: Self.people(count), removing: owners.map { .init(app: 1, person: $0) }, limit: limit)
    #expect(progress.app == 1 && progress.person == person && progress.isDone == isDone)
  }
}
