// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Conditions on a purchase's built-in fields that no purchase satisfies, for example more units
/// than a purchase may have.
///
/// A warning at most, because a property of the app's own can have the field's name and hide the
/// field.
enum PurchaseRange {
  /// What is true of the fields of every purchase, and the words for it.
  private static let facts: [(field: String, isTrue: Filter, words: String)] = [
    fact(
      "quantity", from: .int(Int64(Wire.Limits.quantity.lowerBound)),
      to: .int(Int64(Wire.Limits.quantity.upperBound)),
      "A purchase has \(Wire.Limits.quantity.lowerBound) to \(Wire.Limits.quantity.upperBound) units"),
    fact(
      "price", from: .double(Wire.Limits.leastPrice), "A unit price is \(Int(Wire.Limits.leastPrice)) or more"
    ),
    fact("currency", "A currency has three letters"),
    fact("product_id", "A product id is a string"),
  ]

  private static func fact(
    _ field: String, from lower: Comparison.Bound? = nil, to upper: Comparison.Bound? = nil, _ words: String
  ) -> (
    field: String, isTrue: Filter, words: String
  ) {
    func compare(_ operation: Comparison.Operation) -> Filter {
      .compare(Comparison(path: [field], operation: operation))
    }
    // Every text is greater than or equal to the empty one.
    let isTrue =
      [compare(.greaterOrEqual(lower ?? .string("")))] + (upper.map { [compare(.lessOrEqual($0))] } ?? [])
    return (field, .all(isTrue), words)
  }

  static func findings(in definition: CampaignDefinition) -> [LintFinding] {
    definition.triggers.enumerated().flatMap { findings($1, at: "triggers[\($0)]", in: definition) }
      + definition.exceptions.enumerated().flatMap { findings($1, at: "exceptions[\($0)]", in: definition) }
  }

  private static func findings(_ trigger: Trigger, at path: String, in definition: CampaignDefinition)
    -> [LintFinding]
  {
    switch trigger {
    case .any(let parts), .all(let parts, _):
      return parts.enumerated().flatMap { findings($1, at: "\(path).triggers[\($0)]", in: definition) }
    case .count(let part, _): return findings(part, at: path + ".triggers[0]", in: definition)
    case .event(.purchase, _, let filter?):
      // A filter that contradicts itself is reported separately.
      guard FilterContradiction.reason(filter) == nil else { return [] }
      return facts.compactMap { fact in
        guard FilterContradiction.reason(.all([fact.isTrue, filter])) != nil else { return nil }
        return LintFinding(
          severity: .warning, code: .purchaseOutOfRange, campaign: definition.id, field: path + ".filter",
          message: "\(fact.words). Only a custom property named “\(fact.field)” can match this condition.",
          remedy: "Correct the condition, unless the app logs this property.")
      }
    case .event: return []
    }
  }
}

extension LintFinding.Code {
  init(_ code: Wire.Campaign.Mistake.Code) {
    self =
      switch code {
      case .impossibleEvent: .impossibleEvent
      case .exceptionsWithoutDelay: .exceptionsWithoutDelay
      case .duplicateButton: .duplicateButton
      case .unknownWord: .unknownWord
      case .notUsed: .notUsed
      }
  }
}
