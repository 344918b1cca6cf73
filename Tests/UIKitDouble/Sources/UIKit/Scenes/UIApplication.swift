// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The app. Extensions have none.
@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }

  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  public nonisolated static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")
  public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")
  public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")
  public nonisolated static let openSettingsURLString = "app-settings:"
  public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

  open class var shared: UIApplication { Device.current.application }

  open weak var delegate: (any UIApplicationDelegate)?
  open internal(set) var connectedScenes: Set<UIScene> = []
  open internal(set) var isProtectedDataAvailable = true
  open private(set) var isRegisteredForRemoteNotifications = false
  open var isIdleTimerDisabled = false
  open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  open internal(set) var preferredContentSizeCategory = UIContentSizeCategory.large
  var opened: [Drive.Opened] = []
  var opens: (URL) -> Bool = { _ in true }
  var presses = 0

  /// Active if one scene is.
  open var applicationState: State {
    let states = connectedScenes.map(\.activationState)
    if states.contains(.foregroundActive) { return .active }
    return states.contains(.foregroundInactive) ? .inactive : .background
  }

  open func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    opening(url, universalLinksOnly: options[.universalLinksOnly] as? Bool ?? false, scene: nil, completion)
  }
  open func canOpenURL(_ url: URL) -> Bool { opens(url) }

  /// The answer comes later.
  func opening(
    _ url: URL, universalLinksOnly: Bool, scene: UIScene?,
    _ completion: (@MainActor @Sendable (Bool) -> Void)?
  ) {
    opened.append(.init(url: url, universalLinksOnly: universalLinksOnly, scene: scene))
    let answer = opens(url)
    if let completion { Device.current.turns.afterThis { completion(answer) } }
  }

  open func registerForRemoteNotifications() { isRegisteredForRemoteNotifications = true }
  open func unregisterForRemoteNotifications() { isRegisteredForRemoteNotifications = false }

  /// What the delegate says, otherwise all but upside down.
  open func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
    delegate?.application(self, supportedInterfaceOrientationsFor: window) ?? .allButUpsideDown
  }

  // MARK: Background tasks, from any thread

  private nonisolated let tasks = Mutex<Tasks>(Tasks())

  private struct Tasks {
    var count = 0
    var open: [Int: (name: String, expired: (@MainActor @Sendable () -> Void)?)] = [:]
    var isRefusing = false
  }

  nonisolated open func beginBackgroundTask(
    withName taskName: String? = nil, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    tasks.withLock { tasks in
      guard !tasks.isRefusing else { return .invalid }
      tasks.count += 1
      tasks.open[tasks.count] = (taskName ?? "", handler)
      return UIBackgroundTaskIdentifier(rawValue: tasks.count)
    }
  }

  nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    let known = tasks.withLock { $0.open.removeValue(forKey: identifier.rawValue) != nil }
    if !known, identifier != .invalid { Violations.record("a background task was ended that does not exist") }
  }

  nonisolated var openTasks: [String] {
    tasks.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value.name) }
  }

  func expireTasks() {
    for (id, task) in tasks.withLock({ $0.open }).sorted(by: { $0.key < $1.key }) {
      task.expired?()
      if tasks.withLock({ $0.open[id] != nil }) {
        Violations.record("the background task \(task.name) was not ended when its time was up")
      }
    }
  }

  func refuseTasks(_ refuses: Bool) { tasks.withLock { $0.isRefusing = refuses } }

  // Nobody above has handled it. The system leaves the app when the menu button is released.
  open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { self.presses += 1 }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?)
    -> UIInterfaceOrientationMask
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .allButUpsideDown }
  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool { false }
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
}
