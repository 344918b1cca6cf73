// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A call of a page's bridge, as the page made it: `martletBridge.logClick("buy")`.
///
/// Nothing in it is checked. What it means, or why it means nothing, says `BridgeAction(_:access:)`.
public struct BridgeCall: Hashable, Sendable, Codable {
  /// The method, with the object before it where it has one: `logClick`, `getUser.setEmail`.
  public var method: String
  /// In their order; what a page leaves out or gives as undefined is null. A JavaScript date is `{"$date": milliseconds}`.
  public var arguments: [Wire.JSONValue]

  public init(method: String, arguments: [Wire.JSONValue] = []) {
    self.method = method
    self.arguments = arguments
  }
}
