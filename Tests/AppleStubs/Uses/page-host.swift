// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios visionos
import UIKit
import WebKit

/// Shows one page, serves its files, and hears its calls.
@MainActor
final class PageController: UIViewController, WKNavigationDelegate, WKUIDelegate, WKURLSchemeHandler,
  WKScriptMessageHandler,
  WKScriptMessageHandlerWithReply
{
  private var page: WKWebView?
  private var tasks: [ObjectIdentifier: any WKURLSchemeTask] = [:]

  func load(_ html: String, at base: URL) async throws {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.defaultWebpagePreferences.allowsContentJavaScript = true
    configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
    configuration.mediaTypesRequiringUserActionForPlayback = .all
    configuration.setURLSchemeHandler(self, forURLScheme: "martlet")
    let scripts = configuration.userContentController
    scripts.addUserScript(
      WKUserScript(source: "", injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
    scripts.add(self, contentWorld: .page, name: "martlet")
    scripts.addScriptMessageHandler(self, contentWorld: .world(name: "martlet"), name: "answer")
    if let rules = try await WKContentRuleListStore.default().compileContentRuleList(
      forIdentifier: "1", encodedContentRuleList: "[]")
      as WKContentRuleList?
    {
      scripts.add(rules)
    }
    let page = WKWebView(frame: view.bounds, configuration: configuration)
    page.navigationDelegate = self
    page.uiDelegate = self
    page.isOpaque = false
    page.scrollView.contentInsetAdjustmentBehavior = .never
    page.underPageBackgroundColor = .clear
    if #available(iOS 16.4, visionOS 1.0, *) { page.isInspectable = true }
    page.loadHTMLString(html, baseURL: base)
    self.page = page
    _ = try await page.callAsyncJavaScript("return a", arguments: ["a": 1], contentWorld: .page)
    page.evaluateJavaScript("1", in: nil, in: .page) { result in
      if case .failure(let error) = result { print(error) }
    }
  }

  func tearDown() {
    page?.stopLoading()
    page?.configuration.userContentController.removeAllScriptMessageHandlers()
    page?.configuration.userContentController.removeScriptMessageHandler(
      forName: "martlet", contentWorld: .page)
    page?.configuration.userContentController.removeAllUserScripts()
    page?.navigationDelegate = nil
    page?.removeFromSuperview()
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    guard let url = action.request.url, action.targetFrame?.isMainFrame ?? true else {
      return decisionHandler(.allow)
    }
    decisionHandler(action.navigationType == .linkActivated && url.scheme == "https" ? .cancel : .allow)
  }
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    if (error as NSError).code == NSURLErrorCancelled { return }
  }
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { tearDown() }

  func webView(
    _ webView: WKWebView, createWebViewWith: WKWebViewConfiguration, for action: WKNavigationAction,
    windowFeatures: WKWindowFeatures
  ) -> WKWebView? { nil }
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void
  ) {
    let alert = UIAlertController(title: nil, message: message, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in completionHandler() })
    present(alert, animated: true, completion: nil)
  }
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor (Bool) -> Void
  ) {
    completionHandler(false)
  }
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo,
    type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
  ) { decisionHandler(.deny) }

  func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
    tasks[ObjectIdentifier(task)] = task
    guard let url = task.request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "text/html"])
    else { return task.didFailWithError(URLError(.badURL)) }
    task.didReceive(response)
    task.didReceive(Data())
    task.didFinish()
  }
  func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) { tasks[ObjectIdentifier(task)] = nil }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, let call = message.body as? [String: Any],
      let name = call["name"] as? String
    else { return }
    if let number = call["value"] as? NSNumber, CFGetTypeID(number) == CFBooleanGetTypeID() { print(name) }
  }
  func userContentController(
    _ controller: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) { replyHandler(nil, "no") }
}
