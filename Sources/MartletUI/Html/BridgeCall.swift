// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A call of a page's bridge, such as `martletBridge.logClick("buy")`.
///
/// Nothing in it is validated. `BridgeAction(_:access:)` validates it.
public struct BridgeCall: Hashable, Sendable, Codable {
  /// The method, with its object if there is one: `logClick`, `getUser.setEmail`.
  public var method: String
  /// The arguments in order. Missing and undefined ones are null. A JavaScript date is `{"$date": milliseconds}`.
  public var arguments: [Wire.JSONValue]
  /// True if the call exceeds `BridgeAction.Limits`. It then has no arguments.
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
