// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Proof that a person was deleted. It names nobody, so it can be kept.
public struct DeletionReceipt: Equatable, Sendable {
  /// Random.
  public var id: String
  public var at: Instant
  /// How much of each kind was removed; kinds of which there was nothing are left out.
  public var removed: [PersonalData: Int]

  public init(id: String, at: Instant, removed: [PersonalData: Int]) {
    self.id = id
    self.at = at
    self.removed = removed.filter { $0.value > 0 }
  }
}
