// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the script of the bridge in a web view of the app's own
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(WebKit)
import WebKit
#endif

@MainActor
private func fact(controller: WKUserContentController, braze: Braze) {
  controller.addUserScript(Braze.WebViewBridge.ScriptMessageHandler.script)
  controller.add(
    Braze.WebViewBridge.ScriptMessageHandler(channel: .inAppMessage, braze: braze),
    name: Braze.WebViewBridge.ScriptMessageHandler.name)
}
