// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit
import WebKit

/// Serves pages under a scheme of the app, when the test says so.
final class Server: NSObject, WKURLSchemeHandler {
  var started: [any WKURLSchemeTask] = []
  var stopped = 0

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    started.append(urlSchemeTask)
  }
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { stopped += 1 }

  static func serve(_ task: any WKURLSchemeTask, _ text: String) {
    task.didReceive(
      URLResponse(
        url: task.request.url!, mimeType: "text/html", expectedContentLength: text.utf8.count,
        textEncodingName: nil))
    task.didReceive(Data(text.utf8))
    task.didFinish()
  }
}

/// Notes what happens to a page, and decides as it is told.
final class Guide: NSObject, WKNavigationDelegate, WKUIDelegate {
  var heard: [String] = []
  var policy: WKNavigationActionPolicy? = .allow
  var answers = 1
  var alertAnswers = 1
  var kept: [() -> Void] = []

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    let kind = navigationAction.navigationType == .linkActivated ? "link" : "load"
    heard.append(
      "\(kind) \(navigationAction.request.url?.absoluteString ?? "")"
        + (navigationAction.targetFrame == nil ? " in a new window" : ""))
    guard let policy else { return }
    for _ in 0..<answers { decisionHandler(policy) }
  }
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    heard.append("start")
  }
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { heard.append("commit") }
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { heard.append("finish") }
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    heard.append("failed \((error as NSError).code)")
  }
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    heard.append("failed late")
  }
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { heard.append("terminated") }

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor () -> Void
  ) {
    heard.append(
      "alert \(message)" + (frame.isMainFrame ? "" : " from a frame of \(frame.securityOrigin.host)"))
    for _ in 0..<alertAnswers { completionHandler() }
  }
}

/// Receives the messages of pages.
final class Listener: NSObject, WKScriptMessageHandler, WKScriptMessageHandlerWithReply {
  var heard: [String] = []
  var reply: ((@escaping @MainActor (Any?, String?) -> Void) -> Void)?

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    heard.append("\(message.name): \(message.body)" + (message.frameInfo.isMainFrame ? "" : " from a frame"))
  }
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) { reply?(replyHandler) }
}
