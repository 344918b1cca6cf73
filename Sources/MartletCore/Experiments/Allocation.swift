// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Which variant each of the 10,000 buckets belongs to, as explicit ranges. A campaign's version
/// stores them.
///
/// The ranges are in ascending order, cover all buckets, and neighbours belong to different
/// variants.
public struct Allocation: Hashable, Sendable {
  /// Neighbouring buckets of one variant.
  public struct Piece: Hashable, Sendable {
    public let buckets: Range<Int>
    /// The index of the variant, control first.
    public let variant: Int

    /// Creates a piece. `Allocation` checks it together with the others.
    public init(_ buckets: Range<Int>, variant: Int) {
      self.buckets = buckets
      self.variant = variant
    }
  }

  public let pieces: [Piece]
  /// Includes variants that were taken out, which have no bucket.
  public let variantCount: Int

  /// The first layout of an experiment: each variant's buckets side by side, control first.
  public init(_ shares: ExperimentShares) {
    var pieces: [Piece] = []
    var next = 0
    for (variant, count) in shares.buckets.enumerated() {
      Self.add(next..<(next + count), variant, to: &pieces)
      next += count
    }
    self.pieces = pieces
    variantCount = shares.buckets.count
  }

  /// Creates an allocation from ranges that were stored.
  ///
  /// - Throws: `AllocationError` unless the ranges follow each other from 0 to 9,999 without gap,
  ///   and each variant is from 0 to `variantCount` - 1.
  public init(pieces: [Piece], variantCount: Int) throws(AllocationError) {
    guard (1...ExperimentShares.mostVariants).contains(variantCount) else {
      throw .hasWrongCount(variantCount)
    }
    var joined: [Piece] = []
    var next = 0
    for piece in pieces {
      guard piece.buckets.lowerBound == next, !piece.buckets.isEmpty else { throw .hasGap(at: next) }
      guard (0..<variantCount).contains(piece.variant) else { throw .hasUnknownVariant(piece.variant) }
      Self.add(piece.buckets, piece.variant, to: &joined)
      next = piece.buckets.upperBound
    }
    guard next == BucketDraw.bucketCount else { throw .hasGap(at: min(next, BucketDraw.bucketCount)) }
    self.pieces = joined
    self.variantCount = variantCount
  }

  private init(variants: [Int], count: Int) {
    var pieces: [Piece] = []
    for (bucket, variant) in variants.enumerated() { Self.add(bucket..<(bucket + 1), variant, to: &pieces) }
    self.pieces = pieces
    variantCount = count
  }

  private static func add(_ buckets: Range<Int>, _ variant: Int, to pieces: inout [Piece]) {
    guard !buckets.isEmpty else { return }
    if let last = pieces.last, last.variant == variant {
      pieces[pieces.count - 1] = Piece(last.buckets.lowerBound..<buckets.upperBound, variant: variant)
    } else {
      pieces.append(Piece(buckets, variant: variant))
    }
  }

  /// The variant of a bucket from 0 to 9,999. It looks at a few pieces only.
  public func variant(of bucket: Int) -> Int {
    precondition((0..<BucketDraw.bucketCount).contains(bucket), "a bucket is from 0 to 9,999")
    return pieces[pieces.firstPlace { $0.buckets.upperBound <= bucket }].variant
  }

  /// How many buckets each variant has.
  public var buckets: [Int] {
    var counts = [Int](repeating: 0, count: variantCount)
    for piece in pieces { counts[piece.variant] += piece.buckets.count }
    return counts
  }
}

/// Why ranges are no allocation.
public enum AllocationError: Error, Hashable, Sendable {
  /// Not 1 to 100 variants.
  case hasWrongCount(Int)
  /// The ranges do not follow each other, or do not end with the last bucket.
  case hasGap(at: Int)
  case hasUnknownVariant(Int)
}

extension Allocation {
  /// The layout after a change of shares, which moves as few buckets as possible.
  ///
  /// A variant that shrinks keeps its lowest buckets. The others, in ascending order, go to the
  /// variants that grow, in the order of their index. Variants that the shares do not name any more
  /// keep their index and get no bucket.
  ///
  /// Only people without a stored variant follow the new ranges. A change of shares begins a new
  /// epoch, and each epoch is compared by itself.
  public func changed(to shares: ExperimentShares) -> Allocation {
    let count = max(variantCount, shares.buckets.count)
    var missing = shares.buckets + [Int](repeating: 0, count: count - shares.buckets.count)
    var variants = [Int](repeating: 0, count: BucketDraw.bucketCount)
    var free: [Int] = []
    for piece in pieces {
      let kept = min(piece.buckets.count, missing[piece.variant])
      missing[piece.variant] -= kept
      for bucket in piece.buckets.prefix(kept) { variants[bucket] = piece.variant }
      free += piece.buckets.dropFirst(kept)
    }
    var next = 0
    for (variant, wanted) in missing.enumerated() {
      for bucket in free[next..<(next + wanted)] { variants[bucket] = variant }
      next += wanted
    }
    return Allocation(variants: variants, count: count)
  }

  /// How many buckets belong to another variant in the other allocation.
  public func moved(to other: Allocation) -> Int {
    var count = 0
    for piece in pieces {
      for there in other.pieces where there.variant != piece.variant {
        count += piece.buckets.clamped(to: there.buckets).count
      }
    }
    return count
  }
}
