// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension DeliveryEngine.InFlight {
  /// For a recording.
  var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    fields.set("live", live)
    fields.set("waiting", waiting)
    fields.set("sync_since", syncSince)
    fields.set("is_in_session", isInSession, unless: false)
    fields.set("clock", clock)
    return fields.json
  }

  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      live: try fields.take("live", default: []), waiting: try fields.take("waiting", default: []),
      syncSince: try fields.take("sync_since"), isInSession: try fields.take("is_in_session", default: false),
      clock: try fields.require("clock"))
  }
}

extension DeliveryEngine.InFlight.Waiting: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      event: try fields.require("event"), loggedAt: try fields.require("logged_at"), session: try fields.require("session"))
  }

  var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    fields.set("event", event)
    fields.set("logged_at", loggedAt)
    fields.set("session", session)
    return fields.json
  }
}

extension DeliveryEngine.InFlight.Live: FieldValue {
  /// More is not read: whatever a file says, counting on does not overflow.
  private static let highestAttempt = 1_000_000

  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let state: DeliveryEngine.InFlight.State
    switch try fields.require("state", as: String.self) {
    case "delayed": state = .delayed(until: try fields.require("until"))
    case "handed_over": state = .handedOver(try fields.require("handed_over_at"))
    case "queued":
      let word: String = try fields.require("reason")
      guard let reason = Outcome.QueueReason(rawValue: word) else {
        throw Wire.DecodingProblem.invalid("This version does not know the reason.").inside(key: "reason")
      }
      state = .queued(reason)
    default: throw Wire.DecodingProblem.invalid("This version does not know the state.").inside(key: "state")
    }
    let presentation = Presentation(
      id: try fields.require("presentation_id"), campaign: CampaignID(try fields.require("campaign_id")),
      version: try fields.require("campaign_version"), event: try fields.require("event"),
      triggeredAt: try fields.require("presentation_triggered_at"), userID: try fields.take("user_id"),
      endsAt: try fields.take("ends_at"), succeeds: try fields.take("succeeds"),
      isRenderedAtDisplay: try fields.take("is_rendered_at_display", default: false))
    self.init(
      presentation: presentation, state: state, successors: try fields.take("successors", default: []),
      isCleared: try fields.take("is_cleared", default: false),
      attempt: min(max(try fields.require("attempt"), 1), Self.highestAttempt),
      triggeredAt: try fields.require("triggered_at"))
  }

  var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    switch state {
    case .delayed(let until):
      fields.set("state", "delayed")
      fields.set("until", until)
    case .handedOver(let at):
      fields.set("state", "handed_over")
      fields.set("handed_over_at", at)
    case .queued(let reason):
      fields.set("state", "queued")
      fields.set("reason", reason.rawValue)
    }
    fields.set("presentation_id", presentation.id)
    fields.set("campaign_id", presentation.campaign.rawValue)
    fields.set("campaign_version", presentation.version)
    fields.set("event", presentation.event)
    fields.set("presentation_triggered_at", presentation.triggeredAt)
    fields.set("user_id", presentation.userID)
    fields.set("ends_at", presentation.endsAt)
    fields.set("succeeds", presentation.succeeds)
    fields.set("is_rendered_at_display", presentation.isRenderedAtDisplay, unless: false)
    fields.set("successors", successors)
    fields.set("is_cleared", isCleared, unless: false)
    fields.set("attempt", attempt)
    fields.set("triggered_at", triggeredAt)
    return fields.json
  }
}

extension DeliveryEngine.InFlight.Successor: FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(campaign: CampaignID(try fields.require("campaign_id")), version: try fields.require("campaign_version"))
  }

  var json: Wire.JSONValue { ["campaign_id": .string(campaign.rawValue), "campaign_version": .int(Int64(version))] }
}
