// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit
public import MartletWire

/// What a call of a page's bridge means, once it is known to be right and allowed.
public enum BridgeAction: Hashable, Sendable {
  case closeMessage
  /// The page has a way to close the message by itself; no system control has to be offered.
  case declareClose
  /// nil: the body.
  case logClick(buttonID: String?)
  case logCustomEvent(name: String, properties: [String: Wire.JSONValue])
  case logPurchase(productID: String, price: Double, currency: String, quantity: Int, properties: [String: Wire.JSONValue])
  case requestImmediateDataFlush
  case requestPushPermission
  case changeUser(id: String, signature: String?)
  /// Null removes the attribute.
  case setAttribute(key: String, value: Wire.JSONValue)
  /// Relative to what the attribute is.
  case changeAttribute(key: String, Wire.AttributeChange)
  /// A method of `web`, for pages that are shown in a browser of their own: there is nothing to do.
  case nothing

  /// Reads a call.
  ///
  /// - Parameter access: what the campaign allows its page. `closeMessage`, `declareClose` and `logClick` are always allowed.
  public init(_ call: BridgeCall, access: SceneNode.BridgeAccess) throws(BridgeRefusal) {
    guard !call.isTooLarge else { throw BridgeRefusal(method: call.method, reason: .tooLarge) }
    if call.method.hasPrefix("web.") {
      self = .nothing
      return
    }
    guard let method = Method(rawValue: call.method) else { throw BridgeRefusal(method: call.method, reason: .unknownMethod) }
    if let capability = method.capability, !access.capabilities.contains(capability) {
      throw BridgeRefusal(method: call.method, reason: .notAllowed(capability))
    }
    self = try method.action(BridgeArguments(call: call))
  }

  /// Limits on what a page may say. A host finds out whether a call is too large before it reads the call.
  public enum Limits {
    /// Calls in one presentation, of whatever method, and links. A page that goes on is taken down.
    public static let calls = 500
    /// Characters of all calls together, as JSON. A page that goes on is taken down.
    public static let totalLength = 1_000_000
    /// Characters of one call's arguments, as JSON.
    public static let callLength = 60_000
    /// Arguments of one call.
    public static let arguments = 16
    /// Lists, objects and plain values of one argument.
    public static let values = 10_000
    /// Lists and objects inside one another.
    public static let depth = 20
    /// Different button ids in one presentation.
    public static let buttons = 100
    /// Characters of a button's id: letters, digits, space, dash and underscore.
    public static let buttonIDLength = 255
    /// Characters of a signature for a user.
    public static let signatureLength = Wire.UserSignature.maximumLength
  }
}

extension BridgeAction {
  /// Every method of the bridge, by the name under which a page calls it.
  enum Method: String, CaseIterable {
    case closeMessage, declareClose, logClick, logCustomEvent, logPurchase, requestImmediateDataFlush, requestPushPermission, changeUser,
      setBannerHeight
    case setFirstName = "getUser.setFirstName"
    case setLastName = "getUser.setLastName"
    case setEmail = "getUser.setEmail"
    case setGender = "getUser.setGender"
    case setDateOfBirth = "getUser.setDateOfBirth"
    case setCountry = "getUser.setCountry"
    case setHomeCity = "getUser.setHomeCity"
    case setLanguage = "getUser.setLanguage"
    case setPhoneNumber = "getUser.setPhoneNumber"
    case setEmailNotificationSubscriptionType = "getUser.setEmailNotificationSubscriptionType"
    case setPushNotificationSubscriptionType = "getUser.setPushNotificationSubscriptionType"
    case setCustomUserAttribute = "getUser.setCustomUserAttribute"
    case addToCustomAttributeArray = "getUser.addToCustomAttributeArray"
    case removeFromCustomAttributeArray = "getUser.removeFromCustomAttributeArray"
    case incrementCustomUserAttribute = "getUser.incrementCustomUserAttribute"
    case setCustomLocationAttribute = "getUser.setCustomLocationAttribute"
    case addAlias = "getUser.addAlias"
    case addToSubscriptionGroup = "getUser.addToSubscriptionGroup"
    case removeFromSubscriptionGroup = "getUser.removeFromSubscriptionGroup"

    /// nil: always allowed, or never of any effect.
    var capability: Martlet.InAppMessage.Html.Bridge.Capability? {
      switch self {
      case .closeMessage, .declareClose, .logClick, .setBannerHeight: nil
      case .logCustomEvent: .customEvent
      case .logPurchase: .purchase
      case .requestImmediateDataFlush: .flush
      case .requestPushPermission: .pushPermission
      case .changeUser: .changeUser
      case .setEmailNotificationSubscriptionType, .setPushNotificationSubscriptionType, .addToSubscriptionGroup,
        .removeFromSubscriptionGroup:
        .subscriptions
      case .setFirstName, .setLastName, .setEmail, .setGender, .setDateOfBirth, .setCountry, .setHomeCity, .setLanguage, .setPhoneNumber,
        .setCustomUserAttribute, .addToCustomAttributeArray, .removeFromCustomAttributeArray, .incrementCustomUserAttribute,
        .setCustomLocationAttribute, .addAlias:
        .attributes
      }
    }
  }
}
