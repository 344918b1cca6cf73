// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

extension Wire.Recording {
  /// An input with its time, as in a frame.
  public struct Input: Equatable, Sendable {
    /// The time that the engine was given.
    public var at: Instant
    /// The device's offset from UTC at that time.
    public var utcOffset: Duration
    public var body: Body
    /// The record that is added to the journal with it, independent of the results. Usually nil.
    public var record: Wire.EventRecord?

    public init(at: Instant, utcOffset: Duration, body: Body, record: Wire.EventRecord? = nil) {
      self.at = at
      self.utcOffset = utcOffset
      self.body = body
      self.record = record
    }

    /// The input of the engine.
    public enum Body: Equatable, Sendable {
      /// The definitions in the previous frames.
      case definitions
      case other(DeliveryEngine.Input)
    }
  }
}

extension Wire.Recording.Input {
  /// nil for inputs that are never recorded, such as a wipe, which erases the recording.
  public init?(
    _ input: DeliveryEngine.Input, at: Instant, utcOffset: Duration, record: Wire.EventRecord? = nil
  ) {
    switch input {
    case .wiped: return nil
    case .definitionsReceived: self.init(at: at, utcOffset: utcOffset, body: .definitions)
    default: self.init(at: at, utcOffset: utcOffset, body: .other(input), record: record)
    }
  }
}

extension Wire.Recording.Input: Wire.Form, TranslatedValue {
  /// The fields of all inputs side by side.
  struct WireForm: ShapedValue {
    var at = Instant(milliseconds: 0)
    var utcOffset = Duration.zero
    var input = ""
    var record: Wire.EventRecord?
    var campaign: CampaignID?
    var tags: [String] = []
    var userID: String?
    var presentationID: String?
    var event: Event?
    var key: String?
    var mark: String?
    var audiences: [String: Bool] = [:]
    var outcome: Wire.Open<Wire.EventRecord.OutcomeKind>?
    var reason: String?
    var reach: RecordedReachInput?

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("at", \.at, "The time that the engine was given.", .required),
      .field("utc_offset_ms", \.utcOffset, "The device's offset from UTC."),
      .field("input", \.input, "The kind of input.", .required),
      .field("record", \.record, "The record that is added to the journal with it."),
      .field("campaign_id", \.campaign, "Only `impression` and `push`."),
      .field("tags", \.tags, "Only `impression` and `push`."),
      .field("user_id", \.userID, "Only `impression` and `user_changed`."),
      .field(
        "presentation_id", \.presentationID,
        "Only `display_requested`, `outcome`, `message_appeared` and `message_disappeared`."),
      .field("event", \.event, "Only `event`."),
      .field("key", \.key, "Only `attribute`."),
      .field("mark", \.mark, "Only `attribute`: a hash of the value, in hexadecimal."),
      .field("audiences", \.audiences, "Only `membership`."),
      .field("outcome", \.outcome, "Only `outcome`."), .field("reason", \.reason, "Only `outcome`."),
      .field("reach", \.reach, "Only `reach`."))
  }

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    guard form.input != "definitions" else {
      self.init(at: form.at, utcOffset: form.utcOffset, body: .definitions)
      return
    }
    self.init(at: form.at, utcOffset: form.utcOffset, body: .other(try Self.input(form)), record: form.record)
  }

  private static func input(_ form: WireForm) throws(Wire.DecodingProblem) -> DeliveryEngine.Input {
    func given<Value>(_ value: Value?, _ key: String) throws(Wire.DecodingProblem) -> Value {
      guard let value else { throw .missing(key) }
      return value
    }
    switch form.input {
    case "sync_started": return .syncStarted
    case "sync_ended": return .syncEnded
    case "session_started": return .sessionStarted
    case "time_passed": return .timePassed
    case "impression":
      return .impressionCounted(
        campaign: try given(form.campaign, "campaign_id"), tags: form.tags, userID: form.userID)
    case "push": return .pushCounted(campaign: try given(form.campaign, "campaign_id"), tags: form.tags)
    case "relaunched": return .relaunched
    case "switched_off": return .switchedOff
    case "message_appeared": return .messageAppeared(id: try given(form.presentationID, "presentation_id"))
    case "message_disappeared":
      return .messageDisappeared(id: try given(form.presentationID, "presentation_id"))
    case "reach": return .reach(try given(form.reach, "reach").input)
    case "user_changed": return .userChanged(userID: form.userID)
    case "display_requested": return .displayRequested(id: try given(form.presentationID, "presentation_id"))
    case "event": return .eventLogged(try given(form.event, "event"))
    case "attribute":
      guard let mark = UInt64(try given(form.mark, "mark"), radix: 16) else {
        throw Wire.DecodingProblem.invalid("Expected a 64-bit number in hexadecimal.").inside(key: "mark")
      }
      return .attributeNoted(key: try given(form.key, "key"), mark: mark)
    case "membership": return .membershipReceived(form.audiences)
    case "outcome":
      guard let known = try given(form.outcome, "outcome").known,
        let outcome = Outcome(kind: known, reason: form.reason)
      else {
        throw Wire.DecodingProblem.invalid("This version does not know the outcome.").inside(key: "outcome")
      }
      return .outcomeReported(decisionID: try given(form.presentationID, "presentation_id"), outcome)
    default: throw Wire.DecodingProblem.invalid("This version does not know the input.").inside(key: "input")
    }
  }

  var wireForm: WireForm {
    var form = WireForm(at: at, utcOffset: utcOffset, input: "definitions", record: record)
    guard case .other(let input) = body else { return form }
    switch input {
    case .definitionsReceived: break
    case .syncStarted: form.input = "sync_started"
    case .syncEnded: form.input = "sync_ended"
    case .sessionStarted: form.input = "session_started"
    case .timePassed: form.input = "time_passed"
    case .impressionCounted(let campaign, let tags, let userID):
      (form.input, form.campaign, form.tags, form.userID) = ("impression", campaign, tags, userID)
    case .pushCounted(let campaign, let tags):
      (form.input, form.campaign, form.tags) = ("push", campaign, tags)
    case .relaunched: form.input = "relaunched"
    case .switchedOff: form.input = "switched_off"
    case .messageAppeared(let id): (form.input, form.presentationID) = ("message_appeared", id)
    case .messageDisappeared(let id): (form.input, form.presentationID) = ("message_disappeared", id)
    case .reach(let input): (form.input, form.reach) = ("reach", RecordedReachInput(input))
    case .wiped: form.input = "wiped"
    case .userChanged(let userID): (form.input, form.userID) = ("user_changed", userID)
    case .displayRequested(let id): (form.input, form.presentationID) = ("display_requested", id)
    case .eventLogged(let event): (form.input, form.event) = ("event", event)
    case .attributeNoted(let key, let mark):
      (form.input, form.key, form.mark) = ("attribute", key, String(mark, radix: 16))
    case .membershipReceived(let audiences): (form.input, form.audiences) = ("membership", audiences)
    case .outcomeReported(let id, let outcome):
      (form.input, form.presentationID) = ("outcome", id)
      (form.outcome, form.reason) = (.known(outcome.wireKind), outcome.wireReason)
    }
    return form
  }
}

extension Wire.Recording {
  /// The offset from UTC for an engine in a replay: the recorded one at each input, and the current
  /// one after the end.
  public final class WallOffset: @unchecked Sendable {
    // Unchecked because the compiler cannot see that both variables are only used while `lock` is
    // held.
    private let lock = NSLock()
    private var recorded: Duration? = .zero
    private var live: (@Sendable (Instant) -> Duration)?

    /// Starts with UTC.
    public init() {}

    /// Uses the live offset from now on, because the engine continues to run.
    public func follow(_ live: @escaping @Sendable (Instant) -> Duration) {
      lock.withLock { (recorded, self.live) = (nil, live) }
    }

    func set(_ offset: Duration) { lock.withLock { recorded = offset } }

    func offset(at instant: Instant) -> Duration { lock.withLock { recorded ?? live?(instant) ?? .zero } }
  }
}
