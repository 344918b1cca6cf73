// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a person may do in the console. Every route of the console needs one of these.
public enum Permission: String, Hashable, Sendable, CaseIterable {
  /// See campaigns, reports and people, and change one's own account.
  case read
  /// Write drafts, correct attributes of people, mark test devices, and use the Device Lab.
  case author
  /// Decide what people receive: launch, pause, change and finish campaigns, and send pushes.
  case publish
  /// Change what protects the server and the app: settings, keys, devices, the team, and everything
  /// about people at once.
  case administer

  /// Completes “Your role cannot …”.
  public var words: String {
    switch self {
    case .read: "see campaigns, reports and people"
    case .author: "edit drafts or attributes of people, mark test devices or use the Device Lab"
    case .publish: "launch, pause, finish or change running campaigns, or send pushes"
    case .administer: "change settings, keys or the team, revoke devices, or delete, export or import people"
    }
  }

  /// The role with this permission that can do the least else.
  public var leastRole: Role { Role.allCases.first { $0.may(self) } ?? .owner }
}
