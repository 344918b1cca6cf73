// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import UIKit

extension Drive {
  /// A script that the app ran in a page.
  @MainActor public struct Script {
    public var source: String
    public var arguments: [String: Any]
    public var world: WKContentWorld
    public var frame: WKFrameInfo?
  }

  public static func scripts(of webView: WKWebView) -> [Script] { webView.scripts }

  /// What the page answers to scripts. At first nil, which is undefined.
  public static func answerScripts(
    of webView: WKWebView, _ answer: @escaping (Script) -> Result<Any?, any Error>
  ) {
    webView.answer = answer
  }

  /// The answer to a message of a page.
  @MainActor public final class Reply {
    public enum State: Equatable {
      /// The page has no such handler: its script fails.
      case noHandler
      /// The handler gives no answers.
      case delivered
      /// The promise is still open.
      case open
      case value(String)
      case error(String)
      /// The handler was dropped: the promise is rejected.
      case dropped
    }

    public fileprivate(set) var value: Any?
    private var result: State
    fileprivate weak var handler: Handle?

    fileprivate init(_ state: State) { result = state }

    public var state: State { result == .open && handler == nil ? .dropped : result }

    fileprivate func answer(_ value: Any?, _ error: String?) {
      guard result == .open else {
        return Violations.record("the reply handler of a message was called twice")
      }
      self.value = value
      result = error.map(State.error) ?? .value(value.map { "\($0)" } ?? "undefined")
    }
  }

  /// Lives as long as somebody keeps the reply handler.
  fileprivate final class Handle {}

  /// The page calls `webkit.messageHandlers.NAME.postMessage(body)`.
  @discardableResult
  public static func post(
    _ body: Any, to name: String, from frame: WKFrameInfo? = nil, world: WKContentWorld = .page,
    in webView: WKWebView
  ) -> Reply {
    turn()
    let controller = webView.ownConfiguration.userContentController
    guard let handler = controller.handler(name, world) else { return Reply(.noHandler) }
    let message = WKScriptMessage(
      body: body, name: name, frame: frame ?? mainFrame(of: webView), world: world, webView: webView)
    defer { turn() }
    switch handler {
    case .plain(let handler):
      handler.userContentController(controller, didReceive: message)
      return Reply(.delivered)
    case .replying(let handler):
      let reply = Reply(.open)
      let handle = Handle()
      reply.handler = handle
      handler.userContentController(controller, didReceive: message) { value, error in
        withExtendedLifetime(handle) { reply.answer(value, error) }
      }
      return reply
    }
  }

  // MARK: Dialogues of a page

  /// A question that a page asks the person. The page waits until it is answered.
  @MainActor public final class Question {
    public fileprivate(set) var isAnswered = false
    /// What the page gets: nil for an alert, a Bool for a confirmation, a text or nil for a prompt.
    public fileprivate(set) var answer: Any?
  }

  public static func alert(_ message: String, from frame: WKFrameInfo? = nil, in webView: WKWebView)
    -> Question
  {
    ask("alert", nil, webView) { question, once in
      webView.uiDelegate?.webView(
        webView, runJavaScriptAlertPanelWithMessage: message,
        initiatedByFrame: frame ?? mainFrame(of: webView)
      ) { if once.call() { question.isAnswered = true } }
    }
  }

  public static func confirm(_ message: String, from frame: WKFrameInfo? = nil, in webView: WKWebView)
    -> Question
  {
    ask("confirm", false, webView) { question, once in
      webView.uiDelegate?.webView(
        webView, runJavaScriptConfirmPanelWithMessage: message,
        initiatedByFrame: frame ?? mainFrame(of: webView)
      ) { if once.call() { (question.isAnswered, question.answer) = (true, $0) } }
    }
  }

  public static func prompt(
    _ message: String, default text: String? = nil, from frame: WKFrameInfo? = nil, in webView: WKWebView
  )
    -> Question
  {
    ask("prompt", nil, webView) { question, once in
      webView.uiDelegate?.webView(
        webView, runJavaScriptTextInputPanelWithPrompt: message, defaultText: text,
        initiatedByFrame: frame ?? mainFrame(of: webView)
      ) { if once.call() { (question.isAnswered, question.answer) = (true, $0) } }
    }
  }

  /// Without a delegate, and in a sandbox without dialogs, the page gets its answer at once.
  private static func ask(
    _ name: String, _ answer: Any?, _ webView: WKWebView, _ start: (Question, Once) -> Void
  ) -> Question {
    turn()
    let question = Question()
    guard webView.uiDelegate != nil, webView.sandboxAllows("modals") else {
      (question.isAnswered, question.answer) = (true, answer)
      return question
    }
    start(question, Once("the completion handler of \(name)"))
    turn()
    return question
  }
}
