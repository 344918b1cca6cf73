// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Versions as texts that are ordered like the versions.
enum VersionText {
  /// The version in an order of texts: `3.10` comes after `3.9`, `3.9` equals `3.9.0`, and
  /// `2.0-beta` comes before `2.0`. nil if it does not begin with a number.
  static func ordered(_ text: String) -> String? {
    let whole = text.first == "v" ? text.dropFirst() : text[...]
    let withoutBuild = whole.prefix { $0 != "+" }
    let numbers = withoutBuild.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let rest = withoutBuild.dropFirst(numbers.count).drop { $0 == "-" || $0 == " " || $0 == "(" }
    var parts = numbers.split(separator: ".", omittingEmptySubsequences: true).prefix(6).map {
      $0.drop { $0 == "0" }
    }
    guard !parts.isEmpty || numbers.contains("0") else { return nil }
    while parts.last?.isEmpty == true { parts.removeLast() }
    // The length of a number comes before its digits, so that longer numbers are greater.
    let key = parts.map { part in
      let digits = part.prefix(99)
      return (digits.count < 10 ? "0" : "") + "\(digits.count)\(digits)"
    }.joined(separator: ".")
    // A release comes after its pre-releases. The mark comes before the point, so that 3 comes
    // before 3.1.
    return key + (rest.isEmpty ? "!~" : "!" + rest)
  }
}
