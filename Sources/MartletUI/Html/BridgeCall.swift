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
  /// The call was larger than `BridgeAction.Limits` allow, which was found out before it was passed on: its arguments are not here.
  public var isTooLarge: Bool

  public init(method: String, arguments: [Wire.JSONValue] = [], isTooLarge: Bool = false) {
    self.method = method
    self.arguments = arguments
    self.isTooLarge = isTooLarge
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    method = try fields.decode(String.self, forKey: .method)
    arguments = try fields.decode([Wire.JSONValue].self, forKey: .arguments)
    isTooLarge = try fields.decodeIfPresent(Bool.self, forKey: .isTooLarge) ?? false
  }
}
