// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Triggers that wait for audiences name them by id. Authors read and write their names.
extension CampaignForm {
  /// Puts names in place of ids. An audience that is not there keeps its id.
  mutating func nameAudiences(_ names: [AudienceID: String]) {
    for field in audienceFields { if let name = names[AudienceID(self[field])] { self[field] = name } }
  }

  /// Puts ids in place of names, in upper or lower case. What names no audience stays, so that the author is told.
  mutating func identifyAudiences(_ names: [AudienceID: String]) {
    for field in audienceFields {
      let typed = self[field].trimmed
      let same = names.filter { $0.value == typed }
      let found = same.isEmpty ? names.filter { $0.value.lowercased() == typed.lowercased() } : same
      if found.count == 1, let id = found.keys.first { self[field] = id.rawValue }
    }
  }

  /// The fields of triggers and exceptions that hold an audience.
  private var audienceFields: [String] {
    let triggers = rows("trigger")
    return (triggers + triggers.flatMap(\.parts) + rows("exception")).filter { TriggerForm.takesAudience($0["kind"]) }.map {
      $0.name("name")
    }
  }
}
