// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the options of a page's link
// rank: useful

import BrazeKit
import BrazeUI
import Foundation

@MainActor
private func fact(view: InAppMessageView, url: URL) -> String? {
  let (action, buttonId) = view.webViewQueryHandler().processInAppMessageURL(url, logBodyClick: false)
  return action.url == nil ? nil : buttonId
}
