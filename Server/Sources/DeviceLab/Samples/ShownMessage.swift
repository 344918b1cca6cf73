// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// A message that is shown by hand, without a trigger: a sample, or a campaign's.
enum ShownMessage: Hashable, Sendable {
  case sample(SampleMessage)
  case campaign(String)

  /// `sample:full`, `campaign:…`
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
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .sample(let sample): "sample:\(sample.rawValue)"
    case .campaign(let id): "campaign:\(id)"
    }
  }
}
