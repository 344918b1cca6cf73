// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A place in a list that is ordered by time and then by a row's number.
public struct ListPosition: Hashable, Sendable {
  public var at: Int64
  public var row: Int64

  public init(at: Int64, row: Int64) { (self.at, self.row) = (at, row) }

  /// nil if the text is no position.
  public init?(_ text: String?) {
    guard let parts = text?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
      let at = Int64(parts[0]), let row = Int64(parts[1])
    else { return nil }
    self.init(at: at, row: row)
  }

  public var text: String { "\(at).\(row)" }
}
