// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Definitions as the engine needs them: of messages, because a backtest has no screen for banners, announcements and surveys.
struct PastDefinitions: Sendable {
  let tag: String
  let runnable: [CampaignDefinition]
  let caps: [SharedCap]
  /// For each audience that a trigger names: whether the person is in it.
  let audiences: [String: Bool]

  init(_ definitions: Wire.Definitions) {
    tag = definitions.tag
    audiences = definitions.audiences
    // As on a device: with a cap that cannot be read, no campaign runs.
    if let caps = try? definitions.sharedCaps() {
      self.caps = caps
      runnable = definitions.campaigns.compactMap { try? $0.definition() }.filter { $0.reach == nil }
    } else {
      (caps, runnable) = ([], [])
    }
  }
}
