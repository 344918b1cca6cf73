// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConformance
import StoreSQLite
import Testing

/// Each in a process of its own, which is the only way to have a time zone of its own.
@Suite("Audiences in the time zones of servers") struct AudienceTimeZoneTests {
  @Test func `a set of people holds those who match one by one where clocks changed a week ago`() async throws
  {
    await #expect(processExitsWith: .success) { try await Self.compare(in: "Europe/Berlin", hours: 1) }
  }

  @Test func `a set of people holds those who match one by one where clocks changed a day ago`() async throws
  {
    await #expect(processExitsWith: .success) { try await Self.compare(in: "America/New_York", hours: -5) }
  }

  /// 10,000 answers.
  private static func compare(in zone: String, hours: Int) async throws {
    setenv("TZ", zone, 1)
    tzset()
    NSTimeZone.resetSystemTimeZone()
    try #require(
      TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1_762_172_400)) == hours * 3_600)
    try await StoreConformance.compareAudiences(rounds: 2, rules: 125, SQLiteStore.inMemory())
  }
}
