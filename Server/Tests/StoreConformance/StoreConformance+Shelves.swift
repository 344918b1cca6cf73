// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Testing

/// What one request leaves for another, and what guesses of passwords have used up.
extension StoreConformance {
  private static let shelf = Shelf("jar", most: 3, lifetime: .seconds(60))

  static var shelves: [Promise] {
    [
      Promise("what is put on a shelf is its owner's, until it has been there too long") {
        store async throws in
        try await store.put([1], as: "a", of: "ana", on: shelf, at: Sample.now)
        func had(_ owner: String, _ shelf: Shelf, after seconds: Int = 0) async throws -> [UInt8]? {
          try await store.item("a", of: owner, on: shelf, at: Sample.now + .seconds(seconds))
        }
        #expect(try await had("ana", shelf) == [1])
        #expect(try await had("ben", shelf) == nil)
        #expect(try await had("ana", Shelf("box", most: 3, lifetime: .seconds(60))) == nil)
        #expect(try await had("ana", shelf, after: 59) == [1])
        #expect(try await had("ana", shelf, after: 60) == nil)
        try await store.put([2, 0], as: "a", of: "ana", on: shelf, at: Sample.now + .seconds(59))
        #expect(try await had("ana", shelf, after: 60) == [2, 0])
      },
      Promise("a shelf keeps the newest items of each owner, the newest first") { store async throws in
        for number in 0..<5 as Range<UInt8> {
          try await store.put([number], as: "\(number)", of: "ana", on: shelf, at: Sample.now)
        }
        try await store.put([9], as: "x", of: "ben", on: shelf, at: Sample.now)
        try await store.put([7], as: "3", of: "ana", on: shelf, at: Sample.now)
        let items = try await store.items(of: "ana", on: shelf, at: Sample.now)
        #expect(
          items == [
            ShelfItem(id: "4", value: [4]), ShelfItem(id: "3", value: [7]), ShelfItem(id: "2", value: [2]),
          ])
        #expect(try await store.items(of: "ben", on: shelf, at: Sample.now).map(\.id) == ["x"])
      },
      Promise("of many who take an item from a shelf, one gets it") { store async throws in
        try await store.put([1], as: "a", of: "ana", on: shelf, at: Sample.now)
        let got = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
          for _ in 0..<8 {
            group.addTask { try await store.takeItem("a", of: "ana", on: shelf, at: Sample.now) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(got.compactMap(\.self) == [[1]])
        #expect(try await store.item("a", of: "ana", on: shelf, at: Sample.now) == nil)
      },
      Promise("guesses take from each bucket up to the first that is empty, however many guess at once") {
        store async throws in
        let limit = RateLimit(perSecond: 1, burst: 3)
        let (place, account) = (
          GuessBucket(hash: [1], limit: limit),
          GuessBucket(hash: [2], limit: RateLimit(perSecond: 1, burst: 5))
        )
        let waits = try await withThrowingTaskGroup(of: Duration?.self) { group in
          for _ in 0..<8 {
            group.addTask { try await store.admitGuess([place, account], at: Sample.now) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(waits.count { $0 == nil } == 3)
        #expect(Set(waits.compactMap(\.self)) == [.seconds(1)])
        // What the first bucket refused has taken nothing from the second.
        #expect(try await store.admitGuess([account], at: Sample.now) == nil)
        #expect(try await store.admitGuess([account], at: Sample.now) == nil)
        #expect(try await store.admitGuess([account], at: Sample.now) == .seconds(1))
        #expect(try await store.admitGuess([place, account], at: Sample.now + .seconds(2)) == nil)
      },
    ]
  }
}
