// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// A record of an event as it stands on the wire: the fields of all kinds side by side. Each kind uses those that its shape names.
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
  /// Of the push that was clicked.
  var pushCampaignID: String?
  var previousUserID: String?
  var key = ""
  var operation = Wire.Open<Wire.AttributeChange.Operation>.known(.add)
  var value = Wire.JSONValue.null
  var presentation = Wire.EventRecord.Presentation(id: "", campaignID: "", campaignVersion: 0)
  var buttonID: String?
  var cause = Wire.Open<Wire.EventRecord.DismissalCause>.known(.user)
  var outcome = Wire.Open<Wire.EventRecord.OutcomeKind>.known(.shown)
  var reason: String?
  var detail: String?
  var decisionID = ""
  var decided = DecidedEvent()
  var candidates: [Wire.DecisionRecord.Candidate] = []
  var omittedCandidates = 0
}

/// What a decision says of the event that was decided.
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

// MARK: - One shape for each kind

extension EventFields {
  /// By the word on the wire.
  static let shapes: [String: Shape<EventFields>] = {
    let presentation = Field<EventFields>.part(\.presentation, Wire.EventRecord.Presentation.shape)
    let properties = Field<EventFields>.field("properties", \.properties, "Properties from the app.")
    return [
      "session_start": shape(),
      "session_end": shape(.field("length_ms", \.length, "How long it lasted.", .required, .range(0...Int64.max))),
      "custom": shape(.field("name", \.name, "Without a leading `$`.", .required, .text(Wire.Limits.nameLength)), properties),
      "purchase": shape(
        .field("product_id", \.productID, "The product's id in the app.", .required, .text(Wire.Limits.nameLength)),
        .field("currency", \.currency, "Three upper-case letters of ISO 4217.", .required),
        .field("price", \.price, "The price of one unit.", .required, .range(Int64(Wire.Limits.leastPrice)...Int64.max)),
        .field(
          "quantity", \.quantity, "The number of units.", .written,
          .range(Int64(Wire.Limits.quantity.lowerBound)...Int64(Wire.Limits.quantity.upperBound))), properties),
      "push_click": shape(
        .field("campaign_id", \.pushCampaignID, "The campaign, if the push was sent by Martlet.", .optional, .text(Wire.Limits.nameLength))),
      "user_changed": shape(
        .field("previous_user_id", \.previousUserID, "Absent: was anonymous.", .optional, .text(Wire.Limits.userIDLength))),
      "attribute": shape(
        .field("key", \.key, "The name of the attribute.", .required, .text(Wire.Limits.keyLength)),
        .field("value", \.value, "Null removes the attribute.", .required)),
      "attribute_change": shape(
        .field("key", \.key, "The name of the attribute.", .required, .text(Wire.Limits.keyLength)),
        .field("operation", \.operation, "How the attribute changes.", .required),
        .field("value", \.value, "[What the operation works with](#changes-of-attributes).", .required)),
      "impression": shape(presentation),
      "click": shape(
        presentation, .field("button_id", \.buttonID, "Absent: the body of the message.", .optional, .text(Wire.Limits.nameLength))),
      "dismissal": shape(presentation, .field("by", \.cause, "What closed it.", .required)),
      "outcome": shape(
        presentation, .field("outcome", \.outcome, "What happened to the message.", .required),
        .field("reason", \.reason, "The reason.", .optional, .text(Wire.Limits.wordLength)),
        .field(
          "detail", \.detail, "[What exactly failed](outcomes.md#what-exactly-failed), for people.", .optional,
          .text(Wire.Limits.outcomeDetailLength))),
      "decision": shape(
        .field("decision_id", \.decisionID, "Also the `presentation_id` of the resulting presentation.", .required, .id),
        .field("event", \.decided, "The event that was decided.", .required), .field("candidates", \.candidates, "Best first.", .required),
        .field(
          "omitted_candidates", \.omittedCandidates, "The number of further candidates; see [limits](#limits).", .optional,
          .range(0...Int64.max))),
    ]
  }()

  static let shapeOfUnknown = shape()

  private static func shape(_ own: Field<EventFields>...) -> Shape<EventFields> {
    Shape(
      blank: EventFields(), unknown: \.unknown,
      [
        .field("id", \.id, "Unique, and the same in every retry.", .required, .id),
        .field("at", \.at, "The device's clock when it happened.", .required),
        .field("kind", \.kind, "What happened.", .required, .text(Wire.Limits.wordLength)),
        .field("session_id", \.sessionID, "The session of the event.", .optional, .id),
        .field("user_id", \.userID, "The user at that time. Absent: anonymous.", .optional, .text(Wire.Limits.userIDLength)),
      ] + own)
  }
}
