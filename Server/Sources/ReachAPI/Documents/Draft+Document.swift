// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension Draft {
  /// The fields of the campaign in the old format. Empty ones are left out.
  func document(_ kind: CampaignKind) -> [String: Wire.JSONValue] {
    var document: [String: Wire.JSONValue] = [:]
    for field in CampaignField.fields(of: kind) {
      let value = field.read(self) ?? notes[field.name] ?? field.standard
      if value != .null { document[field.name] = value }
    }
    return document
  }

  /// Writes a document over the campaign: an absent field has its standard value, and what the old
  /// format cannot say stays.
  ///
  /// Throws 400 with everything that is wrong.
  mutating func write(_ document: [String: Wire.JSONValue], as kind: CampaignKind) throws(Wire.Problem) {
    var errors = FieldErrors()
    let fields = CampaignField.fields(of: kind)
    let names = Set(fields.map(\.name)).union(CampaignField.readOnly)
    for key in document.keys.sorted() where !names.contains(key) && document[key] != .null {
      let isOfOthers = CampaignField.all.contains { $0.name == key }
      errors.add(
        String(key.prefix(64)), "field_unknown",
        isOfOthers ? "This field is not for \(kind.rawValue)." : "This field is unknown.",
        "Remove it\(isOfOthers ? "" : ", or correct its name").")
    }
    var values: [String: Wire.JSONValue] = [:]
    for field in fields {
      // An empty text is none.
      guard let value = document[field.name], value != .null, value != "" else { continue }
      values[field.name] = value
      field.form.check(value, at: field.name, &errors)
    }
    for name in ["name"] + (kind == .announcements || kind == .dataPushes ? ["type"] : [])
    where values[name] == nil {
      errors.add(name, "field_missing", "This field is required.", "Add it.")
    }
    // Only what has the right form is written.
    try errors.finish()
    func word<Choice: RawRepresentable>(_ name: String, _ standard: Choice) -> Choice
    where Choice.RawValue == String {
      values[name]?.string.flatMap(Choice.init) ?? standard
    }
    outline(
      kind, type: word("type", AnnouncementType.text), delivery: word("deliveryTime", .any),
      mode: word("pushMode", kind == .nativePushes ? PushMode.oneShot : .realTime))
    for field in fields {
      let value = values[field.name] ?? field.standard
      // What the campaign says already is not written again: banner and push may say it
      // differently.
      if field.read(self) == value {
        if value == .null { notes[field.name] = nil }
        continue
      }
      notes[field.name] = nil
      field.write(&self, value, &errors)
      if field.read(self) == nil, value != field.standard { notes[field.name] = value }
    }
    try errors.finish()
  }
}
