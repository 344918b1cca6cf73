// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A push that an endpoint accepted.
public struct ReceivedPush: Hashable, Sendable {
  /// Its place among all requests, from 1.
  public let number: Int
  /// The value of `apns-id`. Empty if the sender left the choice to the endpoint.
  public let id: String
  public let deviceToken: String
  public let topic: String
  /// The value of `apns-push-type`.
  public let kind: String
  public let priority: Int
  public let expiration: Instant?
  public let collapseID: String?
  public let payload: [UInt8]

  public init(
    number: Int, id: String, deviceToken: String, topic: String, kind: String, priority: Int,
    expiration: Instant?, collapseID: String?,
    payload: [UInt8]
  ) {
    (self.number, self.id, self.deviceToken, self.topic) = (number, id, deviceToken, topic)
    (self.kind, self.priority, self.expiration, self.collapseID, self.payload) = (
      kind, priority, expiration, collapseID, payload
    )
  }
}
