// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// When a campaign runs, and its priority among others.
enum ScheduleForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let rules = content.rules
    let hasUTC = content.startsAt != nil || content.endsAt != nil
    let hasLocal = rules.startsAtLocal != nil || rules.endsAtLocal != nil
    form["clock"] = (hasLocal ? hasUTC ? Clock.both : .device : .utc).rawValue
    form["starts_at"] = content.startsAt.map { FormText.text($0) } ?? ""
    form["ends_at"] = content.endsAt.map { FormText.text($0) } ?? ""
    form["starts_at_local"] = rules.startsAtLocal ?? ""
    form["ends_at_local"] = rules.endsAtLocal ?? ""
    form["priority"] = content.priority.bucket.rawValue
    form["order"] = content.priority.order == 0 ? "" : String(content.priority.order)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let clock = Clock(rawValue: reader.form["clock"])
    for field in ["starts_at", "ends_at", "starts_at_local", "ends_at_local"] {
      reader.place(field, at: field)
    }
    let countsUTC = clock != .device
    content.startsAt = countsUTC ? reader.instant("starts_at", stored: content.startsAt) : nil
    content.endsAt = countsUTC ? reader.instant("ends_at", stored: content.endsAt) : nil
    let countsDevice = clock != .utc
    content.rules.startsAtLocal =
      countsDevice ? reader.local("starts_at_local", stored: content.rules.startsAtLocal) : nil
    content.rules.endsAtLocal =
      countsDevice ? reader.local("ends_at_local", stored: content.rules.endsAtLocal) : nil
    content.priority.bucket = Wire.Open(reader.text("priority", at: "priority"))
    content.priority.order =
      reader.whole(
        "order", at: "priority.order", stored: content.priority.order,
        remedy: "Enter one, such as 10, or leave it blank.") ?? 0
  }

  /// The clock that start and end refer to.
  enum Clock: String, CaseIterable, Sendable {
    case utc, device, both
  }
}
