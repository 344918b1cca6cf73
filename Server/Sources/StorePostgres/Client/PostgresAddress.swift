// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import Foundation
public import Store

/// Where a database is, and who asks.
///
/// A URL (`postgres://user@host:5432/martlet`) or libpq's `key=value` form, with all of libpq's
/// parameters. Several hosts are tried one by one. What is missing comes from `PGHOST`,
/// `PGPASSWORD`, `.pgpass` and whatever else libpq reads.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// What a connection to one host is made with.
  struct Host: Sendable, CustomStringConvertible {
    var parameters: [String: String]

    var description: String {
      let host = parameters["host"] ?? parameters["hostaddr"] ?? "the default host"
      return parameters["port"].map { "\(host):\($0)" } ?? host
    }
  }

  /// In the order in which they are tried. At least one.
  let hosts: [Host]
  /// Whether the text itself contains a password, which other users of a machine see when it is an
  /// argument of a command.
  public let hasPassword: Bool

  /// Throws `.cannotOpen` for a text that libpq does not understand. The text is not repeated,
  /// because it may contain a password.
  public init(_ text: String) throws(StoreError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      PQfreemem(message)
      throw .cannotOpen(
        "The database's address cannot be read. It looks like this: postgres://user@host:5432/database.")
    }
    defer { PQconninfoFree(options) }
    var given: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { given[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    hasPassword = given["password"] != nil
    given["fallback_application_name"] = given["fallback_application_name"] ?? "martlet"
    given["client_encoding"] = "UTF8"
    // A machine that is gone without a word is noticed while nobody asks.
    for (name, seconds) in [
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
    ] {
      given[name] = given[name] ?? seconds
    }
    hosts = Self.hosts(given)
    for port in hosts.compactMap({ $0.parameters["port"] }) where UInt16(port).map({ $0 > 0 }) != true {
      throw .cannotOpen("The database's address has a port that is no number from 1 to 65535.")
    }
  }

  /// libpq walks through a list of hosts without a time-out for each while it may not block.
  private static func hosts(_ given: [String: String]) -> [Host] {
    func list(_ name: String) -> [String] {
      given[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    var given = given
    // Of several, one can be written to. A server that stayed with a standby would never write
    // again.
    if max(names.count, addresses.count) > 1, given["target_session_attrs"] ?? "any" == "any" {
      given["target_session_attrs"] = "read-write"
    }
    return (0..<max(1, names.count, addresses.count)).map { index in
      var one = given
      one["host"] = names.indices.contains(index) ? names[index] : nil
      one["hostaddr"] = addresses.indices.contains(index) ? addresses[index] : nil
      one["port"] = ports.indices.contains(index) ? ports[index] : ports.last
      // An empty word stands for what is usual.
      return Host(parameters: one.filter { !$0.value.isEmpty })
    }
  }

  /// Without password and user.
  public var description: String {
    let place = hosts.map(\.description).joined(separator: ", ")
    return hosts[0].parameters["dbname"].map { "\($0) at \(place)" } ?? "at \(place)"
  }
}

extension PostgresAddress.Host {
  /// Begins a connection without waiting for it; nil when there is no memory for one.
  func startConnecting() -> OpaquePointer? {
    let parameters = parameters.sorted { $0.key < $1.key }
    return Self.withTexts(parameters.map(\.key)) { keys in
      Self.withTexts(parameters.map(\.value)) { values in PQconnectStartParams(keys, values, 0) }
    }
  }

  /// C's texts, and null at their end.
  private static func withTexts<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { list in
      // Never empty: it ends with null.
      body(list.baseAddress.unsafelyUnwrapped)
    }
  }
}
