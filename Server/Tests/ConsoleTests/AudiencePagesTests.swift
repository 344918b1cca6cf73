// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite("The pages of audiences")
struct AudiencePagesTests {
  /// So many people that they are not counted at once. Every tenth is on the plan `pro`.
  private static func fill(_ store: any Store) async throws {
    let now = Samples.now
    for start in stride(from: 0, to: AudienceAuthoring.countedAtOnce + 500, by: 500) {
      let events = (start..<start + 500).map { number in
        Wire.EventRecord(
          id: "a\(number)", at: now, sessionID: nil, userID: "u\(number)",
          body: .attribute(key: "plan", value: number % 10 == 0 ? "pro" : "free"))
      }
      _ = try await store.ingest(IngestBatch(appID: "app", device: Wire.Device(id: "d"), receivedAt: now, events: events))
    }
  }

  @Test("Of many people, a page shows an estimate at once, and the exact number when it is asked for")
  func many() async throws {
    let browser = try await Browser()
    try await Self.fill(browser.store)
    try await browser.store.insert(
      Audience(
        id: "pro", appID: "app", name: "Pro", rule: ["attribute": "plan", "op": "equals", "value": "pro"], createdAt: Samples.now,
        updatedAt: Samples.now))
    let estimated = try await browser.get("/audiences/pro").html
    #expect(estimated.contains("<strong>About ") && estimated.contains("of about 5,500 people") && estimated.contains("95% interval"))
    #expect(estimated.contains(#"value="count_exactly""#) && !estimated.contains("Exact, as of"))
    let exact = try await browser.get("/audiences/pro?count=exact").html
    #expect(
      exact.contains("<strong>550</strong> of 5,500 people (10%)") && exact.contains("Exact, as of") && !exact.contains("count_exactly"))

    // The same for a rule that nobody has saved.
    func count(_ command: String) async throws -> String {
      let fields = [
        ("name", "New"), ("match", "all"), ("condition.0.subject", "attribute"), ("condition.0.name", "plan"),
        ("condition.0.attribute_test", "text:equals"), ("condition.0.attribute_value", "free"), ("do", command),
      ]
      return try await browser.post("/audiences/new", fields).html
    }
    #expect(try await count("count").contains("<strong>About "))
    let counted = try await count("count_exactly")
    #expect(counted.contains("<strong>4,950</strong> of 5,500 people (90%)"), "\(counted)")
  }

  @Test("An estimate shows two digits", arguments: [(0, "0"), (7, "7"), (99, "99"), (124_211, "120,000"), (999_999, "1,000,000")])
  func rough(number: Int, words: String) {
    #expect(AudienceCountPart.rough(Double(number)) == words)
    #expect(AudienceCountPart.rough(123_456, .down) == "120,000" && AudienceCountPart.rough(123_456, .up) == "130,000")
  }
}
