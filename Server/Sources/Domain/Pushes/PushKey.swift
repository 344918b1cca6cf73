// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A key of an Apple developer account with which an app's pushes are sent. Its secret half is
/// encrypted.
public struct PushKey: Hashable, Sendable {
  public var id: String
  /// 10 characters.
  public var keyID: String
  /// 10 characters.
  public var teamID: String
  /// The app's bundle id.
  public var topic: String
  /// The environment it is for; nil for both.
  public var environment: Wire.PushEnvironment?
  /// The `.p8` file, encrypted.
  public var sealed: [UInt8]
  public var createdAt: Instant

  public init(
    id: String, keyID: String, teamID: String, topic: String, environment: Wire.PushEnvironment? = nil,
    sealed: [UInt8],
    createdAt: Instant
  ) {
    self.id = id
    self.keyID = keyID
    self.teamID = teamID
    self.topic = topic
    self.environment = environment
    self.sealed = sealed
    self.createdAt = createdAt
  }

  /// The most keys of an app.
  public static let maximum = 10

  /// The environments for which one of the keys can be used.
  public static func environments(of keys: [PushKey]) -> Set<Wire.PushEnvironment> {
    Set(Wire.PushEnvironment.allCases.filter { chosen(for: $0, among: keys) != nil })
  }

  /// The key for a token of this environment: one that is only for it before one for both, and the
  /// newest of them.
  public static func chosen(for environment: Wire.PushEnvironment, among keys: [PushKey]) -> PushKey? {
    keys.filter { $0.environment == nil || $0.environment == environment }
      .max {
        ($0.environment == nil ? 0 : 1, $0.createdAt, $0.id) < (
          $1.environment == nil ? 0 : 1, $1.createdAt, $1.id
        )
      }
  }
}
