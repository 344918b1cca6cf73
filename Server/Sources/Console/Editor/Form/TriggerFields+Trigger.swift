// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

// How a campaign's triggers become rows. What the rows would not give back exactly as it was is kept as JSON.
extension CampaignForm.TriggerFields {
  /// `count` of a trigger that does not say how the number is compared.
  static let unsaidMatch = "count"

  init(_ trigger: Wire.Trigger) {
    var reader = TriggerReader()
    if let fields = Self.fields(trigger), reader.trigger(fields, at: "", path: "") == trigger, reader.misreadings.isEmpty {
      self = fields
    } else {
      self.init(kind: Self.kept, keptTrigger: String(decoding: Wire.encode(trigger), as: UTF8.self))
    }
  }

  private static func fields(_ trigger: Wire.Trigger) -> Self? {
    switch trigger.kind {
    case .known(.any), .known(.all):
      let parts = trigger.triggers.compactMap { plain($0) }
      guard parts.count == trigger.triggers.count else { return nil }
      var fields = Self(kind: trigger.kind.rawValue, parts: parts)
      fields.setWindow(trigger.within)
      return fields
    case .known(.count):
      guard trigger.triggers.count == 1, var fields = plain(trigger.triggers[0]) else { return nil }
      fields.count = trigger.match?.rawValue ?? unsaidMatch
      fields.times = trigger.times.map { String($0) } ?? ""
      fields.setWindow(trigger.within)
      return fields
    default: return plain(trigger)
    }
  }

  private mutating func setWindow(_ within: Wire.HistoryWindow?) {
    window = within?.type.rawValue ?? ""
    if let milliseconds = within?.milliseconds { span = FormText.duration(milliseconds: milliseconds) }
  }

  private static func plain(_ trigger: Wire.Trigger) -> Self? {
    switch trigger.kind.known {
    case .any, .all, .count: return nil
    default: break
    }
    var fields = Self(kind: trigger.kind.rawValue, name: trigger.name ?? "")
    guard let filter = trigger.filter else { return fields }
    if let (match, rows) = rows(filter) {
      fields.match = match
      fields.conditions = rows
    } else {
      fields.keptFilter = String(decoding: Wire.encode(filter), as: UTF8.self)
    }
    return fields
  }

  /// nil when rows cannot say it: nested, negated, or of a form that this version does not know.
  private static func rows(_ filter: Wire.Filter) -> (match: String, rows: [CampaignForm.ConditionFields])? {
    let (match, parts): (String, [Wire.Filter])
    switch filter {
    case .compare: (match, parts) = ("all", [filter])
    case .all(let filters): (match, parts) = ("all", filters)
    case .any(let filters): (match, parts) = ("any", filters)
    case .not, .unknown: return nil
    }
    let rows = parts.compactMap { part in
      if case .compare(let comparison) = part { ConditionTest.row(comparison) } else { nil }
    }
    // Fewer than two would come back as another filter.
    let isExact = rows.count == parts.count && (rows.count > 1 || filter.isComparison)
    return isExact ? (match, rows) : nil
  }
}

extension CampaignForm.CapFields {
  init(_ cap: Wire.Cap) {
    self.init(limit: String(cap.limit), within: cap.within.rawValue)
    if Wire.Cap(limit: cap.limit, within: cap.within) != cap { kept = String(decoding: Wire.encode(cap), as: UTF8.self) }
  }
}

extension Wire.Filter {
  fileprivate var isComparison: Bool { if case .compare = self { true } else { false } }
}
