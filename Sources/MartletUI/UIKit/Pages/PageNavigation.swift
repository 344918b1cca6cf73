// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import UIKit
import WebKit

/// Lets a page load once, and turns everything else that it wants to open into a link, about which
/// the presenter decides.
final class PageNavigation: NSObject, WKNavigationDelegate {
  /// A link, with its target, and what the person did. No input: only a script opened it.
  var followed: (@MainActor (_ url: String, _ target: String?, PageInput?) -> Void)?
  /// The page could not be loaded, or its process has ended: why, for the log.
  var failed: (@MainActor (_ words: String) -> Void)?

  private let home: URL
  private var hasStarted = false

  init(home: URL) { self.home = home }

  func close() {
    followed = nil
    failed = nil
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    let url = navigationAction.request.url
    let isMainFrame = navigationAction.targetFrame?.isMainFrame ?? false
    if isMainFrame, !hasStarted, url == home {
      hasStarted = true
      return decisionHandler(.allow)
    }
    // A place inside the page.
    if isMainFrame, let url, url.fragment != nil, url.absoluteString.hasPrefix("\(home.absoluteString)#") {
      return decisionHandler(.allow)
    }
    decisionHandler(.cancel)
    guard let url, navigationAction.targetFrame == nil || isMainFrame else { return }
    let isPerson = navigationAction.navigationType == .linkActivated
    followed?(
      url.absoluteString, navigationAction.targetFrame == nil ? "_blank" : nil, isPerson ? .touch : nil)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
  ) {
    decisionHandler(
      navigationResponse.isForMainFrame && navigationResponse.canShowMIMEType ? .allow : .cancel)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) { fail(error) }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    fail(error)
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    failed?("The system has ended its process.")
  }

  /// A load that was cancelled, or that `decidePolicyFor` refused, is not a failure of the page.
  private func fail(_ error: any Error) {
    let error = error as NSError
    let isCancelled = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
    let isRefused = error.domain == "WebKitErrorDomain" && error.code == 102
    if !isCancelled, !isRefused { failed?("\(error.localizedDescription) (\(error.domain) \(error.code))") }
  }
}
#endif
