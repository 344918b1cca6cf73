// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The fields of event records of all kinds, as they are on the wire. Each kind uses the fields of
/// its shape.
struct EventFields {
  var id = ""
  var at = Instant(milliseconds: 0)
  var kind = ""
  var sessionID: String?
  var userID: String?
  var unknown: Wire.UnknownFields = [:]

  var length: Int64 = 0
  var name = ""
  var properties: [String: Wire.JSONValue] = [:]
  var productID = ""
  var currency = ""
  var price = 0.0
  var quantity = 1
  /// The campaign of the clicked push.
  var pushCampaignID: String?
  var previousUserID: String?
  var key = ""
  var audienceID = ""
  var operation = Wire.Open<Wire.AttributeChange.Operation>.known(.add)
  var value = Wire.JSONValue.null
  var presentation = Wire.EventRecord.Presentation(id: "", campaignID: "", campaignVersion: 0)
  var buttonID: String?
  var cause = Wire.Open<Wire.EventRecord.DismissalCause>.known(.user)
  var outcome = Wire.Open<Wire.EventRecord.OutcomeKind>.known(.shown)
  var reason: String?
  var detail: String?
  var answers: [String: Wire.JSONValue] = [:]
  var experimentID = ""
  var arm = ""
  var decisionID = ""
  var decided = DecidedEvent()
  var candidates: [Wire.DecisionRecord.Candidate] = []
  var omittedCandidates = 0
}

/// The decided event, as a decision record contains it.
struct DecidedEvent: ShapedForm {
  var id = ""
  var kind = ""
  var name: String?
  var unknown: Wire.UnknownFields = [:]

  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("id", \.id, "The id of the event.", .required, .id),
    .field("kind", \.kind, "The kind of the event.", .required, .text(Wire.Limits.wordLength)),
    .field("name", \.name, "The name of the event.", .optional, .text(Wire.Limits.nameLength)))
}

extension EventFields {
  /// Copies the values of a record. An initialiser would copy all of the fields once more.
  mutating func copy(_ record: Wire.EventRecord) {
    (id, at, kind) = (record.id, record.at, record.body.kind)
    (sessionID, userID, detail, unknown) = (record.sessionID, record.userID, record.detail, record.unknown)
    switch record.body {
    case .sessionStart: break
    case .sessionEnd(let length): self.length = length
    case .custom(let name, let properties), .screenView(let name, let properties):
      (self.name, self.properties) = (name, properties)
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      (self.productID, self.currency, self.price, self.quantity, self.properties) = (
        productID, currency, price, quantity, properties
      )
    case .pushClick(let campaignID): pushCampaignID = campaignID
    case .userChanged(let previousUserID): self.previousUserID = previousUserID
    case .attribute(let key, let value): (self.key, self.value) = (key, value)
    case .attributeChange(let key, let change):
      (self.key, operation, value) = (key, change.operation, change.value)
    case .audienceEntry(let audienceID), .audienceExit(let audienceID): self.audienceID = audienceID
    case .impression(let presentation), .delivered(let presentation): self.presentation = presentation
    case .surveyAnswers(let presentation, let answers):
      (self.presentation, self.answers) = (presentation, answers)
    case .click(let presentation, let buttonID): (self.presentation, self.buttonID) = (presentation, buttonID)
    case .dismissal(let presentation, let cause): (self.presentation, self.cause) = (presentation, cause)
    case .outcome(let presentation, let outcome, let reason):
      (self.presentation, self.outcome, self.reason) = (presentation, outcome, reason)
    case .exposure(let presentation, let experimentID, let arm):
      (self.presentation, self.experimentID, self.arm) = (presentation, experimentID, arm)
    case .decision(let decision):
      decisionID = decision.decisionID
      decided = DecidedEvent(
        id: decision.eventID, kind: decision.eventKind, name: decision.eventName, unknown: decision.unknown)
      (candidates, omittedCandidates) = (decision.candidates, decision.omittedCandidates)
    case .unknown(_, let own): unknown.merge(own) { _, own in own }
    }
  }

  /// The record of these fields, which were read in the shape of this kind.
  func record(of known: EventKind) -> Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: at, sessionID: sessionID, userID: userID, body: known.body(self), detail: detail,
      unknown: unknown)
  }

  /// The record of these fields, which were read in the shape of no kind.
  var recordOfUnknownKind: Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: at, sessionID: sessionID, userID: userID, body: .unknown(kind: kind, fields: unknown),
      detail: detail)
  }
}

extension Wire.EventRecord.Body {
  /// The name in the protocol.
  public var kind: String {
    switch self {
    case .sessionStart: "session_start"
    case .sessionEnd: "session_end"
    case .custom: "custom"
    case .screenView: "screen_view"
    case .purchase: "purchase"
    case .pushClick: "push_click"
    case .userChanged: "user_changed"
    case .attribute: "attribute"
    case .attributeChange: "attribute_change"
    case .audienceEntry: "audience_entry"
    case .audienceExit: "audience_exit"
    case .impression: "impression"
    case .click: "click"
    case .dismissal: "dismissal"
    case .outcome: "outcome"
    case .delivered: "delivered"
    case .surveyAnswers: "survey_answers"
    case .exposure: "exposure"
    case .decision: "decision"
    case .unknown(let kind, _): kind
    }
  }
}

extension Wire.EventRecord.Body {
  /// What distinguishes it in its kind: the name of the event or screen, the id of the product, the
  /// campaign of the push, the audience, or nothing (nil).
  public var name: String? {
    switch self {
    case .custom(let name, _), .screenView(let name, _): name
    case .purchase(let productID, _, _, _, _): productID
    case .pushClick(let campaignID): campaignID
    case .audienceEntry(let audienceID), .audienceExit(let audienceID): audienceID
    default: nil
    }
  }

  /// The properties from the app, or nil if this kind has none.
  public var properties: [String: Wire.JSONValue]? {
    switch self {
    case .custom(_, let properties), .screenView(_, let properties), .purchase(_, _, _, _, let properties):
      properties
    default: nil
    }
  }
}
