// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Tells a client when the app becomes active and when it moves to the background, and asks the
/// system for the time to send what waits.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
enum AppLifecycle {
  static func observe(for martlet: Martlet) {
    Task { @MainActor [weak martlet] in
      let observer = LifecycleObserver(martlet)
      observer.look()
      observer.listen()
    }
  }
}

/// Its observations retain it. They end at the first notification after the client is gone.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor
private final class LifecycleObserver {
  private weak var martlet: Martlet?
  private var observations: [NotificationObservation] = []
  private var phase = AppPhase()
  private var work = BackgroundWork()
  private var task = UIBackgroundTaskIdentifier.invalid

  init(_ martlet: Martlet?) {
    self.martlet = martlet
  }

  func listen() {
    // The states are read at each of them, so that it does not matter which of them an app without
    // scenes, or a later version, leaves out.
    let names = [
      UIScene.didActivateNotification, UIScene.didEnterBackgroundNotification,
      UIScene.didDisconnectNotification,
      UIApplication.didBecomeActiveNotification, UIApplication.didEnterBackgroundNotification,
    ]
    for name in names { listen(to: name) { $0.look() } }
    listen(to: UIApplication.willTerminateNotification) { observer in
      if observer.phase.end() != nil { observer.martlet?.applicationDidEnterBackground() }
    }
    // An app that started before the first unlock could not read its files.
    listen(to: UIApplication.protectedDataDidBecomeAvailableNotification) {
      $0.martlet?.mailbox.post(.storageMayBeReadable)
    }
  }

  func look() {
    let app = UIApplication.shared
    let scenes = app.connectedScenes.map { AppPhase.State($0.activationState) }
    switch phase.handle(scenes: scenes, app: AppPhase.State(app.applicationState)) {
    case .becameActive: martlet?.applicationDidBecomeActive()
    case .enteredBackground: handle(.enteredBackground)
    case nil: break
    }
    martlet?.stage.links.mayOpen()
  }

  // MARK: - Background

  private func handle(_ input: BackgroundWork.Input) {
    for effect in work.handle(input) {
      switch effect {
      case .begin: begin()
      case .work(let number): flush(number)
      case .end:
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
      }
    }
  }

  private func begin() {
    task = UIApplication.shared.beginBackgroundTask(withName: "martlet.flush") { [weak self] in
      self?.handle(.expired)
    }
    if task == .invalid { handle(.refused) }
  }

  private func flush(_ number: Int) {
    guard let martlet else { return handle(.finished(number)) }
    martlet.applicationDidEnterBackground()
    let turn = FlushTurn()
    martlet.mailbox.post(.restAwaited(turn))
    // Does not retain the client, which may go meanwhile. Then the turn ends.
    Task {
      _ = await turn.wait(cancelled: Martlet.FlushResult(reason: .cancelled))
      handle(.finished(number))
    }
  }

  private func listen(
    to name: Notification.Name, _ heard: @escaping @MainActor @Sendable (LifecycleObserver) -> Void
  ) {
    observations.append(
      NotificationObservation(name) {
        if self.martlet == nil { self.observations = [] } else { heard(self) }
      })
  }
}

extension AppPhase.State {
  fileprivate init(_ state: UIScene.ActivationState) {
    switch state {
    case .foregroundActive: self = .active
    case .foregroundInactive: self = .inactive
    default: self = .background
    }
  }

  fileprivate init(_ state: UIApplication.State) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    default: self = .background
    }
  }
}
#endif
