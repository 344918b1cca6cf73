// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `HtmlView.Attributes.configure`
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(WebKit)
import WebKit
#endif

@MainActor
private func fact() {
  BrazeInAppMessageUI.HtmlView.Attributes.defaults.configure = { (configuration: WKWebViewConfiguration) in
    configuration.allowsInlineMediaPlayback = true
  }
}
