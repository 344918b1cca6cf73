// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The engine as the snapshot of a recording holds it.
struct EngineState: ShapedValue {
  var saved: SavedForm
  var inFlight: DeliveryEngine.InFlight

  static let shape = Shape<Self>(
    blank: Self(saved: SavedForm(DeliveryEngine.Saved()), inFlight: DeliveryEngine.InFlight.shape.blank.pointee), unknown: nil,
    .field("saved", \.saved, "What is known after a relaunch.", .required), .field("in_flight", \.inFlight, "What is under way.", .required)
  )
}

extension DeliveryEngine.InFlight: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(live: [], waiting: [], syncSince: nil, isInSession: false, clock: Instant(milliseconds: 0)), unknown: nil,
    .field("live", \.live, "What is on its way to the screen.", .written),
    .field("waiting", \.waiting, "Events that wait for a sync.", .written), .field("sync_since", \.syncSince, "Absent: none runs."),
    .field("is_in_session", \.isInSession, "Whether a session runs."), .field("clock", \.clock, "The latest instant.", .required))
}

extension DeliveryEngine.InFlight.Waiting: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(event: RecentEvents.Past.shape.blank.pointee.event, loggedAt: Instant(milliseconds: 0), session: 0), unknown: nil,
    .field("event", \.event, "What was logged.", .required), .field("logged_at", \.loggedAt, "When.", .required),
    .field("session", \.session, "In which session.", .required))
}

extension DeliveryEngine.InFlight.Successor: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(campaign: "", version: 0), unknown: nil,
    .field("campaign_id", \.campaign, "Whose turn it is then.", .required),
    .field("campaign_version", \.version, "The version as received.", .required))
}

extension CampaignID: WireValue {
  static var form: ValueForm { .text }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> CampaignID {
    CampaignID(try String.read(from: &parser))
  }
  func write(to writer: inout Wire.JSONWriter) { writer.write(rawValue) }
}

extension DeliveryEngine.InFlight.Live: TranslatedValue {
  /// The fields of all states side by side.
  struct WireForm: ShapedValue {
    var state = ""
    var until: Instant?
    var handedOverAt: Instant?
    var reason: String?
    var presentationID = ""
    var campaign: CampaignID = ""
    var version = 0
    var event = RecentEvents.Past.shape.blank.pointee.event
    var presentationTriggeredAt = Instant(milliseconds: 0)
    var userID: String?
    var endsAt: Instant?
    var succeeds: String?
    var isRenderedAtDisplay = false
    var successors: [DeliveryEngine.InFlight.Successor] = []
    var isCleared = false
    var attempt = 1
    var triggeredAt = Instant(milliseconds: 0)

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("state", \.state, "How far it is.", .required), .field("until", \.until, "Only `delayed`."),
      .field("handed_over_at", \.handedOverAt, "Only `handed_over`."), .field("reason", \.reason, "Only `queued`."),
      .field("presentation_id", \.presentationID, "Its id.", .required), .field("campaign_id", \.campaign, "Its campaign.", .required),
      .field("campaign_version", \.version, "The version as received.", .required),
      .field("event", \.event, "What triggered it.", .required),
      .field("presentation_triggered_at", \.presentationTriggeredAt, "When.", .required), .field("user_id", \.userID, "Absent: anonymous."),
      .field("ends_at", \.endsAt, "When it must be gone."), .field("succeeds", \.succeeds, "Whose turn it took."),
      .field("is_rendered_at_display", \.isRenderedAtDisplay, "By the server."),
      .field("successors", \.successors, "Who is next.", .written),
      .field("is_cleared", \.isCleared, "It may be shown."), .field("attempt", \.attempt, "Which one.", .required),
      .field("triggered_at", \.triggeredAt, "When.", .required))
  }

  /// More is not read: whatever a file says, counting on does not overflow.
  private static let highestAttempt = 1_000_000

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    let presentation = Presentation(
      id: form.presentationID, campaign: form.campaign, version: form.version, event: form.event, triggeredAt: form.presentationTriggeredAt,
      userID: form.userID, endsAt: form.endsAt, succeeds: form.succeeds, isRenderedAtDisplay: form.isRenderedAtDisplay)
    self.init(
      presentation: presentation, state: try Self.state(form), successors: form.successors, isCleared: form.isCleared,
      attempt: min(max(form.attempt, 1), Self.highestAttempt), triggeredAt: form.triggeredAt)
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
    var form = WireForm(
      presentationID: presentation.id, campaign: presentation.campaign, version: presentation.version, event: presentation.event,
      presentationTriggeredAt: presentation.triggeredAt, userID: presentation.userID, endsAt: presentation.endsAt,
      succeeds: presentation.succeeds, isRenderedAtDisplay: presentation.isRenderedAtDisplay, successors: successors, isCleared: isCleared,
      attempt: attempt, triggeredAt: triggeredAt)
    switch state {
    case .delayed(let until): (form.state, form.until) = ("delayed", until)
    case .handedOver(let at): (form.state, form.handedOverAt) = ("handed_over", at)
    case .queued(let reason): (form.state, form.reason) = ("queued", reason.rawValue)
    }
    return form
  }
}
