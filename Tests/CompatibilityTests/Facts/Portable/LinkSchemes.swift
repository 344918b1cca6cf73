// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: links of older pages with their own scheme
// rank: rare

import BrazeKit
import BrazeUI
import Foundation

@MainActor
private func fact(view: InAppMessageView, url: URL) -> Bool {
  let handler = view.webViewSchemeHandler()
  guard let action = handler.action(url: url) else { return false }
  handler.process(action: action, url: url)
  return Braze.WebViewBridge.SchemeHandler.schemes.contains("braze")
}
