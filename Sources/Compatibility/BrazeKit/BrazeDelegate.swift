// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// What an app can observe and veto, under the names in apps that move to Martlet. Every method has a default implementation. A conforming
/// type is also a `MartletDelegate`, whose calls it forwards to these methods.
@MainActor
public protocol BrazeDelegate: MartletDelegate {
  /// Asked before the URL of a click is opened, after the presenter's delegate has agreed. It can change the context. Return false to not
  /// open the URL. Default: true.
  func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool
  /// Called if no campaign's trigger and filter match the event. The default implementation does nothing.
  func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent)
}

extension BrazeDelegate {
  /// Opens it.
  public func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool { true }
  /// Does nothing.
  public func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent) {}

  /// Asks `braze(_:shouldOpenURL:)`.
  public func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    braze(martlet, shouldOpenURL: context)
  }
  /// Calls `braze(_:noMatchingTriggerForEvent:)`.
  public func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    braze(martlet, noMatchingTriggerForEvent: event)
  }
}
