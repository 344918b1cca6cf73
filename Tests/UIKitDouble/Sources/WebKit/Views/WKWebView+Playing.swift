// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import UIKit

/// All web views that live, for tests that look for leaks.
@MainActor enum WebViews {
  private struct Entry { weak var view: WKWebView? }
  private static var entries: [Entry] = []

  static var live: [WKWebView] { entries.compactMap(\.view) }
  static func add(_ view: WKWebView) { entries = entries.filter { $0.view != nil } + [Entry(view: view)] }
}

/// What a web view loads or has loaded.
@MainActor final class Page {
  let navigation = WKNavigation()
  let request: URLRequest
  let html: String?
  var hasStarted = false
  var isFinished = false
  var isDead = false
  var main: SchemeTask?

  init(request: URLRequest, html: String?) {
    self.request = request
    self.html = html
  }
}

extension WKWebView {
  func start(_ request: URLRequest, html: String?) -> WKNavigation {
    liveTasks.stopAll(self)
    let page = Page(request: request, html: html)
    (self.page, isLoading, title) = (page, true, nil)
    if html != nil, page.request.url?.scheme == "about" { url = page.request.url }
    Device.current.turns.afterThis { [weak self, weak page] in
      guard let self, let page, self.page === page else { return }
      let frame = WKFrameInfo(isMainFrame: true, request: request, webView: self)
      let action = WKNavigationAction(request: request, source: frame, target: frame, type: .other)
      self.askPolicy(action) { allows in if allows { self.begin(page) } else { self.refuse(page) } }
    }
    return page.navigation
  }

  /// Asks the delegate, which answers once. `decided` comes with the answer.
  func askPolicy(_ action: WKNavigationAction, _ decided: @escaping @MainActor (Bool) -> Void) {
    let preferences = ownConfiguration.defaultWebpagePreferences ?? WKWebpagePreferences()
    guard let navigationDelegate else { return decided(true) }
    let once = Once("the policy handler of \(action.request.url?.absoluteString ?? "a page")")
    navigationDelegate.webView(self, decidePolicyFor: action, preferences: preferences) { policy, _ in
      guard once.call() else { return }
      decided(policy == .allow)
    }
  }

  /// WebKit's own error: a policy has interrupted the load. It is no failure of the page.
  private func refuse(_ page: Page) {
    isLoading = false
    navigationDelegate?.webView(
      self, didFailProvisionalNavigation: page.navigation,
      withError: NSError(domain: "WebKitErrorDomain", code: 102))
    if self.page === page { self.page = nil }
  }

  private func begin(_ page: Page) {
    guard self.page === page else { return }
    page.hasStarted = true
    navigationDelegate?.webView(self, didStartProvisionalNavigation: page.navigation)
    guard page.html == nil, let url = page.request.url else { return }
    if ownConfiguration.urlSchemeHandler(forURLScheme: url.scheme ?? "") != nil {
      page.main = startTask(page.request)
    }
  }

  /// Starts a task of the handler for the scheme.
  func startTask(_ request: URLRequest) -> SchemeTask? {
    guard let handler = ownConfiguration.urlSchemeHandler(forURLScheme: request.url?.scheme ?? "") else {
      return nil
    }
    let task = SchemeTask(request: request)
    liveTasks.add(task, handler)
    handler.webView(self, start: task)
    return task
  }

  func run(_ script: Drive.Script, _ completion: @escaping @MainActor (Result<Any?, any Error>) -> Void) {
    scripts.append(script)
    for (name, value) in script.arguments where !Self.isPlain(value) {
      Violations.record(
        "the argument \(name) of a script is neither number, text, date, list, dictionary nor null")
    }
    Device.current.turns.afterThis { [weak self] in
      guard let self else { return completion(.failure(WKError(.webViewInvalidated))) }
      guard self.page?.isDead != true else {
        return completion(.failure(WKError(.webContentProcessTerminated)))
      }
      completion(self.answer(script))
    }
  }

  func result(of script: Drive.Script) async throws -> Any? {
    let box = Box()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      run(script) { result in
        box.result = result
        continuation.resume()
      }
    }
    return try box.result.get()
  }

  private final class Box {
    var result: Result<Any?, any Error> = .success(nil)
  }

  static func isPlain(_ value: Any) -> Bool {
    switch value {
    case is NSNumber, is NSNull, is String, is Date, is Bool, is Int, is Double: true
    case let list as [Any]: list.allSatisfy(isPlain)
    case let table as [String: Any]: table.values.allSatisfy(isPlain)
    default: false
    }
  }
}

extension Page {
  /// The tasks that a handler has not answered yet.
  // Used on the main thread only, also by the deinitialiser of the view.
  final class LiveTasks: @unchecked Sendable {
    private var entries: [(task: SchemeTask, handler: any WKURLSchemeHandler)] = []

    @MainActor func add(_ task: SchemeTask, _ handler: any WKURLSchemeHandler) {
      entries = entries.filter { $0.task.isLive } + [(task, handler)]
    }

    /// The handler hears of the stop and must not answer any more.
    @MainActor func stopAll(_ view: WKWebView) {
      let live = entries.filter { $0.task.isLive }
      entries = []
      for entry in live {
        entry.task.stop()
        entry.handler.webView(view, stop: entry.task)
      }
    }

    @MainActor func stop(_ task: SchemeTask, _ view: WKWebView) {
      guard task.isLive, let entry = entries.first(where: { $0.task === task }) else { return }
      task.stop()
      entry.handler.webView(view, stop: task)
    }

    fileprivate func stopSilently() {
      for entry in entries where entry.task.isLive { entry.task.stop() }
    }
  }

  /// The view is gone. Nobody can be told any more; an answer would come too late.
  nonisolated static func leave(_ tasks: LiveTasks) { tasks.stopSilently() }
}
