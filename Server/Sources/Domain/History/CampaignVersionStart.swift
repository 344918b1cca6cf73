// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// When a version of a campaign began.
public struct CampaignVersionStart: Hashable, Sendable {
  public let version: Int
  public let at: Instant

  public init(version: Int, at: Instant) { (self.version, self.at) = (version, at) }

  /// Of all versions after the first one that the history has, oldest first.
  ///
  /// - Parameter changes: Newest first, as the history is read.
  public static func all(_ changes: [CampaignChange]) -> [CampaignVersionStart] {
    zip(changes, changes.dropFirst()).filter { $0.version != $1.version }
      .map { change, _ in CampaignVersionStart(version: change.version, at: change.at) }.reversed()
  }
}
