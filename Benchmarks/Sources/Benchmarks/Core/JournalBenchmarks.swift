// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// What the journal's format costs beside the bytes it protects.
enum JournalBenchmarks {
  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let record = Wire.EventRecord(
      id: "0f9c7a52-6d0e-4a55-9d3e-1c2b3a4d5e6f", at: DecisionBenchmarks.now, sessionID: "s-1", userID: "u-1",
      body: .custom(name: "cart_viewed", properties: ["amount": 42, "category": "hats", "currency": "EUR"]))
    let payload = Wire.encode(record)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) throws -> FileHandle {
      let url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    let framed = try file("framed")
    let plain = try file("plain")
    let bytes = Data(payload)
    return [
      stopwatch.compare(
        "journal append of an event, without sync to disk", goal: .atMost(2), "frame, checksum and write",
        {
          guard let frame = try? JournalFrame.encode(kind: 1, payload: payload) else { return }
          try? framed.write(contentsOf: frame)
        }, against: "write of the encoded bytes", { try? plain.write(contentsOf: bytes) })
    ]
  }
}
