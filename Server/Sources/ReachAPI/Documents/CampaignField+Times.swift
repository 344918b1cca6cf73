// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire

/// The time zones of the old format.
enum Zone {
  static let standard = "UTC"

  /// nil for a name that is unknown here.
  static func named(_ name: String) -> TimeZone? { TimeZone(identifier: name) }
}

extension CampaignField {
  /// With a zone, times are the same instant for everybody. Without one, they are times on each
  /// device's clock.
  static func timeZone(_ kinds: Set<CampaignKind>) -> CampaignField {
    CampaignField(
      name: "timezone", kinds: kinds, form: .zone,
      read: { draft in
        let content = draft.content
        if content.startsAt != nil || content.endsAt != nil { return .string(draft.zone ?? Zone.standard) }
        return content.rules.startsAtLocal == nil && content.rules.endsAtLocal == nil ? nil : .null
      },
      write: { draft, value, _ in
        draft.notes["timezone"] = value == .null ? nil : value
        // Times are written anew.
        (draft.content.startsAt, draft.content.endsAt) = (nil, nil)
        (draft.content.rules.startsAtLocal, draft.content.rules.endsAtLocal) = (nil, nil)
      })
  }

  static func time(_ name: String, _ kinds: Set<CampaignKind>, isStart: Bool) -> CampaignField {
    CampaignField(
      name: name, kinds: kinds, form: .time,
      places: isStart ? ["starts_at", "starts_at_local"] : ["ends_at", "ends_at_local"],
      read: { draft in
        let content = draft.content
        let zone = draft.zone.flatMap(Zone.named) ?? .gmt
        if let instant = isStart ? content.startsAt : content.endsAt {
          return .string(WallTime(instant, in: zone).text)
        }
        let local = (isStart ? content.rules.startsAtLocal : content.rules.endsAtLocal).flatMap(
          LocalTime.init(text:))
        if let local { return .string(WallTime(local).text) }
        return isStart && draft.pushMode == .manual ? nil : .null
      },
      write: { draft, value, errors in
        if isStart {
          (draft.content.startsAt, draft.content.rules.startsAtLocal) = (nil, nil)
        } else {
          (draft.content.endsAt, draft.content.rules.endsAtLocal) = (nil, nil)
        }
        guard let wall = value.string.flatMap({ WallTime($0) }) else { return }
        // Somebody calls for each push of a manual campaign, so its start is only noted.
        if isStart, draft.pushMode == .manual { return }
        if let zone = draft.zone.flatMap(Zone.named) {
          let instant = wall.instant(in: zone)
          guard Wire.Limits.instants.contains(instant.milliseconds) else {
            return errors.add(
              name, "out_of_range", "This is not a time that can come.", "Send one between 1970 and 9999.")
          }
          if isStart { draft.content.startsAt = instant } else { draft.content.endsAt = instant }
        } else {
          if isStart, draft.pushMode == .oneShot {
            errors.add(
              "timezone", "field_missing", "A one-shot campaign with a startTime needs a time zone.",
              "Add one.")
          }
          if isStart {
            draft.content.rules.startsAtLocal = wall.time.text
          } else {
            draft.content.rules.endsAtLocal = wall.time.text
          }
        }
      })
  }
}

extension Draft {
  fileprivate var zone: String? { notes["timezone"]?.string }
}
