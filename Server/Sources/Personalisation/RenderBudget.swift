// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What rendering all texts of a message may cost. When it is used up, or nobody waits for the
/// result any more, the rendering ends.
///
/// A template can repeat itself for each element of lists in lists, and use a long value each time,
/// so its own length bounds nothing.
final class RenderBudget {
  /// Parts of templates, and elements of lists: enough for a long page with nested lists.
  static let steps = 10_000
  /// Of all values that are used: several times the longest result, because not everything that is
  /// used is written.
  static let bytes = 1_048_576

  private(set) var steps = 0
  private(set) var bytes = 0

  /// Throws when there is no room for this.
  func spend(steps more: Int = 1, bytes moreBytes: Int = 0) throws(TemplateRenderer.Failure) {
    steps += more
    bytes += moreBytes
    guard steps <= Self.steps, bytes <= Self.bytes, !Task.isCancelled else { throw .tooMuch }
  }

  /// For a value that is used, whether or not it is written.
  func spend(_ value: Wire.JSONValue?) throws(TemplateRenderer.Failure) {
    try spend(steps: 0, bytes: value?.weight ?? 0)
  }
}

extension Wire.JSONValue {
  /// About how many bytes the value has.
  fileprivate var weight: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(2) { $0 + $1.weight + 1 }
    case .object(let fields): fields.reduce(2) { $0 + $1.key.utf8.count + $1.value.weight + 1 }
    default: 8
    }
  }
}
