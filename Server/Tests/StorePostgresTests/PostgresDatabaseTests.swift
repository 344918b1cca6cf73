// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer
import Store
import StoreConformance
import Testing

@testable import StorePostgres

@Suite(.timeLimit(.minutes(2)))
struct PostgresDatabaseTests {
  @Test func `processes that make the first start at once make one layout`() async throws {
    let address = try PostgresServer.emptyDatabase()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try PostgresStore(address)
          try await store.checkHealth()
          try await store.close()
        }
      }
      try await group.waitForAll()
    }
    let report = try PostgresLocation(address).verify(nil)
    #expect(report.isSound, "\(report)")
    #expect(report.schema == PostgresSchema.current.known)
  }

  // MARK: - Refusals

  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: String
    var make: @Sendable () throws -> PostgresAddress
  }

  /// A database in which something was done.
  private static func database(_ sql: String, isEmpty: Bool = false) throws -> PostgresAddress {
    let address = try isEmpty ? PostgresServer.emptyDatabase() : PostgresServer.database()
    try PostgresDatabase(address).run(sql)
    return address
  }

  private static let troubles = [
    Trouble(testDescription: "another program's tables", says: "Create an empty database for Martlet") {
      try database("CREATE TABLE invoice (id int)", isEmpty: true)
    },
    Trouble(testDescription: "a newer layout", says: "newerSchema(found: 1000") {
      try database("INSERT INTO migration (number, least_reader) VALUES (1000, 1000)")
    },
    Trouble(testDescription: "a layout from before the first release", says: "unreleasedSchema(found: 3)") {
      try database("UPDATE migration SET number = 3")
    },
    Trouble(testDescription: "a database that only lets us read", says: "only lets us read") {
      try database(
        "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END $$"
      )
    },
    Trouble(testDescription: "another encoding", says: "encoding is not UTF8") {
      try PostgresServer.emptyDatabase("TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
    },
    Trouble(testDescription: "a user who may not create tables", says: "may not create tables") {
      let url = try PostgresServer.makeDatabase()
      let name = "stranger_of_\(url.split(separator: "/").last ?? "")"
      try PostgresDatabase(PostgresAddress(url)).run("CREATE ROLE \(name) LOGIN")
      return try PostgresAddress(url.replacing("martlet@", with: "\(name)@"))
    },
    Trouble(testDescription: "no such database", says: "does not exist") {
      try PostgresAddress(PostgresServer.administration().replacing("/postgres", with: "/nothing"))
    },
    Trouble(testDescription: "nobody there", says: "127.0.0.1:1 cannot be opened") {
      try PostgresAddress("postgres://martlet:secret@127.0.0.1:1/martlet")
    },
    Trouble(testDescription: "a schema that does not exist", says: "names no schema") {
      try PostgresAddress(PostgresServer.makeDatabase() + "?options=-csearch_path%3Dnowhere")
    },
  ]

  @Test(arguments: troubles)
  func `a database that cannot be used is refused with the remedy, and stays as it is`(_ trouble: Trouble)
    throws
  {
    let address = try trouble.make()
    let error = try #require(#expect(throws: StoreError.self) { try PostgresStore(address) })
    #expect("\(error)".contains(trouble.says), "\(error)")
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `a newer layout that this version may use is used`() async throws {
    let address = try Self.database(
      "INSERT INTO migration (number, least_reader) VALUES (1000, \(PostgresSchema.current.known))")
    let store = try PostgresStore(address)
    try await store.checkHealth()
    try await store.close()
  }

  // MARK: - Addresses

  @Test func `an address says neither its password nor its user`() throws {
    let address = try PostgresAddress(
      "postgres://ana:secret@db1.example.com,db2.example.com:6432/shop?sslmode=verify-full")
    #expect(address.hasPassword)
    #expect("\(address)" == "shop at db1.example.com, db2.example.com:6432")
    let error = #expect(throws: StoreError.self) { try PostgresAddress("postgres://ana:secret@db:port/shop") }
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test func `of several hosts, one that does not answer is passed by`() async throws {
    // Accepts connections, and says nothing.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = listen(listener, 16)
        _ = getsockname(listener, $0, &size)
      }
    }
    let url = try PostgresServer.makeDatabase("TEMPLATE martlet")
    let silent = "127.0.0.1:\(UInt16(bigEndian: place.sin_port)),"
    let store = try PostgresStore(PostgresAddress(url.replacing("martlet@", with: "martlet@" + silent)))
    try await store.checkHealth()
    _ = try await store.apps()
    try await store.close()
  }

  // MARK: - Layout

  @Test func `a report names what another program has changed in the layout`() throws {
    let address = try Self.database(
      """
      DROP INDEX event_named;
      ALTER TABLE campaign ADD COLUMN owner text;
      ALTER TABLE person_session ALTER COLUMN device_id DROP NOT NULL;
      CREATE TRIGGER spy AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION note_change('id');
      """)
    #expect(
      try PostgresLocation(address).verify(nil).damages == [
        "The column campaign.owner is not Martlet's.",
        "The column person_session.device_id is not defined as it should be.",
        "The index event_named is missing.", "The trigger spy of member is not Martlet's.",
      ])
  }
}
