// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Shows banners with a nib of the app under the default name, or with the view of the SDK.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor
final class DefaultNotifier: SeesItsView {
  private let stage: AENotificationStage

  init(_ stage: AENotificationStage) { self.stage = stage }

  func handleNotification(_ content: AEInteractiveContent!) -> Bool {
    guard let content, let view = stage.makeView(nibName: nil) else { return false }
    let stage = stage
    stage.prepare(view, for: content) {
      stage.dismiss()
      content.actionNotification()
    } exited: {
      stage.dismiss()
      content.exitNotification()
    }
    return stage.show(view, for: content, animateArea: stage.fadeIn, animateOverlay: stage.slideIn)
  }

  func clearNotification(_ category: String!) { stage.dismiss() }

  func isShowing(_ content: AEInteractiveContent) -> Bool { stage.isShowing(content) }
}
#endif
