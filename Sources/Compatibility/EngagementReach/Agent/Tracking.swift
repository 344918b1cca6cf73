// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit

/// Turns activities, jobs, events and errors into events of the client, and checks names and
/// extras.
///
/// An activity is a screen. Jobs and errors are custom events with names of their own, so that
/// campaigns can be triggered by them:
///
/// | call | event | properties |
/// |---|---|---|
/// | a job starts | `job_started` | `job_name`, extras |
/// | a job ends | `job_ended` | `job_name`, `seconds` |
/// | an event | its name | extras, in a job also `job_name` |
/// | an error | `error` | `error_name`, extras, in a job also `job_name` |
struct Tracking {
  /// The screen of the app. nil: no session runs.
  private(set) var activity: String?
  /// When each running job started, in monotonic time.
  private var jobs: [String: Duration] = [:]

  /// What the client logs.
  enum Event: Equatable {
    case screen(String, Properties)
    case custom(String, Properties)
  }

  /// Where an event or an error belongs.
  enum Scope: Hashable {
    case none, session
    case job(String)
  }

  /// - Parameter name: nil: an activity without a name, `default`.
  mutating func startActivity(_ name: String?, _ extras: [AnyHashable: Any]?) throws(Rejection) -> Event {
    let name = try Self.checked(name: name ?? "default", of: "activity")
    let event = Event.screen(name, try Self.properties(extras))
    activity = name
    return event
  }

  /// The session of the app ends. Jobs go on.
  mutating func endActivity() { activity = nil }

  /// A job that already runs ends first.
  mutating func startJob(_ name: String?, _ extras: [AnyHashable: Any]?, at now: Duration) throws(Rejection)
    -> [Event]
  {
    let name = try Self.checked(name: name, of: "job")
    var properties = try Self.properties(extras)
    properties["job_name"] = .string(name)
    let ended = end(name, at: now)
    jobs[name] = now
    return [ended, .custom("job_started", properties)].compactMap(\.self)
  }

  /// nil if it does not run.
  mutating func endJob(_ name: String?, at now: Duration) throws(Rejection) -> Event? {
    end(try Self.checked(name: name, of: "job"), at: now)
  }

  private mutating func end(_ name: String, at now: Duration) -> Event? {
    guard let start = jobs.removeValue(forKey: name) else { return nil }
    let seconds = (now - start) / .seconds(1)
    return .custom("job_ended", ["job_name": .string(name), "seconds": .double(seconds)])
  }

  /// nil if the session or job that it belongs to does not run.
  func event(_ name: String?, _ extras: [AnyHashable: Any]?, in scope: Scope) throws(Rejection) -> Event? {
    let name = try Self.checked(name: name, of: "event")
    return try properties(extras, in: scope).map { .custom(name, $0) }
  }

  /// nil if the session or job that it belongs to does not run.
  func error(_ name: String?, _ extras: [AnyHashable: Any]?, in scope: Scope) throws(Rejection) -> Event? {
    let name = try Self.checked(name: name, of: "error")
    guard var properties = try properties(extras, in: scope) else { return nil }
    properties["error_name"] = .string(name)
    return .custom("error", properties)
  }

  private func properties(_ extras: [AnyHashable: Any]?, in scope: Scope) throws(Rejection) -> Properties? {
    var properties = try Self.properties(extras)
    switch scope {
    case .none: break
    case .session: guard activity != nil else { return nil }
    case .job(let job):
      let job = try Self.checked(name: job, of: "job")
      guard jobs[job] != nil else { return nil }
      properties["job_name"] = .string(job)
    }
    return properties
  }

  // MARK: - Rules

  /// Names have 1 to 64 characters.
  static func checked(name: String?, of kind: String) throws(Rejection) -> String {
    guard let name, (1...64).contains(name.count) else { throw .name(kind) }
    return name
  }

  /// Keys start with a letter and go on with letters, digits and underscores, up to 64 characters.
  /// As JSON, extras have up to 1,024 characters.
  static func properties(_ extras: [AnyHashable: Any]?) throws(Rejection) -> Properties {
    guard let extras, !extras.isEmpty else { return [:] }
    var plain: [String: Any] = [:]
    for (key, value) in extras { plain[try checked(key: key)] = plainValue(value) }
    let (properties, problem) = Martlet.typed(plain)
    if let problem { throw .value(problem) }
    guard json(plain).count <= 1_024 else { throw .size }
    return properties
  }

  /// URLs are strings, data is Base64, and a date is its day, also in lists and dictionaries.
  static func plainValue(_ value: Any) -> Any {
    switch value {
    case let url as URL: url.absoluteString
    case let data as Data: data.base64EncodedString()
    case let date as Date: Martlet.User.day(of: date, in: .gmt)
    case let list as [Any]: list.map(plainValue)
    case let fields as [String: Any]: fields.mapValues(plainValue)
    default: value
    }
  }

  /// What the properties reader has accepted can be written as JSON.
  static func json(_ value: Any) -> String {
    guard
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  static func checked(key: AnyHashable) throws(Rejection) -> String {
    guard let key = key.base as? String, (1...64).contains(key.utf8.count), let first = key.utf8.first,
      first.isLetter,
      key.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") })
    else { throw .key }
    return key
  }

  /// Why a call was ignored.
  enum Rejection: Error, Hashable, CustomStringConvertible {
    /// Of an activity, a job, an event or an error.
    case name(String)
    case key, size
    /// What is wrong with it.
    case value(String)

    var description: String {
      switch self {
      case .name(let kind): "A name has 1 to 64 characters. That of the \(kind) has not."
      case .key: "A key starts with a letter, and has up to 64 letters, digits and underscores."
      case .size: "All values together can have up to 1,024 characters as JSON."
      case .value(let problem): problem
      }
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
