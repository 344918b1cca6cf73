// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Triggers that wait for audiences name them by id. Authors read and write their names.
extension CampaignForm {
  /// Puts names in place of ids. An audience that is not there keeps its id.
  mutating func nameAudiences(_ names: [AudienceID: String]) {
    for row in audienceRows {
      let id = AudienceID(self[row.name("name")])
      guard let name = names[id] else { continue }
      self[row.name("name")] = name
      self[row.name(Self.shown)] = id.rawValue + Self.separator + name
    }
  }

  /// Puts ids in place of names, in upper or lower case. Whoever leaves a name as it was shown
  /// means the same audience, also if it was renamed since. What names no audience stays, so that
  /// the author is told.
  mutating func identifyAudiences(_ names: [AudienceID: String]) {
    for row in audienceRows {
      let typed = self[row.name("name")].trimmed
      if let shown = self[row.name(Self.shown)].firstRange(of: Self.separator) {
        let (id, name) = (
          self[row.name(Self.shown)][..<shown.lowerBound], self[row.name(Self.shown)][shown.upperBound...]
        )
        if name == typed {
          self[row.name("name")] = String(id)
          continue
        }
      }
      let same = names.filter { $0.value == typed }
      let found = same.isEmpty ? names.filter { $0.value.lowercased() == typed.lowercased() } : same
      if found.count == 1, let id = found.keys.first { self[row.name("name")] = id.rawValue }
    }
  }

  /// Whether a trigger waits for an audience.
  var namesAudiences: Bool { !audienceRows.isEmpty }

  /// The hidden field with the id of an audience and the name under which it was shown.
  static let shown = "audience"
  private static let separator = "|"

  /// The triggers and exceptions that wait for an audience.
  private var audienceRows: [FormRow] {
    let triggers = rows("trigger")
    return (triggers + triggers.flatMap(\.parts) + rows("exception")).filter {
      TriggerForm.takesAudience($0["kind"])
    }
  }
}
