// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletKit
public import MartletWire

/// What a valid and permitted call of a page's bridge does.
public enum BridgeAction: Hashable, Sendable {
  case closeMessage
  /// The action of an announcement.
  case actionContent
  /// The page has its own close button, so the system does not add one.
  case declareClose
  /// A click on a button, or on the message itself if the id is nil.
  case logClick(buttonID: String?)
  case logCustomEvent(name: String, properties: [String: Wire.JSONValue])
  case logPurchase(
    productID: String, price: Double, currency: String, quantity: Int, properties: [String: Wire.JSONValue])
  case requestImmediateDataFlush
  case requestPushPermission
  case changeUser(id: String, signature: String?)
  /// Sets an attribute. Null removes it.
  case setAttribute(key: String, value: Wire.JSONValue)
  /// Changes an attribute relative to its current value.
  case changeAttribute(key: String, Wire.AttributeChange)
  /// A method of `web`, which is for standalone web pages. It does nothing.
  case nothing

  /// The methods of the bridge, with their object if there is one. A host gives a page exactly
  /// these.
  public static let methods = [
    "closeMessage", "actionContent", "exitContent", "declareClose", "logClick", "logCustomEvent",
    "logPurchase",
    "requestImmediateDataFlush", "requestPushPermission",
    "changeUser", "setBannerHeight", "getUser.setFirstName", "getUser.setLastName", "getUser.setEmail",
    "getUser.setCountry",
    "getUser.setHomeCity", "getUser.setLanguage", "getUser.setPhoneNumber", "getUser.setGender",
    "getUser.setDateOfBirth",
    "getUser.setEmailNotificationSubscriptionType", "getUser.setPushNotificationSubscriptionType",
    "getUser.addToSubscriptionGroup",
    "getUser.removeFromSubscriptionGroup", "getUser.setCustomUserAttribute",
    "getUser.setCustomLocationAttribute",
    "getUser.addToCustomAttributeArray", "getUser.removeFromCustomAttributeArray",
    "getUser.incrementCustomUserAttribute",
    "getUser.addAlias",
  ]

  /// Reads a call. Throws the reason if it is refused.
  ///
  /// - Parameter access: the permissions of the page. `closeMessage`, `declareClose` and `logClick`
  ///   are always allowed.
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
    /// The maximum number of calls in one presentation, including links. A page that makes more is
    /// removed.
    public static let calls = 500
    /// The maximum total length of all calls as JSON, in characters. A page that exceeds it is
    /// removed.
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
    /// The maximum length of a button id, in characters. It can have letters, digits, spaces,
    /// dashes and underscores.
    public static let buttonIDLength = 255
    /// The maximum length of a user signature, in characters.
    public static let signatureLength = Wire.UserSignature.maximumLength
  }
}

/// Why a call of a page's bridge, or a link, was refused. It can be logged: of the page it contains
/// only the name of the method.
public struct BridgeRefusal: Error, Hashable, Sendable {
  /// The method that was called, up to 64 characters. `link` for a link, `page` for the whole page.
  public var method: String
  public var reason: Reason

  /// Why the call was refused.
  public enum Reason: Hashable, Sendable {
    case unknownMethod
    /// The campaign does not allow it.
    case notAllowed(Martlet.InAppMessage.Html.Bridge.Capability)
    /// The argument at this index, from 0, is not what was expected.
    case argument(index: Int, expected: String)
    /// Martlet does not support the method. The value is the reason.
    case unsupported(String)
    /// The page called it before the page was fully visible. A click needs an impression.
    case notShownYet
    /// The presentation has ended.
    case ended
    /// The message has no context: the app built it without one.
    case noContext
    /// The page exceeded the maximum number of different buttons.
    case tooMany(String)
    /// The call exceeds `BridgeAction.Limits`.
    case tooLarge
    /// There was no input. A link needs an input inside the page, and each input opens one link.
    case noInput
    /// The page was removed. The method is `page`.
    case takenDown(PageLoss)
    /// Nothing can open the URL.
    case address
  }

  public init(method: String, reason: Reason) {
    self.method = String(String.UnicodeScalarView(method.unicodeScalars.prefix(64)))
    self.reason = reason
  }
}

extension BridgeRefusal: CustomStringConvertible {
  /// A sentence for the developer of the page.
  public var description: String { "\(method): \(reason.words)" }
}

extension BridgeRefusal.Reason {
  /// A sentence with the remedy.
  public var words: String {
    switch self {
    case .unknownMethod: "The bridge has no such method."
    case .notAllowed(let capability):
      "The campaign does not allow it. Add \(capability.rawValue) to the permissions of the page."
    case .argument(let index, let expected): "Argument \(index + 1) must be \(expected)."
    case .unsupported(let why): why
    case .notShownYet: "The message is not visible yet, and a click needs an impression."
    case .ended: "The message has closed."
    case .noContext:
      "The message has no context, so nothing can be logged for it. Create one with makeContext(for:)."
    case .tooMany(let limit): "A page can have up to \(limit)."
    case .tooLarge:
      "A call can have up to \(BridgeAction.Limits.arguments) arguments and \(BridgeAction.Limits.callLength) characters. An argument can have up to "
        + "\(BridgeAction.Limits.values) values, nested \(BridgeAction.Limits.depth) levels deep."
    case .noInput:
      "A link only opens right after a click, touch or key press inside the page, and each of these opens one link."
    case .takenDown(let loss): loss.words
    case .address: "This URL cannot be opened."
    }
  }

  /// A stable name for records.
  public var word: String {
    switch self {
    case .unknownMethod: "unknown_method"
    case .notAllowed: "not_allowed"
    case .argument: "argument"
    case .unsupported: "unsupported"
    case .notShownYet: "not_shown_yet"
    case .ended: "ended"
    case .noContext: "no_context"
    case .tooMany: "too_many"
    case .tooLarge: "too_large"
    case .noInput: "no_input"
    case .takenDown: "taken_down"
    case .address: "address"
    }
  }
}

/// Why a page was removed, before or while it was visible.
public enum PageLoss: String, Hashable, Sendable, Codable, CaseIterable {
  /// It navigated to another address.
  case left
  /// It made more calls than `BridgeAction.Limits.calls`.
  case calls
  /// Its calls had more characters than `BridgeAction.Limits.totalLength`.
  case length
  /// It kept posting messages to the surrounding window.
  case messages
  /// It sent a message that the bridge never sends.
  case invalid
  /// It took too long to paint, so that the window froze. Only browsers detect this.
  case painting

  /// A sentence for the developer of the page.
  public var words: String {
    switch self {
    case .left: "The page navigated to another address and was removed."
    case .calls: "The page made more than \(BridgeAction.Limits.calls) calls and was removed."
    case .length:
      "The page’s calls had more than \(BridgeAction.Limits.totalLength) characters in total, and it was removed."
    case .messages:
      "The page kept posting messages to the window instead of calling the bridge and was removed."
    case .invalid: "The page sent a message that the bridge never sends and was removed."
    case .painting: "The page took so long to paint that the window froze, and it was removed."
    }
  }
}

extension BridgeAction {
  /// Carries out what concerns only the client, which logs problems with the values itself. Does
  /// nothing for anything else.
  @MainActor
  package func perform(on client: Martlet) {
    switch self {
    case .logCustomEvent(let name, let properties):
      client.logCustomEvent(name: name, properties: properties.mapValues { $0.loggable })
    case .logPurchase(let productID, let price, let currency, let quantity, let properties):
      client.logPurchase(
        productId: productID, currency: currency, price: price, quantity: quantity,
        properties: properties.mapValues { $0.loggable })
    case .requestImmediateDataFlush: client.requestImmediateDataFlush()
    case .changeUser(let id, let signature): client.changeUser(userId: id, sdkAuthSignature: signature)
    case .setAttribute(let key, let value): client.setAttribute(key: key, to: value.loggable)
    case .changeAttribute(let key, let change):
      let client = client
      if let operation = change.operation.known {
        client.changeAttribute(key: key, operation, with: change.value.loggable)
      }
    case .closeMessage, .actionContent, .declareClose, .logClick, .requestPushPermission, .nothing: break
    }
  }
}

extension Wire.JSONValue {
  /// The value as an app would log it. Dates are recognised.
  fileprivate var loggable: Any { MartletCore.Value(self) }
}
