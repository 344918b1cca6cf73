// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// A message that a link or a user of the lab asks for. A sample or a campaign's message is shown
/// by hand, without a trigger. A draft is delivered and decided on like a campaign.
enum ShownMessage: Hashable, Sendable {
  case sample(SampleMessage)
  case campaign(String)
  /// A draft, by the word that its session got for it.
  case draft(String)

  /// `sample:full`, `campaign:…`, `draft:…`
  init?(name: String) {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "sample":
      guard let sample = SampleMessage(rawValue: parts[1]) else { return nil }
      self = .sample(sample)
    case "campaign":
      guard (1...Wire.Limits.nameLength).contains(parts[1].unicodeScalars.count) else { return nil }
      self = .campaign(parts[1])
    case "draft":
      guard (1...128).contains(parts[1].utf8.count) else { return nil }
      self = .draft(parts[1])
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .sample(let sample): "sample:\(sample.rawValue)"
    case .campaign(let id): "campaign:\(id)"
    case .draft(let word): "draft:\(word)"
    }
  }

  /// Whether it is a draft, which cannot be shown by hand.
  var isDraft: Bool { if case .draft = self { true } else { false } }
}
