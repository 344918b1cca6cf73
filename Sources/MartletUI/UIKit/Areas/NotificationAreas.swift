// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import UIKit

/// The areas for banners that are in windows of the app.
@MainActor
final class NotificationAreas {
  static let shared = NotificationAreas()
  /// Posted after areas came into a window or left it.
  static let changed = Notification.Name("MartletNotificationAreasChanged")

  /// The one that came last is first.
  private var views: [WeakView] = []
  private var lastID = 0
  private var isTelling = false

  private struct WeakView {
    weak var view: NotificationAreaView?
  }

  func makeID() -> String {
    lastID += 1
    return "area-\(lastID)"
  }

  /// The areas in the windows of a scene that a banner can use.
  func reachable(in scene: UIWindowScene) -> [NotificationAreaView] {
    views.compactMap(\.view).filter { $0.window?.windowScene === scene && $0.isReachable }
  }

  func view(id: String, in scene: UIWindowScene) -> NotificationAreaView? {
    reachable(in: scene).first { $0.id == id }
  }

  /// A view came into a window, or left it.
  func moved(_ view: NotificationAreaView) {
    views.removeAll { $0.view == nil || $0.view === view }
    if view.window != nil { views.insert(WeakView(view: view), at: 0) }
    guard !isTelling else { return }
    isTelling = true
    // In the middle of a change of the hierarchy, nothing may be taken out of it. And a view that
    // only changes its place comes back at once.
    Task {
      isTelling = false
      NotificationCenter.default.post(name: Self.changed, object: nil)
    }
  }
}
#endif
