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
