// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The engine in the snapshot of a recording.
struct EngineState: ShapedValue {
  var saved: SavedForm
  var inFlight: DeliveryEngine.InFlight

  static let shape = Shape<Self>(
    blank: Self(
      saved: SavedForm(DeliveryEngine.Saved()), inFlight: DeliveryEngine.InFlight.shape.blank.pointee),
    unknown: nil,
    .field("saved", \.saved, "What is kept for the next launch.", .required),
    .field("in_flight", \.inFlight, "What would end with the process.", .required))
}

extension DeliveryEngine.InFlight: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(live: [], waiting: [], syncSince: nil, isInSession: false, clock: Instant(milliseconds: 0)),
    unknown: nil,
    .field("live", \.live, "The presentations that have not ended.", .written),
    .field("waiting", \.waiting, "The events that are not decided yet.", .written),
    .field("sync_since", \.syncSince, "When the current sync started. Absent: no sync is running."),
    .field("is_in_session", \.isInSession, "Whether a session is active."),
    .field("clock", \.clock, "The latest instant.", .required),
    .field("visible", \.visible, "When each message on the screen appeared."))
}

extension DeliveryEngine.InFlight.Waiting: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(
      event: RecentEvents.Past.shape.blank.pointee.event, loggedAt: Instant(milliseconds: 0), session: 0),
    unknown: nil,
    .field("event", \.event, "The logged event.", .required),
    .field("logged_at", \.loggedAt, "When it was logged.", .required),
    .field("session", \.session, "The session in which it was logged.", .required))
}

extension DeliveryEngine.InFlight.Successor: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(campaign: "", version: 0), unknown: nil,
    .field("campaign_id", \.campaign, "The campaign.", .required),
    .field("campaign_version", \.version, "The campaign's version as received.", .required))
}

extension CampaignID: WireValue {
  static var form: ValueForm { .text }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> CampaignID {
    CampaignID(try String.read(from: &parser))
  }
  func write(to writer: inout Wire.JSONWriter) { writer.write(rawValue) }
}

extension DeliveryEngine.InFlight.Live: TranslatedValue {
  /// The fields of all states, beside the others. The state in `live` is ignored.
  struct WireForm: ShapedValue {
    var state = ""
    var until: Instant?
    var handedOverAt: Instant?
    var reason: String?
    var live: DeliveryEngine.InFlight.Live

    static let shape = Shape<Self>(
      blank: Self(
        live: DeliveryEngine.InFlight.Live(
          presentation: Presentation(
            id: "", campaign: "", version: 0, event: RecentEvents.Past.shape.blank.pointee.event,
            triggeredAt: Instant(milliseconds: 0),
            userID: nil, endsAt: nil),
          state: .handedOver(Instant(milliseconds: 0)), successors: [], isCleared: false, attempt: 1,
          triggeredAt: Instant(milliseconds: 0))
      ),
      unknown: nil,
      .field("state", \.state, "The state of the presentation.", .required),
      .field("until", \.until, "Only `delayed`: when the delay ends."),
      .field("handed_over_at", \.handedOverAt, "Only `handed_over`."),
      .field("reason", \.reason, "Only `queued`."),
      .field("presentation_id", \.live.presentation.id, "The id of the presentation.", .required),
      .field("campaign_id", \.live.presentation.campaign, "The campaign.", .required),
      .field(
        "campaign_version", \.live.presentation.version, "The campaign's version as received.", .required),
      .field("event", \.live.presentation.event, "The event that triggered it.", .required),
      .field(
        "presentation_triggered_at", \.live.presentation.triggeredAt, "When it was triggered.", .required),
      .field("user_id", \.live.presentation.userID, "Absent: anonymous."),
      .field("ends_at", \.live.presentation.endsAt, "The instant from which it cannot be displayed."),
      .field("succeeds", \.live.presentation.succeeds, "The failed presentation that it replaces."),
      .field(
        "is_rendered_at_display", \.live.presentation.isRenderedAtDisplay,
        "Whether the server renders it at display."),
      .field("successors", \.live.successors, "The campaigns to try next, in order.", .written),
      .field("is_cleared", \.live.isCleared, "Whether it can be displayed without a request."),
      .field(
        "attempt", \.live.attempt, "The number of the presentation within its decision, from 1.", .required),
      .field(
        "triggered_at", \.live.triggeredAt, "When it was triggered, or earlier if the clock was set back.",
        .required),
      .field("is_exposed", \.live.isExposed, "Whether its exposure was recorded."))
  }

  /// The highest number that is read from a file, so that counting cannot overflow.
  private static let highestAttempt = 1_000_000

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    self = form.live
    state = try Self.state(form)
    attempt = min(max(attempt, 1), Self.highestAttempt)
  }

  private static func state(_ form: WireForm) throws(Wire.DecodingProblem) -> DeliveryEngine.InFlight.State {
    switch form.state {
    case "delayed":
      guard let until = form.until else { throw .missing("until") }
      return .delayed(until: until)
    case "handed_over":
      guard let at = form.handedOverAt else { throw .missing("handed_over_at") }
      return .handedOver(at)
    case "queued":
      guard let word = form.reason else { throw .missing("reason") }
      guard let reason = Outcome.QueueReason(rawValue: word) else {
        throw Wire.DecodingProblem.invalid("This version does not know the reason.").inside(key: "reason")
      }
      return .queued(reason)
    default: throw Wire.DecodingProblem.invalid("This version does not know the state.").inside(key: "state")
    }
  }

  var wireForm: WireForm {
    var form = WireForm(live: self)
    switch state {
    case .delayed(let until): (form.state, form.until) = ("delayed", until)
    case .handedOver(let at): (form.state, form.handedOverAt) = ("handed_over", at)
    case .queued(let reason): (form.state, form.reason) = ("queued", reason.rawValue)
    }
    return form
  }
}
