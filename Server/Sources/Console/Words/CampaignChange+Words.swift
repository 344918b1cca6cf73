// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

extension CampaignChange {
  /// What the author did, after their name: `edited it`.
  ///
  /// - Parameter source: When the restored version was made; nil if that is not known any more.
  func doing(source: Instant? = nil) -> String {
    switch kind {
    case .created: "created it"
    case .edited: "edited it"
    case .restored:
      source.map { "restored the version of " + UTCTime($0).words } ?? "restored an earlier version"
    case .performed(.launch): "launched it"
    case .performed(.pause): "paused it"
    case .performed(.resume): "resumed it"
    case .performed(.finish): "finished it"
    }
  }

  /// `version of 21 Nov 2026, 14:05 UTC`
  var title: String { "version of " + UTCTime(at).words }
}
