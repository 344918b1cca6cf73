// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The answer to the page's script that saves drafts by itself: `{"saved": true, "id": "c-1",
/// "revision": 7}`, or `{"saved": false, "words": "…"}`. A conflict is answered with the page that
/// says what happened.
enum AutosaveAnswer: Equatable {
  case saved(Campaign)
  case notSaved(String)

  static let launched = Self.notSaved("Not saved: this campaign is no draft any more. Reload the page.")

  init(misreadings: Int) {
    self = .notSaved("Not saved yet: fix \(NumberWords.plural(misreadings, "problem", "problems")).")
  }

  var json: [UInt8] {
    let fields: [String: Wire.JSONValue] =
      switch self {
      case .saved(let campaign):
        [
          "saved": .bool(true), "id": .string(campaign.id.rawValue),
          "revision": .int(Int64(campaign.revision)),
        ]
      case .notSaved(let words): ["saved": .bool(false), "words": .string(words)]
      }
    return Wire.encode(Wire.Filter.unknown(.object(fields)))
  }
}
