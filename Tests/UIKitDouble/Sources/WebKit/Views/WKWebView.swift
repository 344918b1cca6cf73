// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import UIKit

/// Shows a page in a process of its own. The double keeps what it is told, and lets a test play the
/// page.
open class WKWebView: UIView {
  private let own: WKWebViewConfiguration
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  public let scrollView = UIScrollView(frame: .zero)
  /// From iOS 16.4.
  open var isInspectable = false
  open var allowsLinkPreview = true
  open var allowsBackForwardNavigationGestures = false
  open var customUserAgent: String?
  open var underPageBackgroundColor: UIColor!
  open var pageZoom: CGFloat = 1
  open internal(set) var url: URL?
  open internal(set) var title: String?
  open internal(set) var isLoading = false
  open var estimatedProgress: Double { isLoading ? 0.1 : page == nil ? 0 : 1 }
  var page: Page?
  var scripts: [Drive.Script] = []
  var answer: (Drive.Script) -> Result<Any?, any Error> = { _ in .success(nil) }

  /// The configuration is copied: later changes of it have no effect. Its user content controller
  /// and data store are the same objects.
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    own = configuration.duplicate()
    super.init(frame: frame)
    addSubview(scrollView)
    WebViews.add(self)
  }

  public override convenience init(frame: CGRect) {
    self.init(frame: frame, configuration: WKWebViewConfiguration())
  }
  public required init?(coder: NSCoder) { nil }

  deinit { Page.leave(handlers) }

  /// What a deinitialiser may still use.
  private nonisolated let handlers = Page.LiveTasks()
  var liveTasks: Page.LiveTasks { handlers }

  /// A copy.
  open var configuration: WKWebViewConfiguration { own.duplicate() }
  var ownConfiguration: WKWebViewConfiguration { own }

  open override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
  }

  /// Whether WebKit itself loads URLs with this scheme. No handler can be set for it.
  open class func handlesURLScheme(_ urlScheme: String) -> Bool {
    ["http", "https", "file", "about", "blob", "data", "ftp", "javascript", "ws", "wss"].contains(
      urlScheme.lowercased())
  }

  // MARK: Loading

  /// The origin of the page is that of the base URL.
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    start(URLRequest(url: baseURL ?? URL(string: "about:blank")!), html: string)
  }
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { start(request, html: nil) }
  @discardableResult open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL)
    -> WKNavigation?
  {
    if !url.isFileURL || !readAccessURL.isFileURL { Violations.record("loadFileURL needs file URLs") }
    return start(URLRequest(url: url), html: nil)
  }
  @discardableResult open func reload() -> WKNavigation? { url.map { start(URLRequest(url: $0), html: nil) } }

  open func stopLoading() {
    guard let page, isLoading else { return }
    liveTasks.stopAll(self)
    isLoading = false
    if page.hasStarted {
      navigationDelegate?.webView(
        self, didFailProvisionalNavigation: page.navigation, withError: URLError(.cancelled))
    }
    self.page = nil
  }

  // MARK: Scripts: a test answers them, and the answer comes in a later turn

  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    run(Drive.Script(source: javaScriptString, arguments: [:], world: .page, frame: nil)) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  open func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    run(Drive.Script(source: javaScript, arguments: [:], world: contentWorld, frame: frame)) {
      completionHandler?($0.map { $0 ?? NSNull() })
    }
  }

  open func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    run(Drive.Script(source: functionBody, arguments: arguments, world: contentWorld, frame: frame)) {
      completionHandler?($0.map { $0 ?? NSNull() })
    }
  }

  open func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await result(of: Drive.Script(source: javaScript, arguments: [:], world: contentWorld, frame: frame))
  }

  open func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await result(
      of: Drive.Script(source: functionBody, arguments: arguments, world: contentWorld, frame: frame))
  }
}
