// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import UIKit

extension EngagementAgent {
  /// The app leaves the foreground, so the person sees no screen any more. When it comes back, its
  /// switch may be another one in the settings.
  func followApp() {
    // The agent stays for as long as the app runs.
    _ = NotificationCenter.default.addObserver(
      forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
    ) {
      [weak self] _ in
      self?.takeSwitch()
    }
    _ = NotificationCenter.default.addObserver(
      forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
    ) {
      [weak self] _ in
      self?.endActivity()
    }
  }
}
#endif
