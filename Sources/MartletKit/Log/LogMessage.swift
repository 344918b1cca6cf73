// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a line of the log says: its text, and what it has in common with other lines like it.
struct LogMessage: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var text: String
  /// The text without its numbers: lines of one kind say the same thing.
  private(set) var kind: String
  /// Only the words that stand in the source: lines of one template come from one place.
  private(set) var template: String

  init(stringLiteral value: String) {
    (text, kind, template) = (value, value, value)
  }

  init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.message
  }

  static func + (first: LogMessage, second: LogMessage) -> LogMessage {
    var sum = first
    sum.text += second.text
    sum.kind += second.kind
    sum.template += second.template
    return sum
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message: LogMessage = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      message.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) {
      message.text += literal
      message.kind += literal
      message.template += literal
    }

    mutating func appendInterpolation(_ number: some Numeric) {
      message.text += "\(number)"
      message.kind += "#"
      message.template += "#"
    }

    mutating func appendInterpolation(_ value: some Any) {
      let text = "\(value)"
      message.text += text
      message.kind += text
      message.template += "…"
    }
  }
}
