// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire

extension TransportRequest {
  static func sample(_ name: String = "sample") -> TransportRequest {
    TransportRequest(
      method: "POST", url: URL(string: "https://example.test/\(name)")!, headers: [:], body: Array(name.utf8))
  }

  static func sync(_ events: [Wire.EventRecord], tag: String? = nil, isCompressed: Bool = false) throws
    -> TransportRequest
  {
    let body = Wire.SyncRequest(
      device: .sample, userID: nil, sessionID: nil, definitionsTag: tag, sentAt: Instant(milliseconds: 1),
      events: events)
    return try request("sync", Wire.encode(body), isCompressed)
  }

  static func events(_ events: [Wire.EventRecord], isCompressed: Bool = false) throws -> TransportRequest {
    try request(
      "events",
      Wire.encode(Wire.EventsRequest(device: .sample, sentAt: Instant(milliseconds: 1), events: events)),
      isCompressed)
  }

  private static func request(_ path: String, _ body: [UInt8], _ isCompressed: Bool) throws
    -> TransportRequest
  {
    TransportRequest(
      method: "POST", url: URL(string: "https://example.test/sdk/v1/\(path)")!,
      headers: isCompressed ? ["Content-Encoding": "gzip"] : [:],
      body: isCompressed ? try Wire.Gzip.compress(body) : body)
  }
}

extension Wire.Device {
  static let sample = Wire.Device(
    id: "device-1", platform: "linux", osVersion: "1", locale: "en", timeZone: "UTC", appVersion: nil,
    sdkVersion: "1")
}

extension Wire.EventRecord {
  static func sample(_ id: String, name: String = "viewed") -> Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: Instant(milliseconds: 1), sessionID: nil, userID: nil,
      body: .custom(name: name, properties: [:]))
  }
}

extension Wire.Campaign {
  /// A slideup on the custom event of the same name.
  static func sample(_ name: String) -> Wire.Campaign {
    Wire.Campaign(
      id: name, createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.customEvent), name: name)],
      message: Wire.Message(kind: .known(.slideup), message: "Hello"))
  }
}
