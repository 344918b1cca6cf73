// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Recording {
  /// One input with its moment, as a frame carries it.
  public struct Input: Hashable, Sendable {
    /// The instant that the engine was told.
    public var at: Instant
    /// How far the clock on the wall was ahead of UTC then.
    public var utcOffset: Duration
    public var body: Body
    /// What goes into the journal with it, whatever the engine says; nil as a rule.
    public var record: Wire.EventRecord?

    public init(at: Instant, utcOffset: Duration, body: Body, record: Wire.EventRecord? = nil) {
      self.at = at
      self.utcOffset = utcOffset
      self.body = body
      self.record = record
    }

    /// What the engine was told.
    public enum Body: Hashable, Sendable {
      /// The definitions in the frames before.
      case definitions
      case other(DeliveryEngine.Input)
    }
  }
}

extension Wire.Recording.Input {
  /// nil for what is never recorded: a wipe erases the recording.
  public init?(_ input: DeliveryEngine.Input, at: Instant, utcOffset: Duration, record: Wire.EventRecord? = nil) {
    switch input {
    case .wiped: return nil
    case .definitionsReceived: self.init(at: at, utcOffset: utcOffset, body: .definitions)
    default: self.init(at: at, utcOffset: utcOffset, body: .other(input), record: record)
    }
  }
}

extension Wire.Recording.Input: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let at: Instant = try fields.require("at")
    let offset: Int64 = try fields.take("utc_offset_ms", default: 0)
    let input: DeliveryEngine.Input
    switch try fields.require("input", as: String.self) {
    case "definitions":
      self.init(at: at, utcOffset: .milliseconds(offset), body: .definitions)
      return
    case "sync_started": input = .syncStarted
    case "sync_ended": input = .syncEnded
    case "session_started": input = .sessionStarted
    case "time_passed": input = .timePassed
    case "impression":
      input = .impressionCounted(
        campaign: CampaignID(try fields.require("campaign_id")), tags: try fields.take("tags", default: []),
        userID: try fields.take("user_id"))
    case "relaunched": input = .relaunched
    case "user_changed": input = .userChanged(userID: try fields.take("user_id"))
    case "display_requested": input = .displayRequested(id: try fields.require("presentation_id"))
    case "event": input = .eventLogged(try fields.require("event"))
    case "outcome":
      let kind: Wire.Open<Wire.EventRecord.OutcomeKind> = try fields.require("outcome")
      let reason: String? = try fields.take("reason")
      guard let known = kind.known, let outcome = Outcome(kind: known, reason: reason) else {
        throw Wire.DecodingProblem.invalid("This version does not know the outcome.").inside(key: "outcome")
      }
      input = .outcomeReported(decisionID: try fields.require("presentation_id"), outcome)
    default: throw Wire.DecodingProblem.invalid("This version does not know the input.").inside(key: "input")
    }
    self.init(at: at, utcOffset: .milliseconds(offset), body: .other(input), record: try fields.take("record"))
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    fields.set("at", at)
    fields.set("utc_offset_ms", utcOffset.wholeMilliseconds, unless: 0)
    fields.set("record", record)
    guard case .other(let input) = body else {
      fields.set("input", "definitions")
      return fields.json
    }
    switch input {
    case .definitionsReceived: fields.set("input", "definitions")
    case .syncStarted: fields.set("input", "sync_started")
    case .syncEnded: fields.set("input", "sync_ended")
    case .sessionStarted: fields.set("input", "session_started")
    case .timePassed: fields.set("input", "time_passed")
    case .impressionCounted(let campaign, let tags, let userID):
      fields.set("input", "impression")
      fields.set("campaign_id", campaign.rawValue)
      fields.set("tags", tags, unless: [])
      fields.set("user_id", userID)
    case .relaunched: fields.set("input", "relaunched")
    case .wiped: fields.set("input", "wiped")
    case .userChanged(let userID):
      fields.set("input", "user_changed")
      fields.set("user_id", userID)
    case .displayRequested(let id):
      fields.set("input", "display_requested")
      fields.set("presentation_id", id)
    case .eventLogged(let event):
      fields.set("input", "event")
      fields.set("event", event)
    case .outcomeReported(let id, let outcome):
      fields.set("input", "outcome")
      fields.set("presentation_id", id)
      fields.set("outcome", outcome.wireKind.rawValue)
      fields.set("reason", outcome.wireReason)
    }
    return fields.json
  }
}
