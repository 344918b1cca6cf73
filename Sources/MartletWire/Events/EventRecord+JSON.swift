// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.EventRecord: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      id: try fields.require("id"),
      at: try fields.require("at"),
      sessionID: try fields.take("session_id"),
      userID: try fields.take("user_id"),
      body: try Body(kind: fields.require("kind"), reading: &fields))
    if case .outcome = body { detail = try fields.take("detail") }
    unknown = fields.takeRest()
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    body.write(to: &fields)
    fields.set("id", id)
    fields.set("at", at)
    fields.set("session_id", sessionID)
    fields.set("user_id", userID)
    fields.set("kind", body.kind)
    if case .outcome = body { fields.set("detail", detail) }
    return fields.json
  }
}

extension Wire.EventRecord.Body {
  /// The word on the wire.
  public var kind: String {
    switch self {
    case .sessionStart: "session_start"
    case .sessionEnd: "session_end"
    case .custom: "custom"
    case .purchase: "purchase"
    case .pushClick: "push_click"
    case .userChanged: "user_changed"
    case .attribute: "attribute"
    case .attributeChange: "attribute_change"
    case .impression: "impression"
    case .click: "click"
    case .dismissal: "dismissal"
    case .outcome: "outcome"
    case .decision: "decision"
    case .unknown(let kind, _): kind
    }
  }

  init(kind: String, reading fields: inout Fields) throws(Wire.DecodingProblem) {
    switch kind {
    case "session_start":
      self = .sessionStart
    case "session_end":
      self = .sessionEnd(lengthMilliseconds: try fields.require("length_ms"))
    case "custom":
      self = .custom(name: try fields.require("name"), properties: try fields.take("properties", default: [:]))
    case "purchase":
      self = .purchase(
        productID: try fields.require("product_id"),
        currency: try fields.require("currency"),
        price: try fields.require("price"),
        quantity: try fields.take("quantity", default: 1),
        properties: try fields.take("properties", default: [:]))
    case "push_click":
      self = .pushClick(campaignID: try fields.take("campaign_id"))
    case "user_changed":
      self = .userChanged(previousUserID: try fields.take("previous_user_id"))
    case "attribute":
      // Null removes, so it must be there to be seen.
      let key: String = try fields.require("key")
      guard let value = fields.takeRaw("value") else { throw .missing("value") }
      self = .attribute(key: key, value: value)
    case "attribute_change":
      let key: String = try fields.require("key")
      let operation: Wire.Open<Wire.AttributeChange.Operation> = try fields.require("operation")
      guard let value = fields.takeRaw("value") else { throw .missing("value") }
      self = .attributeChange(key: key, Wire.AttributeChange(operation, value))
    case "impression":
      self = .impression(try Wire.EventRecord.Presentation(reading: &fields))
    case "click":
      self = .click(try Wire.EventRecord.Presentation(reading: &fields), buttonID: try fields.take("button_id"))
    case "dismissal":
      self = .dismissal(try Wire.EventRecord.Presentation(reading: &fields), by: try fields.require("by"))
    case "outcome":
      self = .outcome(
        try Wire.EventRecord.Presentation(reading: &fields), outcome: try fields.require("outcome"), reason: try fields.take("reason"))
    case "decision":
      self = .decision(try Wire.DecisionRecord(reading: &fields))
    default:
      self = .unknown(kind: kind, fields: fields.takeRest())
    }
  }

  func write(to fields: inout Fields) {
    switch self {
    case .sessionStart:
      break
    case .sessionEnd(let lengthMilliseconds):
      fields.set("length_ms", lengthMilliseconds)
    case .custom(let name, let properties):
      fields.set("name", name)
      fields.set("properties", properties, unless: [:])
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      fields.set("product_id", productID)
      fields.set("currency", currency)
      fields.set("price", price)
      fields.set("quantity", quantity)
      fields.set("properties", properties, unless: [:])
    case .pushClick(let campaignID):
      fields.set("campaign_id", campaignID)
    case .userChanged(let previousUserID):
      fields.set("previous_user_id", previousUserID)
    case .attribute(let key, let value):
      fields.set("key", key)
      fields.set("value", value)
    case .attributeChange(let key, let change):
      fields.set("key", key)
      fields.set("operation", change.operation)
      fields.set("value", change.value)
    case .impression(let presentation):
      presentation.write(to: &fields)
    case .click(let presentation, let buttonID):
      presentation.write(to: &fields)
      fields.set("button_id", buttonID)
    case .dismissal(let presentation, let cause):
      presentation.write(to: &fields)
      fields.set("by", cause)
    case .outcome(let presentation, let outcome, let reason):
      presentation.write(to: &fields)
      fields.set("outcome", outcome)
      fields.set("reason", reason)
    case .decision(let decision):
      decision.write(to: &fields)
    case .unknown(_, let own):
      for (key, value) in own { fields.set(key, value) }
    }
  }
}

extension Wire.EventRecord.Presentation {
  init(reading fields: inout Fields) throws(Wire.DecodingProblem) {
    self.init(
      id: try fields.require("presentation_id"),
      campaignID: try fields.require("campaign_id"),
      campaignVersion: try fields.require("campaign_version"))
  }

  func write(to fields: inout Fields) {
    fields.set("presentation_id", id)
    fields.set("campaign_id", campaignID)
    fields.set("campaign_version", campaignVersion)
  }
}

extension Wire.DecisionRecord {
  init(reading fields: inout Fields) throws(Wire.DecodingProblem) {
    let decisionID: String = try fields.require("decision_id")
    var event: Fields
    do {
      event = try Fields(reading: fields.require("event"))
      self.init(
        decisionID: decisionID,
        eventID: try event.require("id"),
        eventKind: try event.require("kind"),
        eventName: try event.take("name"),
        candidates: [],
        unknown: event.takeRest())
    } catch {
      throw error.field == "event" ? error : error.inside(key: "event")
    }
    candidates = try fields.require("candidates")
    omittedCandidates = try fields.take("omitted_candidates", default: 0)
  }

  func write(to fields: inout Fields) {
    var event = Fields(writing: unknown)
    event.set("id", eventID)
    event.set("kind", eventKind)
    event.set("name", eventName)
    fields.set("decision_id", decisionID)
    fields.set("event", event.json)
    fields.set("candidates", candidates)
    fields.set("omitted_candidates", omittedCandidates, unless: 0)
  }
}

extension Wire.DecisionRecord.Candidate: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      campaignID: try fields.require("campaign_id"),
      campaignVersion: try fields.require("campaign_version"),
      verdict: try fields.require("verdict"),
      detail: try fields.take("detail", default: [:]),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("campaign_id", campaignID)
    fields.set("campaign_version", campaignVersion)
    fields.set("verdict", verdict)
    fields.set("detail", detail, unless: [:])
    return fields.json
  }
}
