// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whom or what an experiment draws a bucket for: a random key that was made with the person's row,
/// never the app's own id for the person.
///
/// 1 to 256 bytes of UTF-8 without NUL. The bytes are taken as they are: upper and lower case,
/// spellings of one character and spaces are all told apart.
public struct ExperimentUnit: Hashable, Sendable {
  /// The text whose bytes are hashed.
  public let text: String

  /// Creates a unit.
  ///
  /// - Throws: `ExperimentKeyError` when the text is empty, longer than 256 bytes, or has a NUL.
  public init(_ text: String) throws(ExperimentKeyError) {
    self.text = try ExperimentKeyError.checked(text)
  }

  /// Two spellings of one character are two units, because their bytes differ. `String` says they
  /// are equal.
  public static func == (left: ExperimentUnit, right: ExperimentUnit) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// Why a text cannot be a unit or a salt.
public enum ExperimentKeyError: Error, Hashable, Sendable {
  case isEmpty
  /// More than 256 bytes of UTF-8.
  case isTooLong(bytes: Int)
  /// NUL separates the parts that are hashed together, so it cannot be in one of them.
  case hasNUL

  /// The most bytes of UTF-8 that a unit or a salt can have.
  public static let longest = 256

  static func checked(_ text: String) throws(ExperimentKeyError) -> String {
    let count = text.utf8.count
    guard count > 0 else { throw .isEmpty }
    guard count <= longest else { throw .isTooLong(bytes: count) }
    // Over the storage itself, it is several times as fast.
    let hasNUL = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
    guard !hasNUL else { throw .hasNUL }
    return text
  }
}
