// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported public import MartletKit

/// The client, under the name in apps that move to Martlet. Its nested types (`Braze.Configuration`
/// …) have their names too.
public typealias Braze = Martlet

/// The presenter protocol, under the name in apps that move to Martlet.
public typealias BrazeInAppMessagePresenter = InAppMessagePresenter

/// What an app can observe and veto, under the names in apps that move to Martlet. Every method has
/// a default implementation. A conforming type is also a `MartletDelegate`, whose calls it forwards
/// to these methods.
@MainActor
public protocol BrazeDelegate: MartletDelegate {
  /// Asked before the URL of a click is opened, after the presenter's delegate has agreed. It can
  /// change the context. Return false to not open the URL. Default: true.
  func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool
  /// Called before a web page opens inside the app. It can change the context. The default
  /// implementation does nothing.
  func braze(_ braze: Braze, willPresentModalWithContext context: Braze.ModalContext)
  /// Called if no campaign's trigger and filter match the event. The default implementation does
  /// nothing.
  func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent)
}

extension BrazeDelegate {
  /// Returns true, so that the URL opens.
  public func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool { true }
  /// Does nothing.
  public func braze(_ braze: Braze, willPresentModalWithContext context: Braze.ModalContext) {}
  /// Does nothing.
  public func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent) {}

  /// Asks `braze(_:shouldOpenURL:)`.
  public func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    braze(martlet, shouldOpenURL: context)
  }
  /// Calls `braze(_:willPresentModalWithContext:)`.
  public func martlet(_ martlet: Martlet, willPresent page: Martlet.ModalContext) {
    braze(martlet, willPresentModalWithContext: page)
  }
  /// Calls `braze(_:noMatchingTriggerForEvent:)`.
  public func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    braze(martlet, noMatchingTriggerForEvent: event)
  }
}

/// Receives rejected user signatures, under the name in apps that move to Martlet.
@MainActor
public protocol BrazeSDKAuthDelegate: SDKAuthenticationDelegate {
  /// `martlet(_:sdkAuthenticationFailedWith:)`.
  func braze(_ braze: Braze, sdkAuthenticationFailedWithError error: Braze.SDKAuthenticationError)
}

extension BrazeSDKAuthDelegate {
  /// Calls `braze(_:sdkAuthenticationFailedWithError:)`.
  public func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
    braze(martlet, sdkAuthenticationFailedWithError: error)
  }
}

extension Martlet {
  /// Held weakly. It receives the same calls as `delegate`. An object that is both receives each
  /// call once.
  @MainActor public var sdkAuthDelegate: (any BrazeSDKAuthDelegate)? {
    get { sdkAuthenticationDelegate as? any BrazeSDKAuthDelegate }
    set { sdkAuthenticationDelegate = newValue }
  }

  /// `setSDKAuthenticationSignature(_:)`.
  public func set(sdkAuthenticationSignature: String) {
    setSDKAuthenticationSignature(sdkAuthenticationSignature)
  }
}

extension Martlet.SDKAuthenticationError {
  /// `isOptional`.
  public var optional: Bool { isOptional }
}
