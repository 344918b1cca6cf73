// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A version of a campaign and what happened with one of its surfaces, as one text.
public struct VersionDetail: Hashable, Sendable {
  public var version: String
  /// `delivered`, or a surface and what became of it: `banner:displayed`, `content:clicked`,
  /// `push:clicked`, `data:dismissed`.
  public var step: String

  public init(version: String, step: String) {
    self.version = version
    self.step = step
  }

  /// Reads a text. One without a version, such as `CountLimits.other`, is a version of that name
  /// without a step.
  public init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(version: String(parts[0]), step: parts.count == 2 ? String(parts[1]) : "")
  }

  public var text: String { "\(version):\(step)" }
}
