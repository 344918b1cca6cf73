// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletCore
import MartletWire

extension Martlet {
  /// Push notifications.
  public var notifications: Notifications { Notifications(client: self) }

  /// Push notifications: the device token, permission, and what notifications do in the app.
  ///
  ///     func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
  ///       martlet.notifications.register(deviceToken: token)
  ///     }
  ///
  /// All methods can be called from any thread and return immediately. Before the stored state is
  /// known, they wait in memory, in order. While the SDK is off, they do nothing, but completion
  /// handlers are still called.
  public struct Notifications: Sendable {
    let client: Martlet

    /// The version of the payloads that this SDK knows.
    static let payloadVersion = Wire.Push.currentVersion

    /// Everything that happens with Martlet's notifications from now on, and changes of the
    /// permission. With `Configuration.Push.waitsForApp`, what happened before `appIsReady()` comes
    /// then. Each access returns an independent stream, which ends when the client is released. A
    /// reader that is more than 1,000 updates behind loses the oldest.
    public var updates: AsyncStream<Update> { client.streams.notifications.open() }

    // MARK: - The device token

    /// The device token that was registered last, also in an earlier launch. nil if there is none,
    /// and until the stored state has been read.
    public var deviceToken: Data? { client.gate.deviceToken.map { Data($0) } }

    /// Registers the token of this device, so that the server can send pushes to it. It is sent
    /// with each request, as lower-case hexadecimal digits, and soon if it has changed. Call it
    /// whenever the system passes a token.
    ///
    /// - Parameters:
    ///   - deviceToken: 1 to 127 bytes. Any other token is not registered, and the log says so.
    ///   - environment: the APNs environment. If nil, that of the app's provisioning profile.
    ///     Without a profile, as in apps from the App Store, it is production.
    public func register(deviceToken: Data, environment: PushEnvironment? = nil) {
      guard (1...Self.maximumTokenBytes).contains(deviceToken.count) else {
        return client.log.error(
          "The device token is not registered: it must have 1 to \(Self.maximumTokenBytes) bytes.")
      }
      client.mailbox.post(.registerToken(Array(deviceToken), environment))
    }

    /// No more pushes are sent to this device. The system also stops those of other senders, until
    /// the app registers again.
    ///
    /// Call it before `wipeData()` if a person no longer wants anything, because a wipe tells the
    /// server nothing.
    ///
    /// - Returns: true if the server has been told. Otherwise it is told with the next request. At
    ///   most 20 seconds pass.
    @discardableResult
    public func unregister() async -> Bool {
      let turn = Turn<Bool>()
      client.handle(push: .unregistered(PushAnswer { turn.end($0 != .failed) }))
      return await turn.wait(cancelled: false)
    }

    private static var maximumTokenBytes: Int { Wire.Limits.nameLength / 2 }

    // MARK: - Permission

    /// Asks the person for permission to show notifications. The system asks only once, so later
    /// calls return the person's choice.
    ///
    /// Pages that call `requestPushPermission()` use this, unless the presenter has its own
    /// `requestPushPermission`.
    ///
    /// - Parameter options: what is asked for. If nil, `Automation.authorizationOptions`.
    /// - Returns: whether notifications are permitted. false if the system has none, which is
    ///   logged.
    @discardableResult
    public func requestAuthorization(options: AuthorizationOptions? = nil) async -> Bool {
      guard let system = client.notificationSystem else {
        client.log.error(
          "Nobody was asked for push permission: this system has no notifications. Set Configuration.push.system to test it."
        )
        return false
      }
      var isGranted = false
      do {
        isGranted = try await system.requestAuthorization(
          options ?? client.push.automation.authorizationOptions)
      } catch {
        client.log.error(
          "Push permission could not be requested: \(type(of: error)) \((error as NSError).code).")
      }
      client.handle(push: .authorization(await system.authorizationStatus()))
      return isGranted
    }

    /// Whether the person wants no notifications of Martlet on this device, whatever they want on
    /// other devices. False by default.
    ///
    /// For a switch in the settings of your app. The server is told soon, and says when it reports
    /// why nothing was sent. Silent notifications are still sent. To stop them on all devices of a
    /// person, set the attribute `push_subscription` to `unsubscribed`. It is kept until the data
    /// is wiped, and false until the stored state has been read.
    public var isOptedOut: Bool {
      get { client.gate.isOptedOutOfPushes }
      nonmutating set {
        client.gate.set(isOptedOutOfPushes: newValue)
        client.handle(push: .optedOut(newValue))
      }
    }

    // MARK: - The app

    /// Does the steps of `Configuration.Push.Automation`. Only needed if `automaticSetup` is false.
    /// Call it before the app has launched, so that no tap is lost. Later calls do nothing.
    public func setUp() {
      client.attachToNotifications()
      client.handle(push: .setUpWanted)
    }

    /// With `Configuration.Push.waitsForApp`: URLs and updates no longer wait.
    public func appIsReady() {
      client.handle(push: .appIsReady)
    }

    /// Shows a number on the app's icon. 0 removes it. Does nothing if the system has no
    /// notifications.
    public func setBadge(_ count: Int) {
      client.notificationSystem?.setBadge(max(count, 0))
    }

    // MARK: - Forwarding

    /// Handles a notification that the system passed to the app delegate. Notifications of other
    /// senders are not touched.
    ///
    /// A silent notification that says `sync` fetches the campaigns.
    ///
    /// - Parameter fetchCompletionHandler: called once on the main actor if the result is true,
    ///   when the campaigns have arrived or cannot be fetched, and after 20 seconds at the latest.
    ///   If nil, the app answers the system itself.
    /// - Returns: whether Martlet sent it. If false, the handler is not called.
    @_disfavoredOverload
    @discardableResult
    public func handleBackgroundNotification(
      userInfo: [AnyHashable: Any], fetchCompletionHandler: (@MainActor @Sendable (FetchResult) -> Void)?
    ) -> Bool {
      guard Self.isMartletPayload(userInfo) else { return false }
      let answer = fetchCompletionHandler.map { PushAnswer($0) }
      client.handle(push: .received(Payload(userInfo: userInfo, date: client.date), answer), or: answer)
      return true
    }

    /// Handles a tap on a notification or on one of its buttons. Notifications of other senders are
    /// not touched.
    ///
    /// It logs the click, which can trigger a message, and opens the URL when the app is active:
    /// the delegate is asked first, as for messages. A URL is given up if the app is not active
    /// within 60 seconds. The same response counts once, however often it is forwarded, also in a
    /// later launch.
    ///
    /// - Parameters:
    ///   - actionIdentifier: the button. nil, or the system's default identifier, for a tap on the
    ///     notification. A dismissal counts nothing.
    ///   - requestIdentifier: the system's name of the notification.
    ///   - date: when the notification arrived.
    ///   - completionHandler: called once on the main actor if the result is true.
    /// - Returns: whether Martlet sent it. If false, the handler is not called.
    @discardableResult
    public func handleUserNotification(
      userInfo: [AnyHashable: Any], actionIdentifier: String? = nil, requestIdentifier: String? = nil,
      date: Date? = nil,
      completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> Bool {
      guard Self.isMartletPayload(userInfo) else { return false }
      let action = actionIdentifier == Self.defaultActionIdentifier ? nil : actionIdentifier
      let answer = completionHandler.map { handler in PushAnswer { _ in handler() } }
      let response = PushMachine.Response(
        payload: Payload(userInfo: userInfo, actionIdentifier: action, date: date),
        requestIdentifier: requestIdentifier,
        isDismissal: action == Self.dismissActionIdentifier, at: client.environment.now(),
        heardAt: client.environment.monotonicNow(),
        answer: answer)
      client.handle(push: .responded(response), or: answer)
      return true
    }

    /// Handles a notification that arrives while the app is in the foreground.
    ///
    /// - Returns: how to show it: `Automation.foregroundPresentationOptions`, or not at all if it
    ///   is silent or its banner appears inside the app. nil if Martlet did not send it.
    public func handleForegroundNotification(userInfo: [AnyHashable: Any]) -> PresentationOptions? {
      guard Self.isMartletPayload(userInfo) else { return nil }
      let payload = Payload(userInfo: userInfo, date: client.date)
      client.handle(push: .presented(payload))
      let isInside = payload.bringsBanner && client.gate.enabled && client.gate.showsItems
      return payload.isSilent || isInside ? [] : client.push.automation.foregroundPresentationOptions
    }

    /// The system's identifiers of a tap on a notification, and of its dismissal.
    static let defaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
    static let dismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

    // MARK: - Notifications of others

    /// Logs that the app was opened from a notification. This can trigger a message, and queued
    /// messages can be shown. For notifications that Martlet did not send; `handleUserNotification`
    /// logs the others.
    ///
    /// - Parameter campaignId: the id of the campaign that sent the notification, with 1 to 255
    ///   characters, or nil if Martlet did not send it. An invalid id is not logged, which is
    ///   reported in the log.
    public func logClick(campaignId: String? = nil) {
      client.logPushClick(campaignID: campaignId)
    }
  }
}

extension Martlet {
  /// - Parameter answer: ended immediately if too much is waiting.
  func handle(push input: PushMachine.Input, or answer: PushAnswer? = nil) {
    let command = Command.push(input)
    guard !command.isEvent || gate.admitEvent() else {
      answer?.endLater(.failed)
      return log.error(
        "A notification is not handled: more than \(Gate.maximumWaitingEvents) events are waiting to be written."
      )
    }
    mailbox.post(command)
  }

  /// Sets `Configuration.Push.clearsBadge` while the client runs.
  package func clearsBadge(_ clearsBadge: Bool) { handle(push: .clearsBadge(clearsBadge)) }

  /// The system's notifications call the client directly, if the app wants that.
  func attachToNotifications() {
    guard push.automation.handleNotificationResponse || push.automation.willPresentNotification else {
      return
    }
    notificationSystem?.attach(to: self)
  }

  /// Asks for push permission without waiting. Returns false if the system has no notifications.
  package func requestPushPermission() -> Bool {
    guard notificationSystem != nil else { return false }
    Task { await notifications.requestAuthorization() }
    return true
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(environment.now().milliseconds) / 1_000) }
}
