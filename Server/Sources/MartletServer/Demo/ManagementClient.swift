// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletKit
import MartletWire

/// Uses the management API as any program does: over HTTP, with a key.
struct ManagementClient: Sendable {
  let url: String
  let key: String

  /// Throws `DemoProblem.refused` for every unsuccessful answer.
  func send(_ method: String, _ path: String, _ body: Wire.JSONValue? = nil) async throws -> Wire.JSONValue {
    guard let target = URL(string: url + "/api/v1" + path) else {
      throw DemoProblem.refused("\(path) is not a URL")
    }
    let request = TransportRequest(
      method: method, url: target,
      headers: ["Authorization": "Bearer " + key, "Content-Type": "application/json"],
      body: body.map { Wire.encode($0) } ?? [])
    let response = try await URLSessionTransport().send(request)
    guard (200..<300).contains(response.status) else {
      throw DemoProblem.refused(
        "\(method) \(path) was answered with \(response.status): \(String(decoding: response.body, as: UTF8.self))"
      )
    }
    return try response.body.isEmpty ? .null : Wire.decode(from: response.body)
  }

  func integer(_ path: String, _ keys: String...) async throws -> Int {
    var value: Wire.JSONValue? = try await send("GET", path)
    for key in keys { value = value?[key] }
    guard case .int(let number) = value else {
      throw DemoProblem.refused("\(path) has no \(keys.joined(separator: "."))")
    }
    return Int(number)
  }
}

/// Why the demo failed.
public enum DemoProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case refused(String)
  case timedOut(String)
  case countsDiffer(String)

  public var description: String {
    switch self {
    case .refused(let what): what
    case .timedOut(let what): "Timed out after 15 seconds, waiting until \(what)."
    case .countsDiffer(let what): "The counts differ: \(what)."
    }
  }
}
