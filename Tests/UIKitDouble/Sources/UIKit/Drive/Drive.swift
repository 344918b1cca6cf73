// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What tests do to the double, and what only they can see. Nothing here exists on Apple's systems.
///
/// The system is one for the whole process: suites that drive it are serialised, and each test
/// begins with `Drive.reset()`.
@MainActor public enum Drive {
  /// A new system: no scenes, no windows, the clock at 0, all switches off.
  public static func reset() {
    for scene in UIApplication.shared.connectedScenes { disconnect(scene) }
    // What only the old system held ends after the new one is there, because it may ask for it.
    let old = Device.current
    Device.current = Device()
    withExtendedLifetime(old) {}
    UITraitCollection.current = .standard
    Violations.clear()
  }

  /// What ends an app on a device, or what UIKit only complains about in its log. Tests expect
  /// none.
  public static var violations: [String] { Violations.all }

  // MARK: Time

  /// The seconds since the reset.
  public static var now: TimeInterval { Device.current.turns.now }

  /// Lets the run loop do what waits for its next turn: appearances, answers of the system,
  /// requests of geometry. Then lays out.
  public static func turn() {
    Device.current.turns.run()
    layout()
    Device.current.turns.run()
  }

  /// Moves the clock, and does what falls due on the way: ends of animations, of presentations and
  /// of turns.
  public static func advance(by seconds: TimeInterval) {
    turn()
    Device.current.turns.advance(by: seconds)
    turn()
  }

  /// Lays out all windows that are shown.
  public static func layout() {
    for scene in windowScenes { for window in scene.windows where window.isShown { window.layoutIfNeeded() } }
  }

  /// The connected scenes with windows, by their ids.
  public static var windowScenes: [UIWindowScene] {
    UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.sorted {
      $0.session.persistentIdentifier < $1.session.persistentIdentifier
    }
  }

  // MARK: The app

  /// A URL that the app opened.
  public struct Opened {
    public var url: URL
    public var universalLinksOnly: Bool
    /// The scene that opened it, or nil if the application did.
    public weak var scene: UIScene?
  }

  public static var opened: [Opened] { UIApplication.shared.opened }

  /// Whether the system can open a URL. At first, all.
  public static func answerOpening(_ answer: @escaping (URL) -> Bool) { UIApplication.shared.opens = answer }

  /// The names of the background tasks that nobody has ended.
  public static var backgroundTasks: [String] { UIApplication.shared.openTasks }
  /// The time of all background tasks is up.
  public static func expireBackgroundTasks() { UIApplication.shared.expireTasks() }
  public static func refuseBackgroundTasks(_ refuses: Bool) { UIApplication.shared.refuseTasks(refuses) }

  /// The first unlock after a restart, or a lock.
  public static func setProtectedDataAvailable(_ available: Bool) {
    UIApplication.shared.isProtectedDataAvailable = available
    NotificationCenter.default.post(
      name: available
        ? UIApplication.protectedDataDidBecomeAvailableNotification
        : UIApplication.protectedDataWillBecomeUnavailableNotification,
      object: UIApplication.shared)
  }

  public static func warnOfMemory() {
    NotificationCenter.default.post(
      name: UIApplication.didReceiveMemoryWarningNotification, object: UIApplication.shared)
  }

  /// What a controller asked UIKit to update, in order: "orientations", "status bar", "home
  /// indicator", "screen edges".
  public static func updates(of controller: UIViewController) -> [String] { controller.updates }

  /// How often the scroll indicators were flashed.
  public static func flashes(of scroller: UIScrollView) -> Int { scroller.flashes }
}
