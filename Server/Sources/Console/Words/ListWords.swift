// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension String {
  /// As it begins a sentence.
  var capitalisingFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  /// `a, b and c`, with the word before the last one.
  func listed(_ word: String) -> String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
