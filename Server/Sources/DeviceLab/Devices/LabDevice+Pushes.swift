// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletCore
import MartletKit
import MartletTesting

/// The phone's system: it receives pushes, shows them where a phone would, and hands them to the
/// app.
extension LabDevice {
  func makeNotificationSystem() -> PhoneNotificationSystem {
    PhoneNotificationSystem(
      perform: { [weak self] in self?.perform($0) },
      status: { [weak self] in self?.state.device.permission.status ?? .denied },
      ask: { [weak self] in self?.askForPermission() ?? false })
  }

  func perform(_ call: PhoneNotificationSystem.Call) {
    switch call {
    case .register:
      setup.pushes.add(pushToken.hexadecimal)
      // The app's delegate forwards the token.
      run?.martlet.notifications.register(deviceToken: pushToken, environment: .production)
    case .unregister: setup.pushes.remove(pushToken.hexadecimal)
    case .setBadge(let count):
      centre.badge = count
      sendState()
    }
  }

  /// The person allows notifications if they were not asked before.
  private func askForPermission() -> Bool {
    if state.device.permission == .notAsked {
      log(.action(title: "The phone asked for permission", detail: "The person allows notifications"))
      state.device.permission = .allowed
    }
    return state.device.permission == .allowed
  }

  func hasToken(_ token: String) -> Bool { pushToken.hexadecimal == token }

  // MARK: - Arrivals

  /// APNs delivers a push. While the phone is offline, APNs keeps the newest one.
  func receive(_ arrival: LabPushService.Arrival) async {
    guard network.isOnline else {
      heldPush = arrival
      return log(
        .note(
          "A push waits at APNs until the phone is online again. APNs keeps only the newest one.", tone: .warn
        ))
    }
    guard let notification = PhoneNotification(arrival, at: clock.now) else {
      return log(.note("The phone ignored a push: its payload has no “aps”.", tone: .bad))
    }
    if notification.isSilent { receiveSilently(notification) } else { show(notification) }
    if let run { await run.martlet.settled() }
    sendState()
  }

  /// The phone is online again.
  func receiveHeldPush() async {
    guard let arrival = heldPush else { return }
    heldPush = nil
    if let expiration = arrival.push.expiration, expiration <= setup.environment.now() {
      return log(.note("A push expired while the phone was offline.", tone: .warn))
    }
    await receive(arrival)
  }

  private func receiveSilently(_ notification: PhoneNotification) {
    guard let run else {
      return log(
        .note(
          "A silent push came to nothing: the system does not start an app that a person quit.", tone: .warn))
    }
    log(
      .action(
        title: "A silent push arrived",
        detail: phase == .active ? "The app is open" : "The system wakes the app in the background"))
    wake(run, with: notification)
  }

  private func wake(_ run: Run, with notification: PhoneNotification) {
    let isTaken = run.martlet.notifications.handleBackgroundNotification(userInfo: notification.userInfo) {
      [weak self] result in
      self?.log(.step(title: "fetchCompletionHandler", detail: "\(result)"))
    }
    if !isTaken { log(.note("The SDK did not handle the push: it is another sender’s.", tone: .warn)) }
  }

  private func show(_ notification: PhoneNotification) {
    // The system wakes the app also if the person sees nothing of it.
    if notification.wakesApp, phase == .background, let run { wake(run, with: notification) }
    guard state.device.permission == .allowed else {
      return log(
        .note(
          "The phone shows nothing of “\(notification.words)”: the person does not allow notifications.",
          tone: .warn))
    }
    var options: Martlet.Notifications.PresentationOptions = [.banner, .list, .badge]
    if phase == .active, let run {
      options = run.martlet.notifications.handleForegroundNotification(userInfo: notification.userInfo) ?? []
      guard options != [] else {
        return log(
          .action(
            title: "Notification: \(notification.words)", detail: "The SDK brings it inside the app instead"))
      }
    }
    let isQuiet = state.device.doesNotDisturb
    let isBanner = options.contains(.banner) && !isLocked && !isQuiet
    centre.add(notification, toList: options.contains(.list), asBanner: isBanner)
    if let badge = notification.badge, options.contains(.badge) { centre.badge = badge }
    let place =
      switch (isQuiet, isLocked, isBanner) {
      case (true, _, _): "In the notification centre only: Do Not Disturb is on"
      case (_, true, _): "On the lock screen"
      case (_, _, true):
        phase == .active ? "At the top of the screen, over the open app" : "At the top of the screen"
      default: "In the notification centre"
      }
    log(.action(title: "Notification: \(notification.words)", detail: place))
  }

  // MARK: - Touches

  /// A person taps a notification: the phone opens the app with it.
  func tapNotification(_ id: String) throws {
    guard let notification = centre.notification(id) else { throw Self.noNotification }
    centre.remove(id)
    log(.action(title: "Tapped the notification “\(notification.words)”"))
    isLocked = false
    let run = run ?? open()
    comeToForeground(run)
    run.martlet.notifications.handleUserNotification(
      userInfo: notification.userInfo, requestIdentifier: notification.id,
      date: Date(timeIntervalSince1970: Double(notification.arrivedAt.milliseconds) / 1_000))
  }

  func clearNotification(_ id: String) throws {
    guard let notification = centre.notification(id) else { throw Self.noNotification }
    centre.remove(id)
    log(.action(title: "Cleared the notification “\(notification.words)”"))
  }

  func lock(_ isOn: Bool) {
    guard isOn != isLocked else { return }
    log(.action(title: isOn ? "Locked the phone" : "Unlocked the phone"))
    isLocked = isOn
    if isOn {
      centre.hideBanner()
      wasActive = phase == .active
      if let run { goToBackground(run) }
    } else if wasActive, let run {
      comeToForeground(run)
    }
  }

  private static let noNotification = refusal("This notification is no longer there.", "Choose another.")
}

extension Data {
  /// As APNs names device tokens.
  fileprivate var hexadecimal: String {
    map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}
