// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the window's level and scene
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  let scene: UIWindowScene?

  init(scene: UIWindowScene?) { self.scene = scene }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    context.windowLevel = UIWindow.Level.alert
    context.windowScene = scene
  }
}
