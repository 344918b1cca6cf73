// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

/// Something that reads bytes which strangers may have made, and what must hold whatever they are.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Good inputs.
  let corpus: @Sendable () throws -> [[UInt8]]
  /// nil: it was refused. Otherwise what is wrong with what was read; empty when nothing is.
  let read: @Sendable ([UInt8]) -> [String]?
}

extension FuzzTarget {
  static let all: [FuzzTarget] = [
    form("A sync's request", Wire.SyncRequest.self, ["sync-request", "future-request"]),
    form(
      "A sync's answer", Wire.SyncResponse.self,
      ["sync-response", "sync-response-unchanged", "future-response"]),
    form("A request with events", Wire.EventsRequest.self, ["events-request"]),
    form("An answer to events", Wire.EventsResponse.self, ["events-response"]),
    form("A problem", Wire.Problem.self, ["problem"]),
    form("An event", Wire.EventRecord.self, files(beginning: "event-")),
    form("A message", Wire.Message.self, files(beginning: "message-")),
    form("A trigger", Wire.Trigger.self, files(beginning: "trigger-")),
    form("A filter", Wire.Filter.self, files(beginning: "filter-")),
    campaign, gzip, journal, storedState, storedDefinitions, scenario, recordingFile, recordingFrames,
  ]

  /// Names under `Tests/Fixtures/wire`, without their endings.
  private static func files(beginning prefix: String) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: Golden.fixtures.appending(path: "wire").path))
      ?? []
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      .sorted()
  }

  static func fixtures(_ names: [String]) throws -> [[UInt8]] {
    try names.map { Array(try Golden.data("wire/\($0).json")) }
  }

  private static func form<Form: Wire.Form>(_ description: String, _ type: Form.Type, _ names: [String])
    -> FuzzTarget
  {
    FuzzTarget(testDescription: description, corpus: { try fixtures(names) }) { bytes in
      guard let first: Form = try? Wire.decode(from: bytes) else { return nil }
      return complaints(about: first, readFrom: bytes)
    }
  }

  /// What is read is written and read again as the same (but for the list of entries that could not
  /// be read), and takes no more room than a multiple of what it was read from.
  private static func complaints<Form: Wire.Form>(about first: Form, readFrom bytes: [UInt8]) -> [String] {
    let written = Wire.encode(first)
    var complaints: [String] = []
    // A number of one digit and an exponent is the shortest way to many digits (`1e22`); U+FFFD for
    // a surrogate the shortest to many bytes.
    if written.count > 8 * bytes.count + 1_024 {
      complaints.append("\(bytes.count) bytes became \(written.count)")
    }
    do {
      let second: Form = try Wire.decode(from: written)
      if second != first, !setsEntriesAside(first) {
        complaints.append("what was written is read as something else")
      }
      if Wire.encode(second) != written {
        complaints.append("what was written is written otherwise the second time")
      }
      if setsEntriesAside(second) { complaints.append("what was written has entries that cannot be read") }
    } catch {
      complaints.append("what was written cannot be read: \(error)")
    }
    return complaints
  }

  private static func setsEntriesAside(_ form: some Wire.Form) -> Bool {
    switch form {
    case let form as Wire.SyncRequest: !form.rejected.isEmpty
    case let form as Wire.EventsRequest: !form.rejected.isEmpty
    case let form as Wire.SyncResponse: !(form.definitions?.rejected.isEmpty ?? true)
    case let form as Wire.Definitions: !form.rejected.isEmpty
    default: false
    }
  }

  /// A campaign as a device takes it: read, compiled for the engine.
  private static let campaign = FuzzTarget(
    testDescription: "A campaign",
    corpus: {
      try fixtures(["sync-response", "future-response"]).flatMap { bytes in
        let answer: Wire.SyncResponse = try Wire.decode(from: bytes)
        return (answer.definitions?.campaigns ?? []).map { Wire.encode($0) }
      }
    },
    read: { bytes in
      guard let first: Wire.Campaign = try? Wire.decode(from: bytes) else { return nil }
      if let definition = try? first.definition() {
        let builder = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .live)
        var engine = builder
        _ = engine.handle(.definitionsReceived([definition]), at: Instant(milliseconds: 0))
      }
      if let message = first.message { _ = try? Martlet.InAppMessage(wire: message) }
      return complaints(about: first, readFrom: bytes)
    })

  private static let gzip = FuzzTarget(
    testDescription: "Compressed bytes",
    corpus: {
      try (fixtures(files(beginning: "sync-")) + [[], [UInt8](repeating: 0, count: 60_000)]).map {
        try Wire.Gzip.compress($0)
      }
    },
    read: { bytes in
      let limit = 65_536
      guard let plain = try? Wire.Gzip.decompress(bytes, limit: limit) else { return nil }
      guard plain.count <= limit else { return ["\(plain.count) bytes came out, more than the limit"] }
      let again = (try? Wire.Gzip.compress(plain)).flatMap { try? Wire.Gzip.decompress($0, limit: limit) }
      return again == plain ? [] : ["what was compressed again became something else"]
    })

  /// A file of the journal. It is never refused: what is intact is read, the rest is named.
  private static let journal = FuzzTarget(
    testDescription: "A journal",
    corpus: {
      let records = try fixtures(files(beginning: "event-"))
      let frames = try records.map { try JournalFrame.encode(kind: 1, payload: $0) }
      return [
        frames.flatMap { $0 },
        try JournalFrame.encode(kind: 2, payload: Array("[\"a\"]".utf8)) + frames[0] + frames[1], frames[2],
      ]
    },
    read: { bytes in
      let scan = JournalFrame.scan(bytes)
      var complaints: [String] = []
      let ranges = (scan.records.map(\.range) + scan.damage.map(\.range)).sorted {
        $0.lowerBound < $1.lowerBound
      }
      var end = 0
      for range in ranges {
        if range.lowerBound != end { complaints.append("there is a gap or an overlap at \(end)") }
        end = range.upperBound
      }
      if end != bytes.count { complaints.append("the end is \(end) instead of \(bytes.count)") }
      for record in scan.records {
        guard let frame = try? JournalFrame.encode(kind: record.kind, payload: record.payload),
          Array(bytes[record.range]) == frame
        else {
          complaints.append("a record at \(record.range) is not what stands there")
          continue
        }
        if let event: Wire.EventRecord = try? Wire.decode(from: record.payload) {
          complaints += FuzzTarget.complaints(about: event, readFrom: record.payload)
        }
      }
      return complaints
    })

  private static let storedState = FuzzTarget(
    testDescription: "The stored state",
    corpus: {
      [
        #"{"device_id":"id-1","enabled":true,"user_id":"user-7","version":1}"#,
        #"{"enabled":false,"version":1}"#,
        #"{"device_id":"id-1","enabled":true,"version":1}"#,
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let json: Wire.JSONValue = try? Wire.decode(from: bytes), let first = try? StoredState(json: json)
      else { return nil }
      return (try? StoredState(json: Wire.decode(from: Wire.encode(first.json)))) == first
        ? [] : ["written and read, it is another"]
    })

  private static let storedDefinitions = FuzzTarget(
    testDescription: "The stored definitions",
    corpus: {
      try fixtures(["sync-response", "future-response"]).compactMap { bytes in
        let answer: Wire.SyncResponse = try Wire.decode(from: bytes)
        return answer.definitions.map {
          Wire.encode(StoredDefinitions(userID: "user-7", definitions: $0).json)
        }
      }
    },
    read: { bytes in
      guard let json: Wire.JSONValue = try? Wire.decode(from: bytes),
        let first = StoredDefinitions(json: json)
      else { return nil }
      guard let json: Wire.JSONValue = try? Wire.decode(from: Wire.encode(first.json)),
        let again = StoredDefinitions(json: json)
      else {
        return ["what was written cannot be read"]
      }
      guard again.userID == first.userID else { return ["written and read, they are another user's"] }
      return complaints(about: first.definitions, readFrom: bytes)
    })
}
