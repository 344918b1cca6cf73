// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite struct AllocationTests {
  private static func pieces(_ parts: (Range<Int>, Int)...) -> [Allocation.Piece] {
    parts.map { Allocation.Piece($0.0, variant: $0.1) }
  }

  @Test(
    arguments: [
      ([1, 1, 1], [3_334, 3_333, 3_333]), ([1, 2, 4], [1_429, 2_857, 5_714]), ([1], [10_000]),
      ([0, 5], [0, 10_000]),
      ([1_000_000, 1], [10_000, 0]), ([50, 50], [5_000, 5_000]),
      ([1, 1, 1, 1, 1, 1], [1_667, 1_667, 1_667, 1_667, 1_666, 1_666]),
    ] as [([Int], [Int])])
  func `weights become whole buckets by the largest remainder, and equal remainders go to the lower index`(
    weights: [Int], buckets: [Int]
  )
    throws
  {
    #expect(try ExperimentShares(weights: weights).buckets == buckets)
  }

  @Test func `shares that cannot be are refused with the reason`() {
    #expect(throws: ExperimentSharesError.hasWrongCount(0)) { try ExperimentShares(weights: []) }
    #expect(throws: ExperimentSharesError.hasWrongCount(101)) {
      try ExperimentShares(weights: [Int](repeating: 1, count: 101))
    }
    #expect(throws: ExperimentSharesError.hasWrongSum(0)) { try ExperimentShares(weights: [0, 0]) }
    #expect(throws: ExperimentSharesError.isOutOfRange(index: 1, -1)) {
      try ExperimentShares(weights: [1, -1])
    }
    #expect(throws: ExperimentSharesError.isOutOfRange(index: 0, 1_000_001)) {
      try ExperimentShares(weights: [1_000_001])
    }
    #expect(throws: ExperimentSharesError.hasWrongSum(9_999)) {
      try ExperimentShares(buckets: [5_000, 4_999])
    }
    #expect(throws: ExperimentSharesError.isOutOfRange(index: 0, -1)) {
      try ExperimentShares(buckets: [-1, 10_001])
    }
  }

  @Test func `the first layout is contiguous, control first`() throws {
    let allocation = try Allocation(ExperimentShares(weights: [1, 1, 1]))
    #expect(allocation.pieces == Self.pieces((0..<3_334, 0), (3_334..<6_667, 1), (6_667..<10_000, 2)))
    #expect([0, 3_333, 3_334, 6_666, 6_667, 9_999].map { allocation.variant(of: $0) } == [0, 0, 1, 1, 2, 2])
  }

  @Test func `a variant without a share has no buckets`() throws {
    let allocation = try Allocation(ExperimentShares(buckets: [0, 10_000, 0]))
    #expect(allocation.pieces == Self.pieces((0..<10_000, 1)))
    #expect(allocation.buckets == [0, 10_000, 0])
  }

  @Test func `a new variant takes what the others give up`() throws {
    let changed = try Allocation(ExperimentShares(buckets: [5_000, 5_000])).changed(
      to: ExperimentShares(buckets: [4_000, 3_000, 3_000]))
    #expect(
      changed.pieces
        == Self.pieces((0..<4_000, 0), (4_000..<5_000, 2), (5_000..<8_000, 1), (8_000..<10_000, 2)))
  }

  @Test func `a variant that grows takes the freed buckets in ascending order`() throws {
    let first = try Allocation(ExperimentShares(buckets: [3_334, 3_333, 3_333]))
    let changed = try first.changed(to: ExperimentShares(buckets: [5_000, 2_500, 2_500]))
    #expect(
      changed.pieces
        == Self.pieces(
          (0..<3_334, 0), (3_334..<5_834, 1), (5_834..<6_667, 0), (6_667..<9_167, 2), (9_167..<10_000, 0)))
    #expect(first.moved(to: changed) == 1_666)
  }

  @Test func `a variant that shares do not name keeps its index and gets nothing`() throws {
    let changed = try Allocation(ExperimentShares(buckets: [2_000, 3_000, 5_000])).changed(
      to: ExperimentShares(buckets: [4_000, 6_000]))
    #expect(changed.variantCount == 3)
    #expect(changed.buckets == [4_000, 6_000, 0])
  }

  @Test func `each change moves the minimum, keeps the rest, and reaches the shares`() throws {
    for seed in PropertyCases.seeds(full: 100) {
      var random = SeededGenerator(seed: seed)
      func shares() throws -> ExperimentShares {
        try ExperimentShares(weights: [1] + random.array(1...6) { $0.int(0...20) })
      }
      var allocation = try Allocation(shares())
      for _ in 0..<4 {
        let wanted = try shares()
        let changed = allocation.changed(to: wanted)
        let after = wanted.buckets + [Int](repeating: 0, count: changed.variantCount - wanted.buckets.count)
        let before =
          allocation.buckets + [Int](repeating: 0, count: changed.variantCount - allocation.variantCount)
        #expect(changed.buckets == after, "seed \(seed)")
        #expect(
          allocation.moved(to: changed) == zip(before, after).reduce(0) { $0 + max(0, $1.0 - $1.1) },
          "seed \(seed)")
        #expect(
          try Allocation(pieces: changed.pieces, variantCount: changed.variantCount) == changed,
          "seed \(seed)")
        for piece in changed.pieces {
          let ends = [piece.buckets.lowerBound, piece.buckets.upperBound - 1]
          #expect(ends.allSatisfy { changed.variant(of: $0) == piece.variant }, "seed \(seed)")
        }
        allocation = changed
      }
    }
  }

  @Test func `the same shares again change nothing`() throws {
    let shares = try ExperimentShares(weights: [3, 4, 5])
    let allocation = Allocation(shares)
    #expect(allocation.changed(to: shares) == allocation)
  }

  @Test func `stored ranges must cover every bucket once, and name variants that exist`() throws {
    func make(_ pieces: [Allocation.Piece], _ count: Int = 2) throws(AllocationError) -> Allocation {
      try Allocation(pieces: pieces, variantCount: count)
    }
    #expect(throws: AllocationError.hasGap(at: 0)) { try make([]) }
    #expect(throws: AllocationError.hasGap(at: 5_000)) {
      try make(Self.pieces((0..<5_000, 0), (5_001..<10_000, 1)))
    }
    #expect(throws: AllocationError.hasGap(at: 5_000)) {
      try make(Self.pieces((0..<5_000, 0), (4_999..<10_000, 1)))
    }
    #expect(throws: AllocationError.hasGap(at: 9_999)) { try make(Self.pieces((0..<9_999, 0))) }
    #expect(throws: AllocationError.hasGap(at: 10_000)) { try make(Self.pieces((0..<10_001, 0))) }
    #expect(throws: AllocationError.hasUnknownVariant(2)) { try make(Self.pieces((0..<10_000, 2))) }
    #expect(throws: AllocationError.hasWrongCount(0)) { try make(Self.pieces((0..<10_000, 0)), 0) }
    #expect(try make(Self.pieces((0..<10, 0), (10..<10_000, 0))).pieces == Self.pieces((0..<10_000, 0)))
  }
}
