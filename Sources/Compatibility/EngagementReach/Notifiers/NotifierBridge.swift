// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletReach

/// Makes a notifier of the app one of Martlet.
@MainActor
final class NotifierBridge: Notifier {
  private let notifier: any AENotifier
  private weak var module: AEReachModule?

  init(_ notifier: any AENotifier, of module: AEReachModule) {
    self.notifier = notifier
    self.module = module
  }

  func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer {
    guard let content = module?.interactiveContent(of: item) else { return .postpone }
    // What the notifier reports while it is asked counts after its answer.
    content.holdsReports = true
    guard try notifier.handleNotification(content) else {
      content.forgetReports()
      return .postpone
    }
    module?.began(content, .notifying)
    Task { @MainActor in
      // Of a notifier that the app wrote, only the answer is known. Others must have a view in a
      // window.
      if (notifier as? any SeesItsView)?.isShowing(content) ?? true { content.displayNotification() }
      content.sendHeldReports()
    }
    return .show
  }

  func remove(_ item: Reach.Item) {
    notifier.clearNotification(item.category ?? kAEReachDefaultCategory)
  }
}

/// A notifier that knows whether its view is visible. If it is not, the banner is not counted, and
/// is dropped after 5 seconds.
@MainActor
protocol SeesItsView: AENotifier {
  func isShowing(_ content: AEInteractiveContent) -> Bool
}
