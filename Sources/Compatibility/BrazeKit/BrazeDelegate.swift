// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// What the app may hear and veto, under the names that apps which move in have for it. Every method has a default.
///
/// Whoever conforms is a `MartletDelegate` too: what Martlet calls under its own names arrives under these.
@MainActor
public protocol BrazeDelegate: MartletDelegate {
  /// Asked before the URL of a click is opened, after the presenter's own delegate agreed; may change the context. False: it is not opened.
  /// Default: true.
  func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool
  /// No campaign's trigger and filter match the event. Default: nothing.
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
