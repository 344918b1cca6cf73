// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import PeopleFiles

extension TimelineEntry {
  /// - Parameter name: Returns the name of a campaign by its id.
  func json(name: (String) -> String) -> Wire.JSONValue {
    var fields = fields
    switch record?.body {
    case .decision(let decision): fields["candidates"] = decision.candidatesJSON(name: name)
    case .outcome(_, let outcome, let reason):
      let words = Wire.OutcomeWords(outcome, reason: reason)
      fields["sentence"] = .string([words.title, words.reason].compactMap(\.self).joined(separator: ": "))
    default: break
    }
    return .object(fields)
  }
}
