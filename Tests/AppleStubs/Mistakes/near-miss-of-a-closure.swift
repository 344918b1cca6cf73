// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: nearly matches optional requirement
import WebKit

@MainActor final class Mistake: NSObject, WKNavigationDelegate {
  func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction, decisionHandler: @escaping (Int) -> Void
  ) {}
}
