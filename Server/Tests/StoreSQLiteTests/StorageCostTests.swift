// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

/// What SECURITY.md says about how fast somebody with an SDK key can fill the disk is true only if
/// the limits count what is written.
@Suite struct StorageCostTests {
  struct Load: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var users = 1
    let body: @Sendable (Int) -> Wire.EventRecord.Body
  }

  private static func text(_ number: Int, _ length: Int) -> String {
    String("\(number)-" + String(repeating: "x", count: length)).prefix(length).description
  }

  /// As long as the ids of the SDK, and in no order.
  private static func id(_ number: Int, _ kind: String) -> String {
    let digits = String(UInt64(bitPattern: Int64(number + 1)) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    return kind + String(repeating: "0", count: 16 - digits.count) + digits
      + String(repeating: "0", count: 19)
  }

  static let loads: [Load] = [
    Load(testDescription: "small events") { _ in .custom(name: "n", properties: [:]) },
    Load(testDescription: "names") { .custom(name: text($0, 255), properties: [:]) },
    Load(testDescription: "purchases") {
      .purchase(productID: text($0, 255), currency: "USD", price: 1, quantity: 1, properties: [:])
    },
    Load(testDescription: "large events") { .custom(name: "n", properties: ["v": .string(text($0, 3_000))]) },
    Load(testDescription: "impressions") { .impression(Sample.presentation(CampaignID(text($0, 60)))) },
    Load(testDescription: "clicks of new people", users: 500) {
      .click(Sample.presentation(CampaignID(text($0, 60))), buttonID: "b")
    },
    Load(testDescription: "attributes") { .attribute(key: "k\($0 % 200)", value: .string(text($0, 200))) },
    Load(testDescription: "new people", users: 500) { _ in .sessionStart },
    Load(testDescription: "short attributes of new people", users: 500) {
      .attribute(key: "email", value: .string("\($0)@example.com"))
    },
    Load(testDescription: "attributes of new people", users: 500) {
      .attribute(key: "email", value: .string(text($0, 1_500)))
    },
    Load(testDescription: "changes of attributes of new people", users: 500) {
      .attributeChange(key: "list", Wire.AttributeChange(.known(.add), .string(text($0, 400))))
    },
    Load(testDescription: "sign-ins", users: 500) { .userChanged(previousUserID: text($0, 250)) },
  ]

  @Test(arguments: loads) func `what is stored takes no more room than the limits count`(_ load: Load)
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await store.close()
      let file = folder + "/" + SQLiteStore.fileName
      let empty = QuietFile.size(of: file)
      let open = try SQLiteStore(directory: folder)
      let (batches, length) = (12, 100)
      var cost = 0
      for batch in 0..<batches {
        var device = Wire.Device(
          id: Self.id(batch, "d"), platform: "ios", osVersion: "18.0", appVersion: "1.0")
        // As long as it may be.
        (device.model, device.locale) = (Self.text(batch, 255), Self.text(batch, 255))
        let events = (0..<length).map { place in
          let number = batch * length + place
          let user = load.users == 1 ? "ana" : Self.text(number, 40)
          return Sample.event(
            Self.id(number, "e"), user: user, session: Self.id(number, "s"), load.body(number))
        }
        let bytes = Wire.encode(device).count + events.reduce(0) { $0 + Wire.encode($1).count + 1 }
        cost += StorageCost.of(events, bytes: bytes, from: device)
        let result = try await open.ingest(
          IngestBatch(appID: "shop", device: device, receivedAt: Sample.now + .seconds(60), events: events))
        try #require(result.allSatisfy { $0.status == .known(.stored) })
      }
      try await open.close()
      let growth = Int(QuietFile.size(of: file) - empty)
      let people = batches + 1
      #expect(
        growth <= cost + people * StorageCost.person,
        "\(growth) bytes stored, \(cost) counted: \(Double(growth) / Double(cost))")
    }
  }
}
