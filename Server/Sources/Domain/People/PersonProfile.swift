// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A person who has signed in, with their attributes.
public struct PersonProfile: Equatable, Sendable {
  public var userID: String
  public var firstSeen: Instant
  public var lastSeen: Instant
  /// Without removed ones.
  public var attributes: [String: Wire.JSONValue]

  public init(userID: String, firstSeen: Instant, lastSeen: Instant, attributes: [String: Wire.JSONValue]) {
    self.userID = userID
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.attributes = attributes
  }
}
