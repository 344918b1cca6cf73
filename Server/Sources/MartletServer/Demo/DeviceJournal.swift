// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The contents of a client's journal on disk: the demo's evidence of what the device logged, independent of what the client or the server reports.
struct DeviceJournal: Sendable {
  /// Ids of all events that were logged.
  private(set) var logged: Set<String> = []
  /// Ids of events that the server has not acknowledged.
  private(set) var waiting: Set<String> = []

  /// Reads the segments in the client's folder. Correct until the client begins to rewrite them, which takes 64 KB.
  init(folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let segments = names.filter { $0.hasPrefix("journal.") }.compactMap { UInt64($0.dropFirst("journal.".count)) }.sorted()
    for segment in segments {
      let bytes = try Data(contentsOf: folder.appendingPathComponent("journal.\(segment)"))
      for frame in JournalFrame.scan(Array(bytes)).records {
        switch try Wire.decode(Wire.JSONValue.self, from: frame.payload) {
        case .array(let acknowledged): waiting.subtract(acknowledged.compactMap(\.string))
        case let event:
          guard let id = event["id"]?.string else { throw DemoProblem.refused("The device's journal holds an event without an id") }
          logged.insert(id)
          waiting.insert(id)
        }
      }
    }
  }
}
