// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import UIKit

extension Drive {
  /// The web views that live. A test expects none after its host is gone.
  public static var liveWebViews: [WKWebView] { WebViews.live }

  /// The names of the message handlers that a web view still keeps, and with them their owners.
  public static func messageHandlers(of webView: WKWebView) -> [String] {
    webView.ownConfiguration.userContentController.names
  }

  public static func schemes(of webView: WKWebView) -> [String] { webView.ownConfiguration.schemes }

  /// What the page is made from: the HTML, or the URL.
  public static func loading(of webView: WKWebView) -> (html: String?, url: URL?)? {
    webView.page.map { ($0.html, $0.request.url) }
  }

  /// Whether the policy allowed the load, so that the page may come.
  public static func hasStarted(_ webView: WKWebView) -> Bool {
    turn()
    return webView.page?.hasStarted == true
  }

  /// The main page of a scheme of the app, as its handler answered it.
  public static func mainResource(of webView: WKWebView) -> Resource? {
    webView.page?.main.map { Resource(task: $0, webView: webView) }
  }

  /// The page has arrived and is loaded. False if it never started, or if its handler has not
  /// answered.
  @discardableResult public static func finish(_ webView: WKWebView, title: String? = nil) -> Bool {
    turn()
    guard let page = webView.page, page.hasStarted, !page.isFinished else { return false }
    if let main = page.main {
      if let error = main.current.error {
        fail(webView, error)
        return false
      }
      guard main.current.isFinished else { return false }
    }
    (webView.url, webView.title) = (page.request.url, title)
    webView.navigationDelegate?.webView(webView, didCommit: page.navigation)
    (page.isFinished, webView.isLoading) = (true, false)
    webView.navigationDelegate?.webView(webView, didFinish: page.navigation)
    turn()
    return true
  }

  /// The page cannot be loaded.
  ///
  /// - Parameter isCommitted: whether its beginning had arrived already.
  public static func fail(
    _ webView: WKWebView, _ error: any Error = URLError(.cannotConnectToHost), isCommitted: Bool = false
  ) {
    turn()
    guard let page = webView.page, page.hasStarted, !page.isFinished else { return }
    webView.isLoading = false
    webView.liveTasks.stopAll(webView)
    if isCommitted {
      webView.navigationDelegate?.webView(webView, didFail: page.navigation, withError: error)
    } else {
      webView.navigationDelegate?.webView(
        webView, didFailProvisionalNavigation: page.navigation, withError: error)
    }
    turn()
  }

  /// The process of the page ends. The web view is white, and has no URL.
  ///
  /// - Parameter isSilent: true in the background, where the delegate may hear nothing.
  public static func terminateProcess(of webView: WKWebView, isSilent: Bool = false) {
    webView.liveTasks.stopAll(webView)
    let url = webView.url
    webView.page?.isDead = true
    (webView.isLoading, webView.url) = (false, nil)
    if !isSilent, let delegate = webView.navigationDelegate {
      webView.url = url
      delegate.webViewWebContentProcessDidTerminate(webView)
      if webView.page?.isDead == true { webView.url = nil }
    }
    turn()
  }

  // MARK: Frames and links

  public static func mainFrame(of webView: WKWebView) -> WKFrameInfo {
    WKFrameInfo(
      isMainFrame: true, request: webView.page?.request ?? URLRequest(url: URL(string: "about:blank")!),
      webView: webView)
  }

  /// A frame inside the page.
  public static func frame(_ url: URL, in webView: WKWebView) -> WKFrameInfo {
    WKFrameInfo(isMainFrame: false, request: URLRequest(url: url), webView: webView)
  }

  public enum LinkTarget { case sameFrame, newWindow }

  public struct LinkOutcome: Equatable {
    /// nil as long as the delegate has not decided.
    public var isAllowed: Bool?
    /// For a new window that was allowed: whether the app made a web view for it.
    public var opensWindow: Bool?
  }

  /// The page goes somewhere: by a link that was touched, or by a script (`type` other).
  @discardableResult
  public static func follow(
    _ url: URL, target: LinkTarget = .sameFrame, type: WKNavigationType = .linkActivated,
    from frame: WKFrameInfo? = nil,
    in webView: WKWebView
  ) -> LinkOutcome {
    turn()
    // The engine itself blocks it.
    if target == .newWindow, !webView.sandboxAllows("popups") { return LinkOutcome() }
    let source = frame ?? mainFrame(of: webView)
    let action = WKNavigationAction(
      request: URLRequest(url: url), source: source, target: target == .newWindow ? nil : source, type: type)
    let outcome = Outcome()
    webView.askPolicy(action) { allows in
      outcome.value.isAllowed = allows
      guard allows else { return }
      if target == .newWindow {
        let made = webView.uiDelegate?.webView(
          webView, createWebViewWith: webView.configuration, for: action, windowFeatures: WKWindowFeatures())
        outcome.value.opensWindow = made != nil
      } else if source.isMainFrame {
        webView.begin(URLRequest(url: url))
      }
    }
    turn()
    return outcome.value
  }

  private final class Outcome { var value = LinkOutcome() }

  /// The page calls `window.open`. The delegate is asked for a window at once, if the engine itself
  /// does not block it.
  ///
  /// - Parameter isPerson: whether a person has just done something in the page.
  public static func openWindow(_ url: URL, isPerson: Bool = true, in webView: WKWebView) {
    turn()
    defer { turn() }
    let configuration = webView.ownConfiguration
    guard isPerson || configuration.preferences.javaScriptCanOpenWindowsAutomatically,
      webView.sandboxAllows("popups"),
      !configuration.userContentController.ruleLists.contains(where: { $0.rules.blocks(url, as: "popup") })
    else { return }
    let action = WKNavigationAction(
      request: URLRequest(url: url), source: mainFrame(of: webView), target: nil, type: .other)
    _ = webView.uiDelegate?.webView(
      webView, createWebViewWith: webView.configuration, for: action, windowFeatures: WKWindowFeatures())
  }
}

extension WKWebView {
  /// Whether the page may ask the delegate for `modals` or `popups`: a page whose policy has a
  /// sandbox only with the word for it.
  func sandboxAllows(_ what: String) -> Bool {
    let answer = page?.main?.current.response as? HTTPURLResponse
    let policy = answer?.value(forHTTPHeaderField: "Content-Security-Policy") ?? ""
    let words = policy.split(separator: ";").map { $0.split(separator: " ") }.first { $0.first == "sandbox" }
    return words?.contains { $0 == "allow-\(what)" } ?? true
  }

  /// A navigation that was allowed already.
  func begin(_ request: URLRequest) {
    liveTasks.stopAll(self)
    let next = Page(request: request, html: nil)
    (page, isLoading, next.hasStarted) = (next, true, true)
    navigationDelegate?.webView(self, didStartProvisionalNavigation: next.navigation)
  }
}
