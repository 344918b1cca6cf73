// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The state of assistive technologies, and what they are told.
import UIKit

// page: uikit/uiaccessibilitytraits
extension UIAccessibilityTraits: OptionSet {}

// page: uikit/uiaccessibility
public enum UIAccessibility {
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let screenChanged = Notification(rawValue: 1_000)
    public static let layoutChanged = Notification(rawValue: 1_001)
    public static let announcement = Notification(rawValue: 1_008)
    public static let pageScrolled = Notification(rawValue: 1_009)
  }
  public struct AssistiveTechnologyIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let notificationVoiceOver = AssistiveTechnologyIdentifier(rawValue: "")
    public static let notificationSwitchControl = AssistiveTechnologyIdentifier(rawValue: "")
  }
  @MainActor public static func post(notification: Notification, argument: Any?) {}
  @MainActor public static func focusedElement(using assistiveTechnology: AssistiveTechnologyIdentifier?)
    -> Any?
  { nil }
  @MainActor public static var isVoiceOverRunning: Bool { false }
  @MainActor public static var isSwitchControlRunning: Bool { false }
  @MainActor public static var isReduceMotionEnabled: Bool { false }
  @MainActor public static var prefersCrossFadeTransitions: Bool { false }
  @MainActor public static var isReduceTransparencyEnabled: Bool { false }
  @MainActor public static var isDarkerSystemColorsEnabled: Bool { false }
  @MainActor public static var isBoldTextEnabled: Bool { false }
  public static var voiceOverStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var switchControlStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var reduceMotionStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var prefersCrossFadeTransitionsStatusDidChange: NSNotification.Name { fatalError() }
  public static var reduceTransparencyStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var darkerSystemColorsStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var boldTextStatusDidChangeNotification: NSNotification.Name { fatalError() }
  public static var announcementDidFinishNotification: NSNotification.Name { fatalError() }
  public static var announcementStringValueUserInfoKey: String { fatalError() }
  public static var announcementWasSuccessfulUserInfoKey: String { fatalError() }
  public static var elementFocusedNotification: NSNotification.Name { fatalError() }
  public static var focusedElementUserInfoKey: String { fatalError() }
}
