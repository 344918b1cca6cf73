// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension EventFields {
  init(_ record: Wire.EventRecord) {
    (id, at, kind) = (record.id, record.at, record.body.kind)
    (sessionID, userID, detail, unknown) = (record.sessionID, record.userID, record.detail, record.unknown)
    switch record.body {
    case .sessionStart: break
    case .sessionEnd(let length): self.length = length
    case .custom(let name, let properties): (self.name, self.properties) = (name, properties)
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      (self.productID, self.currency, self.price, self.quantity, self.properties) = (productID, currency, price, quantity, properties)
    case .pushClick(let campaignID): pushCampaignID = campaignID
    case .userChanged(let previousUserID): self.previousUserID = previousUserID
    case .attribute(let key, let value): (self.key, self.value) = (key, value)
    case .attributeChange(let key, let change): (self.key, operation, value) = (key, change.operation, change.value)
    case .impression(let presentation): self.presentation = presentation
    case .click(let presentation, let buttonID): (self.presentation, self.buttonID) = (presentation, buttonID)
    case .dismissal(let presentation, let cause): (self.presentation, self.cause) = (presentation, cause)
    case .outcome(let presentation, let outcome, let reason):
      (self.presentation, self.outcome, self.reason) = (presentation, outcome, reason)
    case .decision(let decision):
      decisionID = decision.decisionID
      decided = DecidedEvent(id: decision.eventID, kind: decision.eventKind, name: decision.eventName, unknown: decision.unknown)
      (candidates, omittedCandidates) = (decision.candidates, decision.omittedCandidates)
    case .unknown(_, let own): unknown.merge(own) { _, own in own }
    }
  }

  var record: Wire.EventRecord {
    var record = Wire.EventRecord(id: id, at: at, sessionID: sessionID, userID: userID, body: body, detail: detail, unknown: unknown)
    if case .unknown = record.body { record.unknown = [:] }
    return record
  }

  private var body: Wire.EventRecord.Body {
    switch kind {
    case "session_start": .sessionStart
    case "session_end": .sessionEnd(lengthMilliseconds: length)
    case "custom": .custom(name: name, properties: properties)
    case "purchase": .purchase(productID: productID, currency: currency, price: price, quantity: quantity, properties: properties)
    case "push_click": .pushClick(campaignID: pushCampaignID)
    case "user_changed": .userChanged(previousUserID: previousUserID)
    case "attribute": .attribute(key: key, value: value)
    case "attribute_change": .attributeChange(key: key, Wire.AttributeChange(operation, value))
    case "impression": .impression(presentation)
    case "click": .click(presentation, buttonID: buttonID)
    case "dismissal": .dismissal(presentation, by: cause)
    case "outcome": .outcome(presentation, outcome: outcome, reason: reason)
    case "decision":
      .decision(
        Wire.DecisionRecord(
          decisionID: decisionID, eventID: decided.id, eventKind: decided.kind, eventName: decided.name, candidates: candidates,
          omittedCandidates: omittedCandidates, unknown: decided.unknown))
    default: .unknown(kind: kind, fields: unknown)
    }
  }
}
