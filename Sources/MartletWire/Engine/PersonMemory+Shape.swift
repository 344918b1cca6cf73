// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

// These forms are for the device's own disk. They are not part of the protocol.

/// The memory of one person, with campaigns by their ids.
struct SavedMemory: ShapedValue {
  var campaigns: [String: Tally] = [:]
  var tags: [String: Tally] = [:]
  var all = Tally()
  var received: [String: Instant] = [:]
  var progress: [String: TriggerProgress] = [:]

  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("campaigns", \.campaigns, "Impressions.", .written), .field("tags", \.tags, "Impressions.", .written),
    .field("all", \.all, "Impressions.", .written), .field("received", \.received, "When each campaign came first.", .written),
    .field("progress", \.progress, "Of counts and groups.", .written))

  init() {}

  init(_ memory: PersonMemory) {
    campaigns = Self.byName(memory.campaigns)
    tags = memory.tags
    all = memory.all
    received = Self.byName(memory.received)
    progress = Self.byName(memory.progress)
  }

  private static func byName<Value>(_ values: [CampaignID: Value]) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1) })
  }
}

extension Tally: TranslatedValue {
  struct WireForm: ShapedValue {
    var total = 0
    var times: ContiguousArray<Instant> = []
    var inSession = 0
    var session = 0

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("total", \.total, "How often.", .required), .field("times", \.times, "The last ones, oldest first.", .written),
      .field("in_session", \.inSession, "How often in that session.", .written), .field("session", \.session, "Which session.", .written))
  }

  init(wireForm form: WireForm) {
    self.init(total: form.total, times: form.times, inSession: form.inSession, session: form.session)
  }

  var wireForm: WireForm { WireForm(total: total, times: times, inSession: inSession, session: session) }
}

extension TriggerProgress: TranslatedValue {
  struct WireForm: ShapedValue {
    var fingerprint = ""
    var tallies: ContiguousArray<Tally> = []
    var marks: ContiguousArray<Mark?> = []
    var seen = 0

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("fingerprint", \.fingerprint, "Of the program, in hexadecimal digits.", .required),
      .field("tallies", \.tallies, "Of its counts.", .required), .field("marks", \.marks, "Of its groups' parts.", .required),
      .field("seen", \.seen, "The events it has taken note of.", .written))
  }

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    guard let fingerprint = UInt64(form.fingerprint, radix: 16) else {
      throw Wire.DecodingProblem.invalid("Expected a number of 64 bits in hexadecimal digits.").inside(key: "fingerprint")
    }
    self.init(fingerprint: fingerprint, tallies: form.tallies, marks: form.marks, seen: form.seen)
  }

  var wireForm: WireForm {
    WireForm(fingerprint: String(fingerprint, radix: 16), tallies: tallies, marks: marks, seen: seen)
  }
}

extension TriggerProgress.Mark: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(at: Instant(milliseconds: 0), session: 0), unknown: nil,
    .field("at", \.at, "When the part fired last.", .required), .field("session", \.session, "In which session.", .required))
}

extension RecentEvents.Past: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(event: Event(id: "", at: Instant(milliseconds: 0), kind: .sessionStart), at: Instant(milliseconds: 0), session: 0),
    unknown: nil,
    .field("event", \.event, "What was logged.", .required), .field("at", \.at, "When, by the engine's clock.", .required),
    .field("session", \.session, "In which session.", .required))
}
