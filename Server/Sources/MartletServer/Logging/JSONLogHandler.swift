// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MartletCore
import MartletWire

/// Writes each line of the log as one JSON object to standard error, for programs that collect
/// logs.
///
/// `{"level":"info","logger":"martlet","message":"request","time":"2026-01-31T12:00:00.000Z","route":"/livez"}`:
/// the line's metadata are fields of the object. A key that is already one of the object's own
/// fields gets an underscore in front.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.notice

  private let label: String
  private let now: @Sendable () -> Instant
  private let write: @Sendable (String) -> Void

  /// `write` receives whole lines, each with its line break.
  init(
    label: String, now: @escaping @Sendable () -> Instant,
    write: @escaping @Sendable (String) -> Void = Self.toStandardError
  ) {
    self.label = label
    self.now = now
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields: [String: Wire.JSONValue] = [
      "time": .string(Self.text(of: now())), "level": .string(event.level.rawValue), "logger": .string(label),
      "message": .string(event.message.description),
    ]
    let told = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
    for (name, value) in told { fields[Self.own.contains(name) ? "_" + name : name] = Self.json(value) }
    write(String(decoding: Wire.encode(Wire.JSONValue.object(fields)), as: UTF8.self) + "\n")
  }

  private static let own: Set<String> = ["time", "level", "logger", "message"]

  private static func json(_ value: Logger.MetadataValue) -> Wire.JSONValue {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value): .string(value.description)
    case .array(let values): .array(values.map(json))
    case .dictionary(let fields): .object(fields.mapValues(json))
    }
  }

  private static func text(of instant: Instant) -> String {
    let (seconds, rest) = instant.milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    return whole.dropLast() + "." + String(1_000 + rest).dropFirst() + "Z"
  }

  /// Writes in one call, so that lines of several threads do not mix. Lines that cannot be written
  /// are lost: a broken log ends no server.
  @Sendable
  static func toStandardError(_ line: String) {
    let bytes = Array(line.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }
}
