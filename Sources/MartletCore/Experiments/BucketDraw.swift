// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Draws one of 10,000 buckets for each unit: the same on every platform, in every version, and
/// without a network.
///
/// Draws of different kinds or salts are independent, also for units that differ by one digit, and
/// also when several kinds share one salt. The buckets are equally likely; the remainder prefers
/// none by more than 5 in 10^16. A draw is no secret: whoever knows the salt can compute it.
///
/// The hash is FNV-1a with 64 bits over kind, NUL, salt, NUL and unit, then the finaliser of
/// SplitMix64 (Steele, Lea and Flood 2014). Without the finaliser, counters as ids are not spread
/// evenly.
public struct BucketDraw: Hashable, Sendable {
  /// How many buckets there are: one is a hundredth of a percent.
  public static let bucketCount = 10_000

  /// What is drawn.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The variant in an experiment. The salt is the experiment's random id, which is new when it
    /// is started again.
    case variant = "v"
    /// Whether a campaign holds a unit out. The salt is the experiment's random id.
    case campaignHoldout = "h"
    /// Whether all campaigns hold a unit out. The salt is the period, such as `2026-q1`.
    case globalHoldout = "g"
    /// Which one of the campaigns that exclude each other a unit can have. The salt is the group's
    /// id.
    case exclusiveGroup = "x"
    /// A random part of an audience.
    case audience = "r"
  }

  public let kind: Kind
  public let salt: String
  /// The hash of everything before the unit, so that a draw only reads the unit.
  private let beginning: FNV1a

  /// Creates a draw.
  ///
  /// - Throws: `ExperimentKeyError` when the salt is empty, longer than 256 bytes, or has a NUL.
  public init(_ kind: Kind, salt: String) throws(ExperimentKeyError) {
    self.init(kind, checkedSalt: try ExperimentKeyError.checked(salt))
  }

  private init(_ kind: Kind, checkedSalt salt: String) {
    self.kind = kind
    self.salt = salt
    var hash = FNV1a(kind.rawValue.utf8)
    hash.add(0)
    for byte in salt.utf8 { hash.add(byte) }
    hash.add(0)
    beginning = hash
  }

  /// The unit's bucket, from 0 to 9,999.
  public func bucket(of unit: ExperimentUnit) -> Int {
    Int(truncatingIfNeeded: hash(of: unit.text.utf8) % UInt64(Self.bucketCount))
  }

  func hash(of bytes: String.UTF8View) -> UInt64 {
    Self.finalised(
      bytes.withContiguousStorageIfAvailable { continued($0) } ?? continued(bytes))
  }

  @inline(__always)
  private func continued(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = beginning
    for byte in bytes { hash.add(byte) }
    return hash.value
  }

  /// Spreads the bits of a hash: each bit of the argument changes about half of the result's.
  static func finalised(_ hash: UInt64) -> UInt64 {
    var mixed = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  public static func == (left: BucketDraw, right: BucketDraw) -> Bool {
    left.kind == right.kind && left.salt.utf8.elementsEqual(right.salt.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(beginning.value) }
}
