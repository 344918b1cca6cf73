// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit
public import MartletWire

/// What a valid and permitted call of a page's bridge does.
public enum BridgeAction: Hashable, Sendable {
  case closeMessage
  /// The page has its own close button, so the system does not add one.
  case declareClose
  /// A click on a button, or on the message itself if the id is nil.
  case logClick(buttonID: String?)
  case logCustomEvent(name: String, properties: [String: Wire.JSONValue])
  case logPurchase(productID: String, price: Double, currency: String, quantity: Int, properties: [String: Wire.JSONValue])
  case requestImmediateDataFlush
  case requestPushPermission
  case changeUser(id: String, signature: String?)
  /// Sets an attribute. Null removes it.
  case setAttribute(key: String, value: Wire.JSONValue)
  /// Changes an attribute relative to its current value.
  case changeAttribute(key: String, Wire.AttributeChange)
  /// A method of `web`, which is for standalone web pages. It does nothing.
  case nothing

  /// Reads a call. Throws the reason if it is refused.
  ///
  /// - Parameter access: the permissions of the page. `closeMessage`, `declareClose` and `logClick` are always allowed.
  public init(_ call: BridgeCall, access: SceneNode.BridgeAccess) throws(BridgeRefusal) {
    guard !call.isTooLarge else { throw BridgeRefusal(method: call.method, reason: .tooLarge) }
    if call.method.hasPrefix("web.") {
      self = .nothing
      return
    }
    self = try BridgeArguments(call: call).action(allowing: access.capabilities)
  }

  /// Limits on the calls of a page. A host checks whether a call is too large before it reads it.
  public enum Limits {
    /// The maximum number of calls in one presentation, including links. A page that makes more is removed.
    public static let calls = 500
    /// The maximum total length of all calls as JSON, in characters. A page that exceeds it is removed.
    public static let totalLength = 1_000_000
    /// The maximum length of a call's arguments as JSON, in characters.
    public static let callLength = 60_000
    /// The maximum number of arguments of a call.
    public static let arguments = 16
    /// The maximum number of lists, objects and plain values in an argument.
    public static let values = 10_000
    /// The maximum nesting of lists and objects.
    public static let depth = 20
    /// The maximum number of different button ids in one presentation.
    public static let buttons = 100
    /// The maximum length of a button id, in characters. It can have letters, digits, spaces, dashes and underscores.
    public static let buttonIDLength = 255
    /// The maximum length of a user signature, in characters.
    public static let signatureLength = Wire.UserSignature.maximumLength
  }
}
