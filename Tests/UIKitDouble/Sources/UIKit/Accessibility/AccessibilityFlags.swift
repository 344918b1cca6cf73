// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The switches under Settings, Accessibility.
public struct AccessibilityFlags: Hashable, Sendable {
  public var isVoiceOverRunning = false
  public var isSwitchControlRunning = false
  public var isReduceMotionEnabled = false
  public var prefersCrossFadeTransitions = false
  public var isReduceTransparencyEnabled = false
  public var isDarkerSystemColorsEnabled = false
  public var isBoldTextEnabled = false
  public var buttonShapesEnabled = false

  public init() {}

  /// What is posted when the other flags become these.
  func notifications(after old: Self) -> [Notification.Name] {
    let all: [(Bool, Notification.Name)] = [
      (isVoiceOverRunning != old.isVoiceOverRunning, UIAccessibility.voiceOverStatusDidChangeNotification),
      (
        isSwitchControlRunning != old.isSwitchControlRunning,
        UIAccessibility.switchControlStatusDidChangeNotification
      ),
      (
        isReduceMotionEnabled != old.isReduceMotionEnabled,
        UIAccessibility.reduceMotionStatusDidChangeNotification
      ),
      (
        prefersCrossFadeTransitions != old.prefersCrossFadeTransitions,
        UIAccessibility.prefersCrossFadeTransitionsStatusDidChange
      ),
      (
        isReduceTransparencyEnabled != old.isReduceTransparencyEnabled,
        UIAccessibility.reduceTransparencyStatusDidChangeNotification
      ),
      (
        isDarkerSystemColorsEnabled != old.isDarkerSystemColorsEnabled,
        UIAccessibility.darkerSystemColorsStatusDidChangeNotification
      ),
      (isBoldTextEnabled != old.isBoldTextEnabled, UIAccessibility.boldTextStatusDidChangeNotification),
    ]
    return all.filter(\.0).map(\.1)
  }
}
