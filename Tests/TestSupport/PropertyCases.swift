// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many random cases a property test tries: a quarter of `full`, all of them with the
/// environment variable `MARTLET_TEST_FULL=1`, which is set at night and before a release, or what
/// `MARTLET_PROPERTY_CASES` says.
///
/// A rule is proved on the first cases; those after them are for what nobody thinks of, and may
/// take the time of a night. `MARTLET_PROPERTY_SEED` chooses the first seed, so that a failure that
/// printed its seed can be tried alone (with 1 case).
public enum PropertyCases {
  public static func seeds(full: Int) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["MARTLET_PROPERTY_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["MARTLET_PROPERTY_CASES"].flatMap { UInt64($0) } ?? UInt64(part(of: full))
    return first..<(first &+ count)
  }

  /// Whether every case is tried.
  public static let isFull = ProcessInfo.processInfo.environment["MARTLET_TEST_FULL"] == "1"

  /// How many of `full` cases are tried. Of a few, all are.
  public static func part(of full: Int) -> Int { isFull ? full : max(full / 4, min(full, 20)) }

  /// The same for one of `targets` decoders that are fuzzed: `MARTLET_FUZZ_CASES` is the number of
  /// inputs of all together.
  public static func fuzzSeeds(usual: Int, targets: Int) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["MARTLET_PROPERTY_SEED"].flatMap { UInt64($0) } ?? 1
    let count =
      environment["MARTLET_FUZZ_CASES"].flatMap { UInt64($0) }.map {
        ($0 + UInt64(targets) - 1) / UInt64(targets)
      }
      ?? UInt64(usual)
    return first..<(first &+ count)
  }
}
