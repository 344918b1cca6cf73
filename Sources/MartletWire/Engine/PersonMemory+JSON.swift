// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

// The parts of a saved engine; see `DeliveryEngine.Saved.json`.

extension PersonMemory {
  var json: Wire.JSONValue {
    func byName<Value>(_ values: [CampaignID: Value], _ json: (Value) -> Wire.JSONValue) -> Wire.JSONValue {
      .object(Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, json($1)) }))
    }
    return .object([
      "campaigns": byName(campaigns, \.json), "tags": .object(tags.mapValues(\.json)), "all": all.json,
      "received": byName(received, \.json), "progress": byName(progress, \.json),
    ])
  }
}

extension Tally: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      total: try fields.require("total"), times: ContiguousArray(try fields.take("times", as: [Instant].self) ?? []),
      inSession: try fields.take("in_session", default: 0), session: try fields.take("session", default: 0))
  }

  var json: Wire.JSONValue {
    .object([
      "total": total.json, "times": Array(times).json, "in_session": inSession.json, "session": session.json,
    ])
  }
}

extension TriggerProgress: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let text: String = try fields.require("fingerprint")
    guard let fingerprint = UInt64(text, radix: 16) else {
      throw Wire.DecodingProblem.invalid("Expected a number of 64 bits in hexadecimal digits.").inside(key: "fingerprint")
    }
    let tallies: [Tally] = try fields.require("tallies")
    let marks: [SavedMark] = try fields.require("marks")
    self.init(
      fingerprint: fingerprint, tallies: ContiguousArray(tallies), marks: ContiguousArray(marks.map(\.mark)),
      seen: try fields.take("seen", default: 0))
  }

  var json: Wire.JSONValue {
    .object([
      "fingerprint": .string(String(fingerprint, radix: 16)), "tallies": Array(tallies).json,
      "marks": marks.map { SavedMark(mark: $0) }.json, "seen": seen.json,
    ])
  }
}

/// null: the part has not fired.
private struct SavedMark: FieldValue {
  var mark: TriggerProgress.Mark?

  init(mark: TriggerProgress.Mark?) {
    self.mark = mark
  }

  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard json != .null else { return }
    var fields = try Fields(reading: json)
    mark = TriggerProgress.Mark(at: try fields.require("at"), session: try fields.require("session"))
  }

  var json: Wire.JSONValue {
    mark.map { .object(["at": $0.at.json, "session": $0.session.json]) } ?? .null
  }
}

extension RecentEvents {
  var json: Wire.JSONValue {
    .object(["recent": past.map(\.json).json, "forgotten": Array(forgotten).json, "count": count.json])
  }
}

extension RecentEvents.Past {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let record: Wire.EventRecord = try fields.require("event")
    guard let event = Event(record) else {
      throw Wire.DecodingProblem.invalid("This kind of event triggers nothing.").inside(key: "event")
    }
    self.init(event: event, at: try fields.require("at"), session: try fields.require("session"))
  }

  var json: Wire.JSONValue {
    .object(["event": Wire.EventRecord(event, sessionID: nil, userID: nil).json, "at": at.json, "session": session.json])
  }
}
