// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct TapTests {
  @Test func `taps and data agree with a recount, also after people merge and are deleted`() async throws {
    let store = try SQLiteStore.inMemory()
    try await StoreConformance.insertTapped(store)
    for batch in StoreConformance.tapped() { _ = try await store.ingest(batch) }
    try await store.readDatabase { try Recount.expectAgreement($0) }
    // Somebody taps while anonymous, sends one of the events again after signing in, and is one
    // person from then on.
    let message = Sample.presentation("c")
    let events: [Wire.EventRecord.Body] = [
      .impression(message), .click(message, buttonID: "1"), .click(message, buttonID: "0"),
      .click(message, buttonID: "0"),
    ]
    let anonymous = events.enumerated().map {
      Sample.event("e-\($0)", at: Sample.now + .seconds($0), user: nil, $1)
    }
    _ = try await store.ingest(Sample.batch(anonymous, device: "phone-eve"))
    _ = try await store.ingest(
      Sample.batch(
        [1, 2].map { Sample.event("e-\($0)", at: Sample.now + .seconds($0), user: "eve", events[$0]) },
        device: "phone-eve"))
    _ = try await store.ingest(
      Sample.batch(
        [Sample.event("in", at: Sample.now + .seconds(9), user: "eve", .userChanged(previousUserID: nil))],
        device: "phone-eve"))
    try await store.readDatabase { try Recount.expectAgreement($0) }
    let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
    #expect([totals.clicks, totals.uniqueClicks] == [3, 2] && totals.dismissals["button:1"] == 2)
    _ = try await store.deletePerson("u:eve", app: "shop", receipt: "deletion", at: Sample.now + .seconds(60))
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }
}
