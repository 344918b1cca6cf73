// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What has no meaning in Martlet. Everything of a campaign has been loaded when it is shown, and
/// Martlet reads and counts campaigns itself.
extension AEReachContent {
  /// Does nothing. Martlet reads the campaign.
  public func setPayload(_ payload: [AnyHashable: Any]!) {}
  /// false: nothing is left to download.
  public func hasContentDLC() -> Bool { false }
  /// false: nothing is left to download.
  public func hasNotificationDLC() -> Bool { false }
  /// false: nothing is left to download.
  public func hasNotificationAndContentDLC() -> Bool { false }
  /// nil: nothing is left to download.
  public func getDlcId() -> String! { nil }
}

extension AEInteractiveContent {
  /// Does nothing. `displayNotification` and `displayContent` count.
  public func setDisplayed(_ isDisplayed: Bool) {}
  /// Does nothing. `actionNotification` and `actionContent` count.
  public func setActioned(_ isActioned: Bool) {}
}
