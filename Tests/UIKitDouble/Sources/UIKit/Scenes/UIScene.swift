// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// An instance of the app's interface. Not all have windows: CarPlay's have none.
@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1, foregroundActive, foregroundInactive, background
  }

  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification")
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")

  public let session: UISceneSession
  /// Held strongly, unlike other delegates.
  open var delegate: (any UISceneDelegate)?
  open internal(set) var activationState = ActivationState.unattached
  open var title: String! = ""

  package init(session: UISceneSession) {
    self.session = session
    super.init()
    session.scene = self
  }

  open override var next: UIResponder? { UIApplication.shared }

  open func open(
    _ url: URL, options: UIScene.OpenExternalURLOptions?,
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    UIApplication.shared.opening(
      url, universalLinksOnly: options?.universalLinksOnly ?? false, scene: self, completion)
  }

  @MainActor open class OpenExternalURLOptions: NSObject {
    open var universalLinksOnly = false
    public override init() { super.init() }
  }

  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { [] }
    open var userActivities: Set<NSUserActivity> { [] }

    package override init() { super.init() }
  }
}

@MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  public let persistentIdentifier: String
  public let role: UISceneSession.Role
  open internal(set) weak var scene: UIScene?

  package init(id: String, role: Role) {
    (persistentIdentifier, self.role) = (id, role)
    super.init()
  }
}

@MainActor open class UIOpenURLContext: NSObject {
  public let url: URL

  package init(url: URL) {
    self.url = url
    super.init()
  }
}

/// Linux's Foundation has none.
open class NSUserActivity: NSObject {
  public let activityType: String
  open var webpageURL: URL?

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
