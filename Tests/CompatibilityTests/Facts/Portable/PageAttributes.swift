// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the attributes of pages
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private func fact() {
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.animation = .slide
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.automaticBodyClicks = true
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.linkTargetSupport = false
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.allowInspector = false
}
