// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What must outlive a launch: what the server must know of this device to send pushes to it,
/// because the app may not learn its token in each launch, what pushes brought, and which taps were
/// counted.
struct PushFacts: Equatable, Sendable {
  /// The device token.
  var token: [UInt8]?
  var environment: Martlet.Notifications.PushEnvironment?
  /// nil if it was never read.
  var authorization: Martlet.Notifications.AuthorizationStatus?
  /// The person wants no notifications on this device.
  var isOptedOut = false
  /// Items of campaigns that this device still has to fetch, oldest first.
  var arriving: [PushedItem] = []
  /// The last notifications that frequency caps counted, by their ids, oldest first.
  var counted: [String] = []
  /// The latest taps that were counted, oldest first. None of them counts again.
  var opened: [String] = []

  static let maximumOpened = 100

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [:]
    fields["token"] = token.map { .string(DeviceFacts.hexadecimal($0)) }
    fields["environment"] = environment.map { .string($0.rawValue) }
    fields["authorization"] = authorization.map { .string($0.wire.rawValue) }
    if !arriving.isEmpty { fields["arriving"] = .array(arriving.map(\.json)) }
    if isOptedOut { fields["opted_out"] = true }
    if !counted.isEmpty { fields["counted"] = .array(counted.map { .string($0) }) }
    if !opened.isEmpty { fields["opened"] = .array(opened.map { .string($0) }) }
    return .object(fields)
  }

  init(
    token: [UInt8]? = nil, environment: Martlet.Notifications.PushEnvironment? = nil,
    authorization: Martlet.Notifications.AuthorizationStatus? = nil
  ) {
    self.token = token
    self.environment = environment
    self.authorization = authorization
  }

  /// Leaves out what cannot be read. The app registers again at the next launch.
  init(json: Wire.JSONValue?) {
    token = json?["token"]?.string.flatMap(Self.bytes)
    environment = json?["environment"]?.string.flatMap { Martlet.Notifications.PushEnvironment(rawValue: $0) }
    let word = json?["authorization"]?.string
    authorization = Martlet.Notifications.AuthorizationStatus.allCases.first { $0.wire.rawValue == word }
    isOptedOut = json?["opted_out"] == .bool(true)
    if case .array(let ids)? = json?["counted"] { counted = ids.compactMap(\.string) }
    if case .array(let items)? = json?["arriving"] { arriving = items.compactMap { PushedItem(json: $0) } }
    if case .array(let taps)? = json?["opened"] {
      opened = taps.compactMap(\.string).suffix(Self.maximumOpened)
    }
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    return bytes.count == digits.count / 2 ? bytes : nil
  }
}

extension Martlet.Notifications.PushEnvironment {
  var wire: Wire.PushEnvironment {
    switch self {
    case .production: .production
    case .development: .development
    }
  }
}

extension Martlet.Notifications.AuthorizationStatus {
  var wire: Wire.PushAuthorization {
    switch self {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .authorized: .authorized
    case .provisional: .provisional
    case .ephemeral: .ephemeral
    }
  }
}
