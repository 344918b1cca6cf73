// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.EventRecord {
  /// Everything that is wrong with this record, each with its field and remedy; empty when it may be stored.
  ///
  /// A record that could be decoded may still hold values that nobody should count. What it does not know it does not judge, except that
  /// the whole is small and free of U+0000.
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    checks.id(id, "id")
    checks.instant(at.milliseconds, "at")
    checks.id(sessionID, "session_id")
    checks.text(userID, "user_id", length: Wire.Limits.userIDLength)
    body.check(&checks)
    checks.text(detail, "detail", length: Wire.Limits.outcomeDetailLength)
    let bytes = Wire.encode(self)
    // Where it stands is looked for only when there is one.
    if bytes.holdNUL { checks.noNUL(json, "") }
    if bytes.count > Wire.Limits.eventBytes {
      checks.add(
        "", .tooLarge, "This event has more than \(Wire.Limits.eventBytes) bytes.", remedy: "Log fewer or shorter properties.")
    }
    return checks.errors
  }
}

extension [UInt8] {
  /// False: no text of this document has U+0000, which is always written as an escape.
  fileprivate var holdNUL: Bool {
    let escape = Array(#"\u0000"#.utf8)
    var from = startIndex
    while let start = self[from...].firstIndex(of: escape[0]) {
      if self[start...].starts(with: escape) { return true }
      from = start + 1
    }
    return false
  }
}

extension Wire.EventRecord.Body {
  fileprivate func check(_ checks: inout Checks) {
    switch self {
    case .sessionStart:
      break
    case .sessionEnd(let lengthMilliseconds):
      if lengthMilliseconds < 0 {
        checks.add("length_ms", .outOfRange, "A session cannot have a negative length.", remedy: "Send 0 or more milliseconds.")
      }
    case .custom(let name, let properties):
      checks.text(name, "name", length: Wire.Limits.nameLength)
      if Wire.Limits.isReserved(name) {
        checks.add("name", .reserved, "Event names that start with $ are reserved.", remedy: "Choose another name.")
      }
      checks.properties(properties, "properties")
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      checks.text(productID, "product_id", length: Wire.Limits.nameLength)
      checks.currency(currency)
      if !price.isFinite || price < Wire.Limits.leastPrice {
        checks.add("price", .outOfRange, "A price must be 0 or more.", remedy: "Send the price of one unit as a number of at least 0.")
      }
      if !Wire.Limits.quantity.contains(quantity) {
        checks.add("quantity", .outOfRange, "A purchase must have 1 to 100 units.", remedy: "Send several purchases.")
      }
      checks.properties(properties, "properties")
    case .pushClick(let campaignID):
      checks.text(campaignID, "campaign_id", length: Wire.Limits.nameLength)
    case .userChanged(let previousUserID):
      checks.text(previousUserID, "previous_user_id", length: Wire.Limits.userIDLength)
    case .attribute(let key, let value):
      checks.text(key, "key", length: Wire.Limits.keyLength)
      checks.propertyValue(value, "value", depth: 0)
    case .attributeChange(let key, let change):
      checks.text(key, "key", length: Wire.Limits.keyLength)
      checks.change(change)
    case .impression(let presentation):
      checks.presentation(presentation)
    case .click(let presentation, let buttonID):
      checks.presentation(presentation)
      checks.text(buttonID, "button_id", length: Wire.Limits.nameLength)
    case .dismissal(let presentation, let cause):
      checks.presentation(presentation)
      checks.text(cause.rawValue, "by", length: Wire.Limits.wordLength)
    case .outcome(let presentation, let outcome, let reason):
      checks.presentation(presentation)
      checks.text(outcome.rawValue, "outcome", length: Wire.Limits.wordLength)
      checks.text(reason, "reason", length: Wire.Limits.wordLength)
    case .decision(let decision):
      checks.decision(decision)
    case .unknown(let kind, _):
      checks.text(kind, "kind", length: Wire.Limits.wordLength)
    }
  }
}

extension Checks {
  fileprivate mutating func currency(_ currency: String) {
    if !Wire.CurrencyCode.isWellFormed(currency) {
      add("currency", .invalid, "This is not a currency code.", remedy: "Send the three upper-case letters of ISO 4217, for example EUR.")
    }
  }

  fileprivate mutating func change(_ change: Wire.AttributeChange) {
    text(change.operation.rawValue, "operation", length: Wire.Limits.wordLength)
    guard change.fits else {
      switch change.operation.known {
      case .increment: add("value", .invalid, "This is not a number.", remedy: "Send the number to add, or a negative number to subtract.")
      case .merge: add("value", .invalid, "This is not an object.", remedy: "Send an object with the keys to set. Null removes a key.")
      default: add("value", .invalid, "A list cannot hold this.", remedy: "Send one text, number, boolean or date.")
      }
      return
    }
    propertyValue(change.value, "value", depth: 0)
  }

  fileprivate mutating func presentation(_ presentation: Wire.EventRecord.Presentation) {
    id(presentation.id, "presentation_id")
    text(presentation.campaignID, "campaign_id", length: Wire.Limits.nameLength)
    version(presentation.campaignVersion, "campaign_version")
  }

  fileprivate mutating func decision(_ decision: Wire.DecisionRecord) {
    id(decision.decisionID, "decision_id")
    id(decision.eventID, "event.id")
    text(decision.eventKind, "event.kind", length: Wire.Limits.wordLength)
    text(decision.eventName, "event.name", length: Wire.Limits.nameLength)
    for (index, candidate) in decision.candidates.enumerated() {
      text(candidate.campaignID, "candidates[\(index)].campaign_id", length: Wire.Limits.nameLength)
      version(candidate.campaignVersion, "candidates[\(index)].campaign_version")
      text(candidate.verdict, "candidates[\(index)].verdict", length: Wire.Limits.wordLength)
    }
    if decision.omittedCandidates < 0 {
      add("omitted_candidates", .outOfRange, "A count cannot be negative.", remedy: "Send 0 or more.")
    }
  }
}
