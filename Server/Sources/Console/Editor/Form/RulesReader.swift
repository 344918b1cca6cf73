// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads the fields of schedule, frequency and rendering. What is written as it is stored stays as it is stored, to the letter.
struct RulesReader {
  let form: CampaignForm
  let base: Wire.DeliveryRules
  private(set) var misreadings: [FormProblem] = []
  /// From a cap's number in the campaign to its row.
  private(set) var capRows: [Int] = []

  init(form: CampaignForm, base: Wire.DeliveryRules) {
    self.form = form
    self.base = base
  }

  /// Without exceptions, which are triggers.
  mutating func read() -> Wire.DeliveryRules {
    var rules = base
    let countsLocal = CampaignForm.Clock(rawValue: form.clock)?.countsDevice ?? true
    rules.startsAtLocal = countsLocal ? local(form.startsAtLocal, "starts_at_local", base.startsAtLocal) : nil
    rules.endsAtLocal = countsLocal ? local(form.endsAtLocal, "ends_at_local", base.endsAtLocal) : nil
    rules.delayMilliseconds = duration(form.delay, "delay")
    rules.expiresAfterMilliseconds = duration(form.expires, "expires")
    rules.displayWithinMilliseconds = duration(form.showWithin, "show_within")
    var stored = base.quietHours
    rules.quietHours = form.quietHours.filter { !$0.isBlank }.map { $0.hours(from: &stored) }
    rules.reEligibility = reEligibility()
    rules.caps = caps()
    if form.tags != CampaignForm.text(tags: base.tags) {
      rules.tags = form.tags.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
    rules.render = form.isPersonalised ? base.render ?? .known(.atDisplay) : nil
    return rules
  }

  private mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  private mutating func local(_ text: String, _ field: String, _ stored: String?) -> String? {
    if let stored, text == stored { return stored }
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    guard let time = LocalTime(text: text.replacing(" ", with: "T")) else {
      misread(field, "This is not a date and time.", "Enter it like 2026-12-31T18:00, in each person’s local time.")
      return stored
    }
    // Browsers leave seconds out that are zero.
    return stored.flatMap { LocalTime(text: $0) } == time ? stored : time.text
  }

  private mutating func duration(_ fields: CampaignForm.DurationFields, _ field: String) -> Int64? {
    guard !fields.count.trimmed.isEmpty else { return nil }
    if let milliseconds = FormText.milliseconds(fields) { return milliseconds }
    misread(field, "This is not a duration.", "Enter a whole number, such as 2, and choose a unit, or leave it blank.")
    return nil
  }

  private mutating func reEligibility() -> Wire.ReEligibility? {
    let type = Wire.Open<Wire.ReEligibility.Kind>(form.again)
    switch type {
    case .unknown(""): return base.reEligibility
    case .known(.always) where base.reEligibility == nil: return nil
    case .known(.after):
      var rule = base.reEligibility ?? Wire.ReEligibility(type: type)
      rule.type = type
      rule.afterMilliseconds = duration(form.againAfter, "again_after")
      return rule
    default:
      if let stored = base.reEligibility, stored.type == type { return stored }
      return type == .known(.always) ? nil : Wire.ReEligibility(type: type)
    }
  }

  private mutating func caps() -> [Wire.Cap] {
    var caps: [Wire.Cap] = []
    for (row, fields) in form.caps.enumerated() where !fields.isBlank {
      if !fields.kept.isEmpty {
        guard let cap = try? Wire.decode(Wire.Cap.self, from: Array(fields.kept.utf8)) else {
          misread("cap.\(row).limit", "The stored frequency cap cannot be read.", "Remove it and add it again.")
          continue
        }
        capRows.append(row)
        caps.append(cap)
      } else if case .int(let limit)? = FormText.number(fields.limit), let limit = Int(exactly: limit) {
        capRows.append(row)
        caps.append(Wire.Cap(limit: limit, within: Wire.Open(fields.within)))
      } else {
        misread("cap.\(row).limit", "This is not a whole number.", "Enter the maximum number of impressions, such as 3.")
      }
    }
    return caps
  }
}

extension CampaignForm {
  static func text(tags: [String]) -> String { tags.joined(separator: ", ") }
}
