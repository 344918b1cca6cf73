// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

extension Martlet {
  /// Opens the URL of a banner, an announcement, or a link in its page.
  @MainActor
  func follow(_ action: Reach.ClickAction, extras: Reach.Extras) {
    guard case .url(let url, let useWebView) = action else { return }
    open(URLContext(url: url, useWebView: useWebView, extras: extras, source: .inAppMessage))
  }
}
