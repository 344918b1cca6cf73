// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Logs what the app's developer should know. Never logs user ids or property values.
///
/// Copies write to the same log and count repeats together.
struct Log: Sendable {
  typealias Level = Martlet.Configuration.Logger.Level

  private let level: Level
  private let print: (@Sendable (String, Level) -> Bool)?
  private let monotonicNow: @Sendable () -> Duration
  private let repeats = Locked(LogRepeats())
  private let wake = Locked<(@Sendable () -> Void)?>(nil)

  init(_ logger: Martlet.Configuration.Logger, environment: Environment) {
    level = logger.level
    print = logger.print
    monotonicNow = environment.monotonicNow
  }

  func debug(_ message: @autoclosure () -> LogMessage) { log(.debug, message) }
  func info(_ message: @autoclosure () -> LogMessage) { log(.info, message) }
  func error(_ message: @autoclosure () -> LogMessage) { log(.error, message) }

  /// Runs disk work. If it fails, the error is logged and the app continues.
  @discardableResult
  func attempt(_ what: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      self.error("Could not \(what): \(error)")
      return false
    }
  }

  // MARK: - Repeats

  /// The time at which `sumUp()` has its next result. nil if nothing was repeated.
  var nextSum: Duration? { repeats.withLock { $0.nextSum } }

  func sumUp() {
    let now = monotonicNow()
    write(repeats.withLock { $0.sums(at: now) })
  }

  /// Logs the summaries when the client ends, without waiting for the minute to pass.
  func end() {
    wake.withLock { $0 = nil }
    write(repeats.withLock { $0.lastSums() })
  }

  /// Sets a closure that is called on any thread when `nextSum` may be earlier than before.
  func whenRepeating(_ wake: @escaping @Sendable () -> Void) {
    self.wake.withLock { $0 = wake }
  }

  private func log(_ level: Level, _ message: () -> LogMessage) {
    guard self.level != .disabled, level.rawValue >= self.level.rawValue else { return }
    let message = message()
    let now = monotonicNow()
    let answer = repeats.withLock { $0.say(message, level, at: now) }
    // Write outside the lock, because the app's code may itself log.
    write(answer.lines)
    if answer.beginsCount { wake.withLock { $0 }?() }
  }

  private func write(_ lines: [LogRepeats.Line]) {
    for line in lines where print?(line.text, line.level) ?? true { Self.print(line) }
  }

  private static func print(_ line: LogRepeats.Line) {
    #if canImport(os)
    SystemLog.write(line.text, line.level)
    #else
    StandardError.write("[martlet] \(line.level): \(line.text)\n")
    #endif
  }
}

/// A log message: its text, and the parts that it shares with similar messages.
struct LogMessage: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var text: String
  /// The text without its numbers. Messages of one kind say the same thing.
  private(set) var kind: String
  /// The literal parts of the source only. Messages of one template come from one place in the
  /// source.
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
