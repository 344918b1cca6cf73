// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What the app may hear and veto. Every method has a default.
@MainActor
public protocol MartletDelegate: SDKAuthenticationDelegate {
  /// Asked before the URL of a click is opened, after the presenter's own delegate agreed; may change the context. False: it is not opened.
  /// Default: true.
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool
  /// No campaign's trigger and filter match the event.
  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent)
  /// Every decision, with every candidate and why it was or was not shown.
  func martlet(_ martlet: Martlet, didDecide decision: Decision)
  /// What became of a campaign's message: where it waits, or how it ended, with the reason. Each ends once.
  func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord)
}

extension MartletDelegate {
  /// Opens it.
  public func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool { true }
  /// Does nothing.
  public func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {}
  /// Does nothing.
  public func martlet(_ martlet: Martlet, didDecide decision: Decision) {}
  /// Does nothing.
  public func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) {}
}
