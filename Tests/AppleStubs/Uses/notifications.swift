// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios visionos
import UIKit
import UserNotifications

/// Forwards what the app's notification centre says, and leaves the slot to whoever had it.
final class NotificationRelay: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification)
    async
    -> UNNotificationPresentationOptions
  {
    [.banner, .list]
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let action =
      response.actionIdentifier == UNNotificationDefaultActionIdentifier
      ? "opened" : response.actionIdentifier
    print(
      action, (response as? UNTextInputNotificationResponse)?.userText ?? "",
      response.notification.request.content.userInfo["id"] ?? "")
    completionHandler()
  }
}

@MainActor
final class Delegate: NSObject, UIApplicationDelegate {
  private let relay = NotificationRelay()
  private var token: String?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  )
    -> Bool
  {
    UNUserNotificationCenter.current().delegate = relay
    application.registerForRemoteNotifications()
    return true
  }
  func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data)
  {
    self.token = token.map { String(format: "%02x", $0) }.joined()
  }
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  )
    -> UISceneConfiguration
  {
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    for activity in options.userActivities where activity.activityType == NSUserActivityTypeBrowsingWeb {
      print(activity.webpageURL ?? "")
    }
    for context in options.urlContexts { scene.open(context.url, options: nil, completionHandler: nil) }
  }
}

func askForPermission() async throws -> Bool {
  let center = UNUserNotificationCenter.current()
  let settings = await center.notificationSettings()
  guard settings.authorizationStatus == .notDetermined else {
    return settings.authorizationStatus == .authorized
  }
  return try await center.requestAuthorization(options: [.alert, .sound, .provisional])
}

/// A service extension: it may be told to end on another thread.
final class Service: UNNotificationServiceExtension {
  private let lock = NSLock()
  private var finish: (() -> Void)?

  override func didReceive(
    _ request: UNNotificationRequest, withContentHandler handler: @escaping (UNNotificationContent) -> Void
  ) {
    guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
      return handler(request.content)
    }
    content.interruptionLevel = .active
    content.attachments =
      (try? [UNNotificationAttachment(identifier: "picture", url: URL(fileURLWithPath: "/"), options: nil)])
      ?? []
    lock.withLock { finish = { handler(content) } }
  }
  override func serviceExtensionTimeWillExpire() { lock.withLock { finish }?() }
}
