// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// The notifications of a system that a test controls: the person's answer, and notifications that
/// arrive and are tapped.
///
///     let system = ManualNotificationSystem(answer: .authorized)
///     configuration.push.system = system
///     configuration.push.automation = true
///     …
///     system.tap(["aps": ["alert": "Hello"], "martlet": ["url": "https://example.com"]])
public final class ManualNotificationSystem: NotificationSystem {
  /// Whether the app may show notifications.
  public typealias Status = Martlet.Notifications.AuthorizationStatus

  private struct State {
    var status = Status.notDetermined
    var answer: Status
    var asked: [Martlet.Notifications.AuthorizationOptions] = []
    var categories: [Martlet.Notifications.Category] = []
    var badge = 0
    var isRegistered = false
    weak var martlet: Martlet?
  }

  private let state: Locked<State>

  /// Creates a system on which nobody was asked yet.
  ///
  /// - Parameter answer: what the person answers. `.notDetermined`: the request fails.
  public init(answer: Status = .authorized) {
    state = Locked(State(answer: answer))
  }

  /// Whether notifications are permitted. Set it to change it as a person does in the settings. The
  /// client learns it when the app becomes active.
  public var status: Status {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// The options of each request, in order.
  public var requests: [Martlet.Notifications.AuthorizationOptions] { state.withLock { $0.asked } }
  /// The categories, sorted by their identifiers.
  public var categories: [Martlet.Notifications.Category] {
    state.withLock { $0.categories.sorted { $0.identifier < $1.identifier } }
  }
  /// The number on the app's icon.
  public var badge: Int { state.withLock { $0.badge } }
  /// Whether the app asked for a device token.
  public var isRegistered: Bool { state.withLock { $0.isRegistered } }

  public func attach(to martlet: Martlet) { state.withLock { $0.martlet = martlet } }

  public func requestAuthorization(_ options: Martlet.Notifications.AuthorizationOptions) async throws -> Bool
  {
    let status = state.withLock { state in
      state.asked.append(options)
      if state.status == .notDetermined {
        state.status = options.contains(.provisional) ? .provisional : state.answer
      }
      return state.status
    }
    if status == .notDetermined { throw CancellationError() }
    return status != .denied
  }

  public func authorizationStatus() async -> Status { status }
  public func registerForRemoteNotifications() { state.withLock { $0.isRegistered = true } }
  public func unregisterForRemoteNotifications() { state.withLock { $0.isRegistered = false } }

  public func add(_ categories: [Martlet.Notifications.Category]) {
    state.withLock { state in
      let names = Set(categories.map(\.identifier))
      state.categories = state.categories.filter { !names.contains($0.identifier) } + categories
    }
  }

  public func setBadge(_ count: Int) { state.withLock { $0.badge = count } }

  /// A person taps a notification, or the button with this identifier. Returns false if the client
  /// does not handle it: it is another sender's, or `Automation.handleNotificationResponse` is off.
  @discardableResult
  public func tap(_ userInfo: [AnyHashable: Any], action: String? = nil) -> Bool {
    guard let martlet = state.withLock({ $0.martlet }),
      martlet.configuration.push.automation.handleNotificationResponse
    else {
      return false
    }
    return martlet.notifications.handleUserNotification(userInfo: userInfo, actionIdentifier: action)
  }

  /// A notification arrives while the app is in the foreground. Returns how it is shown, or nil if
  /// the client does not handle it.
  public func arrive(_ userInfo: [AnyHashable: Any]) -> Martlet.Notifications.PresentationOptions? {
    guard let martlet = state.withLock({ $0.martlet }),
      martlet.configuration.push.automation.willPresentNotification
    else { return nil }
    return martlet.notifications.handleForegroundNotification(userInfo: userInfo)
  }
}
