// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import Domain
import MartletWire
import PeopleFiles

/// An entry of a person's timeline, with what explains it.
struct ExplainedEntry: Shaped {
  var entry: TimelineEntry
  /// The campaigns' names by their ids.
  var names: [String: String]

  static let shape = Shape<Self>(
    "TimelineEntry", "",
    TimelineEntry.shape.fields(of: \.entry) + [
      .optional("candidates", \.candidates, "Only for decisions. Best first."),
      .optional("sentence", \.sentence, "Only for outcomes: what happened to the message, and why."),
    ])

  private var candidates: [ExplainedCandidate]? {
    if case .decision(let decision)? = entry.record?.body { decision.explained(names: names) } else { nil }
  }

  private var sentence: String? {
    guard case .outcome(_, let outcome, let reason)? = entry.record?.body else { return nil }
    let words = Wire.OutcomeWords(outcome, reason: reason)
    return [words.title, words.reason].compactMap(\.self).joined(separator: ": ")
  }
}
