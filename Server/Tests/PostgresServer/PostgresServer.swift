// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import StorePostgres
import Synchronization

/// A PostgreSQL server of the tests' own, which ends with them, because its input does.
public final class PostgresServer: @unchecked Sendable {
  /// The server of all tests of this process.
  private static let shared = Result { try PostgresServer() }

  /// Where it can be administered.
  public let address: String
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let number = Atomic(0)

  /// - Parameter settings: Such as `fsync=on`.
  public convenience init(settings: [String] = []) throws {
    try self.init(arguments: settings)
    try run("CREATE DATABASE martlet")
    _ = try PostgresDatabase(PostgresAddress(url(of: "martlet"))).migrate()
  }

  /// A standby, which has the databases of the other server.
  public convenience init(standbyOf primary: PostgresServer, settings: [String] = []) throws {
    try self.init(arguments: ["--standby-of", primary.address] + settings)
  }

  private init(arguments: [String]) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    process.executableURL = root.appending(path: "scripts/postgres-server")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) { line += byte }
    address = String(decoding: line, as: UTF8.self)
  }

  /// Stops it at once, as a crash does.
  public func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The URL of a database of that name.
  public func url(of database: String) -> String { address.replacing("/postgres", with: "/\(database)") }

  /// Runs statements where it is administered.
  public func run(_ statements: String...) throws {
    let database = try PostgresDatabase(PostgresAddress(address))
    for statement in statements { try database.run(statement) }
  }

  /// The URL of a new database, which is empty.
  ///
  /// - Parameter options: Of `CREATE DATABASE`. `TEMPLATE martlet` gives it the newest layout.
  public func makeDatabase(_ options: String = "") throws -> String {
    let name = "test\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
    try run("CREATE DATABASE \(name) \(options)")
    return url(of: name)
  }

  // MARK: - The shared one

  public static func administration() throws -> String { try shared.get().address }

  public static func makeDatabase(_ options: String = "") throws -> String {
    try shared.get().makeDatabase(options)
  }

  /// A new database with the newest layout, and nothing in it.
  public static func database() throws -> PostgresAddress {
    try PostgresAddress(makeDatabase("TEMPLATE martlet"))
  }

  /// A new database without tables.
  public static func emptyDatabase(_ options: String = "") throws -> PostgresAddress {
    try PostgresAddress(makeDatabase(options))
  }
}
