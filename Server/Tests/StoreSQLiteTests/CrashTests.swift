// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ServerTestSupport
import StoreConformance
import Testing

@testable import StoreSQLite

/// R1: what was acknowledged survives SIGKILL at any point. `MARTLET_CRASH_ROUNDS` sets the number
/// of rounds, `MARTLET_CRASH_SEED` the points.
@Suite(.timeLimit(.minutes(60)))
struct CrashTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["MARTLET_CRASH_ROUNDS"].flatMap { Int($0) }
    ?? TestCases.count(12, full: 50)
  private static let seed =
    ProcessInfo.processInfo.environment["MARTLET_CRASH_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func `every acknowledged event is there exactly once, however often the writer is killed`()
    async throws
  {
    try await withFolder { folder in
      var chance = SeededGenerator(seed: Self.seed)
      var acknowledged: Set<String> = []
      for round in 0..<Self.rounds {
        acknowledged.formUnion(try await killed(folder, round: round, &chance))
        // Each round already recovers the file of the one before; looking at everything is for
        // some.
        if round % 10 == 9 || round == Self.rounds - 1 {
          try await check(folder, acknowledged, "seed \(Self.seed), round \(round)")
        }
      }
      #expect(acknowledged.count > Self.rounds * 5)
    }
  }

  /// Lets the writer live until it has acknowledged a number of batches, kills it, and returns all
  /// that it acknowledged.
  private func killed(_ folder: String, round: Int, _ chance: inout SeededGenerator) async throws -> [String]
  {
    let writer = Process()
    let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    writer.executableURL = directory.appendingPathComponent("CrashWriter")
    writer.arguments = [folder, String(round)]
    let output = Pipe()
    writer.standardOutput = output
    try writer.run()

    var bytes = Data()
    let lines = Int.random(in: 0..<60, using: &chance)
    var spins = Int.random(in: 0..<200_000, using: &chance)
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
      let new = output.fileHandleForReading.availableData
      if new.isEmpty { break }
      bytes += new
    }
    // A little later, so that the end falls anywhere between two answers.
    while spins > 0 { spins -= 1 }
    kill(writer.processIdentifier, SIGKILL)
    bytes += output.fileHandleForReading.readDataToEndOfFile()
    writer.waitUntilExit()
    #expect(
      writer.terminationReason == .uncaughtSignal && writer.terminationStatus == SIGKILL,
      "The writer ended by itself in round \(round).")
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().flatMap {
      $0.split(separator: " ").map(String.init)
    }
  }

  private func check(_ folder: String, _ acknowledged: Set<String>, _ comment: Comment) async throws {
    let store = try SQLiteStore(directory: folder)
    try await store.readDatabase { db in
      let stored = try String.fetchAll(db, sql: "SELECT id FROM event")
      #expect(Set(stored).isSuperset(of: acknowledged), comment)
      #expect(Set(stored).count == stored.count, comment)
      try Recount.expectAgreement(db, comment)
    }
    try await store.close()
  }
}
