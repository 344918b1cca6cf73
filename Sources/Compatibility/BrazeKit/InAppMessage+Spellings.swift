// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// Alternative names of members.
extension Martlet.InAppMessage {
  /// The message as JSON, in Martlet's own format (`docs/wire.md`).
  public func json() -> Foundation.Data? {
    try? JSONEncoder().encode(self)
  }

  /// Reads a message from JSON in Martlet's own format, or returns nil.
  public static func decoding(json: Foundation.Data) -> Self? {
    try? JSONDecoder().decode(Self.self, from: json)
  }

  /// Whether both messages are from the same campaign. Messages without an id, which the app built,
  /// are compared by their content.
  public func isApproximatelyEqual(to other: Self) -> Bool {
    data.id != nil || other.data.id != nil ? data.id == other.data.id : self == other
  }
}

extension Martlet.InAppMessage.Data {
  /// As `init(clickAction:messageClose:orientation:animateIn:animateOut:extras:messageExtras:)`,
  /// with extras from a dictionary. Pairs whose value is not valid JSON are left out.
  @_disfavoredOverload
  public init(
    clickAction: Martlet.InAppMessage.ClickAction = .none,
    messageClose: Martlet.InAppMessage.MessageClose = .userInteraction,
    orientation: Martlet.InAppMessage.Orientation = .any, animateIn: Bool = true, animateOut: Bool = true,
    extras: [String: Any],
    messageExtras: String? = nil
  ) {
    self.init(
      clickAction: clickAction, messageClose: messageClose, orientation: orientation, animateIn: animateIn,
      animateOut: animateOut,
      extras: Martlet.InAppMessage.Extras(extras), messageExtras: messageExtras)
  }
}

extension Martlet.InAppMessage.Html {
  /// Always empty: pages from Martlet's server have none.
  public var messageFields: [String: Any] { [:] }

  /// As `init(data:message:baseURL:assetURLs:legacy:bridge:)`. The fields are not used.
  @_disfavoredOverload
  public init(
    data: Martlet.InAppMessage.Data = .init(), message: String = "<html></html>", baseURL: URL? = nil,
    assetURLs: Set<URL> = [],
    legacy: Bool = false, messageFields: [String: Any]
  ) {
    self.init(data: data, message: message, baseURL: baseURL, assetURLs: assetURLs, legacy: legacy)
  }
}

extension Martlet.InAppMessage.Color {
  /// `red`, from 0 to 1.
  public var r: Double { red }
  /// `green`, from 0 to 1.
  public var g: Double { green }
  /// `blue`, from 0 to 1.
  public var b: Double { blue }
  /// `alpha`, from 0 to 1.
  public var a: Double { alpha }
}

/// A message, through which the properties of its `data` are reached.
public protocol BrazeInAppMessageDataLookup {
  /// The properties that all types share.
  var data: Braze.InAppMessage.Data { get set }
}

extension Martlet.InAppMessage: BrazeInAppMessageDataLookup {}

/// A message with themes. Types of Martlet's own are not among them.
public protocol BrazeInAppMessageThemeable {
  /// The colours in light and dark mode.
  var themes: Braze.InAppMessage.Themes { get set }
}

extension Martlet.InAppMessage.Slideup: BrazeInAppMessageThemeable {}
extension Martlet.InAppMessage.Modal: BrazeInAppMessageThemeable {}
extension Martlet.InAppMessage.ModalImage: BrazeInAppMessageThemeable {}
extension Martlet.InAppMessage.Full: BrazeInAppMessageThemeable {}
extension Martlet.InAppMessage.FullImage: BrazeInAppMessageThemeable {}

extension Martlet.InAppMessage.Html.Bridge {
  /// For pages from before the migration: they find the bridge under its old names, receive its old
  /// event, and have all their previous permissions. A campaign can declare the same in the
  /// console.
  public static let moved = Self(
    capabilities: Set(Capability.allCases), names: ["brazeBridge", "appboyBridge"],
    readyEvents: ["ab.BridgeReady"])
}
