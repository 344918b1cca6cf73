// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import StoreSQLite

// Ingests for as long as it lives, from several tasks at once, and prints each id once it is
// acknowledged. Made to be killed. Arguments: folder, round. The events of a round are always the
// same; those of the round before are sent once more, because nobody knows which of them were
// stored.

let folder = CommandLine.arguments[1]
let round = Int(CommandLine.arguments[2]) ?? 0

func batch(round: Int, number: Int) -> IngestBatch {
  let start = Instant(milliseconds: 1_750_000_000_000)
  let events = (0..<(1 + number % 9)).map { index in
    let presentation = Wire.EventRecord.Presentation(
      id: "p", campaignID: "c\((number + index) % 3)", campaignVersion: 1)
    let body: Wire.EventRecord.Body =
      switch (round + number + index) % 7 {
      case 0: .sessionStart
      case 1: .custom(name: "cart_viewed", properties: ["total": .int(Int64(number))])
      case 2, 3: .impression(presentation)
      case 6: .attributeChange(key: "count", Wire.AttributeChange(.known(.increment), .int(Int64(number))))
      case 4: .click(presentation, buttonID: index % 2 == 0 ? nil : "0")
      default: .attribute(key: "number", value: .int(Int64(number)))
      }
    return Wire.EventRecord(
      id: "r\(round)-\(number)-\(index)", at: start + .seconds(round * 60 + number), sessionID: "s\(round)",
      userID: "u\(number % 5)",
      body: body)
  }
  return IngestBatch(
    appID: "shop", device: Wire.Device(id: "device-\(number % 4)"), receivedAt: start + .seconds(round * 60),
    events: events)
}

let store = try SQLiteStore(directory: folder)
if try await store.apps().isEmpty {
  try await store.insert(App(id: "shop", name: "Shop", createdAt: Instant(milliseconds: 0)))
}

await withTaskGroup(of: Void.self) { group in
  for sender in 0..<4 {
    group.addTask {
      for number in stride(from: sender, to: 40, by: 4) where round > 0 {
        await send(batch(round: round - 1, number: number))
      }
      for number in stride(from: sender, to: 100_000, by: 4) {
        await send(batch(round: round, number: number))
      }
    }
  }
}

@Sendable func send(_ batch: IngestBatch) async {
  do {
    let results = try await store.ingest(batch)
    // One write below the pipe's atomic size: a line is whole or not there.
    FileHandle.standardOutput.write(Data((results.map(\.id).joined(separator: " ") + "\n").utf8))
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
