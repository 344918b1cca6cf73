// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A log message: its text, and the parts that it shares with similar messages.
struct LogMessage: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var text: String
  /// The text without its numbers. Messages of one kind say the same thing.
  private(set) var kind: String
  /// The literal parts of the source only. Messages of one template come from one place in the source.
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
