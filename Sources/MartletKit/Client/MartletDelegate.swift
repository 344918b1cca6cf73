// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What an app can observe and veto. Every method has a default implementation.
@MainActor
public protocol MartletDelegate: SDKAuthenticationDelegate {
  /// Asked before the URL of a click is opened, after the presenter's delegate has agreed. It can
  /// change the context. Return false to not open the URL. Default: true.
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool
  /// Called before a web page opens inside the app. With UIKit, it can choose another controller.
  /// Not called if `Configuration.urlOpener` is set.
  func martlet(_ martlet: Martlet, willPresent page: Martlet.ModalContext)
  /// Called if no campaign's trigger and filter match the event.
  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent)
  /// Called for every decision, with every candidate and why it was or was not shown.
  func martlet(_ martlet: Martlet, didDecide decision: Decision)
  /// Called for every outcome of a campaign's message: why it is queued, or how it ended. Each
  /// message ends exactly once.
  func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord)
}

extension MartletDelegate {
  /// Returns true, so that the URL opens.
  public func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool { true }
  /// Does nothing.
  public func martlet(_ martlet: Martlet, willPresent page: Martlet.ModalContext) {}
  /// Does nothing.
  public func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {}
  /// Does nothing.
  public func martlet(_ martlet: Martlet, didDecide decision: Decision) {}
  /// Does nothing.
  public func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) {}
}

extension Martlet {
  /// An event, as the delegate receives it.
  public enum TriggerEvent: Sendable {
    /// A session started.
    case sessionStart
    /// An event logged with `logCustomEvent(name:properties:)`.
    case customEvent(name: String, properties: [String: Value])
    /// A purchase logged with `logPurchase(productId:currency:price:quantity:properties:)`.
    case purchase(productId: String, properties: [String: Value])
    /// Any other event, such as a screen, a click on a notification or a changed attribute.
    case other

    /// The name of the event or the id of the product, or nil for other events.
    public var identifier: String? {
      switch self {
      case .customEvent(let name, _): name
      case .purchase(let productId, _): productId
      case .sessionStart, .other: nil
      }
    }
  }
}
