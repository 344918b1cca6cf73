// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Editors save drafts by themselves, many times in a minute. A history has one version for what
/// one author writes in one go.
public enum AutomaticSave {
  /// For how long automatic saves become one version.
  public static let span = Duration.seconds(10 * 60)
}

extension CampaignChange {
  /// This change in the place of the one before it, or nil if the one before stays.
  ///
  /// An automatic save takes the place of an automatic save by the same author, until the first of
  /// them is `AutomaticSave.span` old. Every other change stays: what somebody saved, restored or
  /// launched, and what ran.
  public func joined(with previous: CampaignChange) -> CampaignChange? {
    guard let first = previous.automaticSince, automaticSince != nil, kind == .edited,
      previous.kind == .edited, author == previous.author,
      !previous.hasRun, at >= first, at.duration(since: first) <= AutomaticSave.span
    else { return nil }
    var joined = self
    joined.automaticSince = first
    return joined
  }
}
