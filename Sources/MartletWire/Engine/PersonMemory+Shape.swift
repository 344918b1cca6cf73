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
  /// The marks of values, in hexadecimal.
  var attributes: [String: String] = [:]
  var audiences: [String: Bool] = [:]
  var deliveries: [String: String] = [:]
  var unseen: [String] = []

  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("campaigns", \.campaigns, "Impressions by campaign.", .written),
    .field("tags", \.tags, "Impressions by tag.", .written),
    .field("all", \.all, "All impressions.", .written),
    .field("received", \.received, "When each campaign was first received.", .written),
    .field("progress", \.progress, "The progress of counts and groups.", .written),
    .field("attributes", \.attributes, "What attributes were set to: hashes of the values, in hexadecimal."),
    .field("audiences", \.audiences, "The audiences of which the server said whether the person is in them."),
    .field("deliveries", \.deliveries, "The last push of each campaign that brought an item or was tapped."),
    .field("unseen", \.unseen, "The campaigns whose limits were last used by something that nobody saw."))

  init() {}

  init(_ memory: PersonMemory) {
    campaigns = Self.byName(memory.campaigns)
    tags = memory.tags
    all = memory.all
    received = Self.byName(memory.received)
    progress = Self.byName(memory.progress)
    attributes = memory.attributes.marks.mapValues { String($0, radix: 16) }
    audiences = memory.audiences
    deliveries = Self.byName(memory.deliveries)
    unseen = memory.unseen.map(\.rawValue).sorted()
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
      .field("total", \.total, "The total number.", .required),
      .field("times", \.times, "The most recent times, oldest first.", .written),
      .field("in_session", \.inSession, "The number in `session`.", .written),
      .field("session", \.session, "The session.", .written))
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
      .field("fingerprint", \.fingerprint, "The fingerprint of the program, in hexadecimal.", .required),
      .field("tallies", \.tallies, "The tallies of its counts.", .required),
      .field("marks", \.marks, "When each part of its groups last fired.", .required),
      .field("seen", \.seen, "The number of the last event that was counted.", .written))
  }

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    guard let fingerprint = UInt64(form.fingerprint, radix: 16) else {
      throw Wire.DecodingProblem.invalid("Expected a 64-bit number in hexadecimal.").inside(
        key: "fingerprint")
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
    .field("at", \.at, "When the part last fired.", .required),
    .field("session", \.session, "The session in which it fired.", .required))
}

extension RecentEvents.Past: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(
      event: Event(id: "", at: Instant(milliseconds: 0), kind: .sessionStart), at: Instant(milliseconds: 0),
      session: 0),
    unknown: nil,
    .field("event", \.event, "The logged event.", .required),
    .field("at", \.at, "When it was logged, by the engine's clock.", .required),
    .field("session", \.session, "The session in which it was logged.", .required))
}
