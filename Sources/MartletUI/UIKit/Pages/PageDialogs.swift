// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import UIKit
import WebKit

/// The dialogs of a page: `alert`, `confirm`, `prompt`, and windows that it wants to open.
///
/// The system must get an answer for each dialog exactly once, also when the page ends while one is
/// open.
final class PageDialogs: NSObject, WKUIDelegate {
  var presenter: (@MainActor () -> UIViewController?)?
  /// Whether the page is there. While it loads, nobody sees who asks.
  var mayAsk: (@MainActor () -> Bool)?
  /// A window that the person wants to open.
  var openedWindow: (@MainActor (_ url: String) -> Void)?
  private var waiting: [Dialog] = []
  private var shown: UIAlertController?

  /// A page that opens dialogs in a loop must not block anyone.
  private static let maximum = 3

  private struct Dialog {
    var text: String
    /// The text of a field, or nil if the dialog has none.
    var field: String?
    var canCancel: Bool
    /// nil: cancelled.
    var answer: @MainActor (String?) -> Void
  }

  func close() {
    let open = waiting
    waiting = []
    presenter = nil
    mayAsk = nil
    openedWindow = nil
    shown?.dismiss(animated: false, completion: nil)
    shown = nil
    for dialog in open { dialog.answer(nil) }
  }

  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction,
    windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    if let url = navigationAction.request.url { openedWindow?(url.absoluteString) }
    return nil
  }

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor @Sendable () -> Void
  ) {
    ask(Dialog(text: message, field: nil, canCancel: false) { _ in completionHandler() })
  }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    ask(Dialog(text: message, field: nil, canCancel: true) { completionHandler($0 != nil) })
  }

  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor @Sendable (String?) -> Void
  ) {
    ask(Dialog(text: prompt, field: defaultText ?? "", canCancel: true) { completionHandler($0) })
  }

  /// A page of a message has no camera and no microphone.
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo,
    type: WKMediaCaptureType, decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
  ) {
    decisionHandler(.deny)
  }

  private func ask(_ dialog: Dialog) {
    guard mayAsk?() == true, waiting.count < Self.maximum, presenter != nil else { return dialog.answer(nil) }
    waiting.append(dialog)
    if waiting.count == 1 { showFirst() }
  }

  private func showFirst() {
    guard let dialog = waiting.first else { return }
    guard let controller = presenter?(), controller.viewIfLoaded?.window != nil,
      controller.presentedViewController == nil
    else {
      return answerFirst(nil)
    }
    let alert = UIAlertController(
      title: nil, message: String(dialog.text.prefix(1_000)), preferredStyle: .alert)
    if let field = dialog.field { alert.addTextField { $0.text = field } }
    if dialog.canCancel {
      alert.addAction(
        UIAlertAction(title: DialogWords.cancel, style: .cancel) { [weak self] _ in self?.answerFirst(nil) })
    }
    alert.addAction(
      UIAlertAction(title: DialogWords.confirm, style: .default) { [weak self, weak alert] _ in
        self?.answerFirst(alert?.textFields?.first?.text ?? "")
      })
    shown = alert
    controller.present(alert, animated: true, completion: nil)
  }

  private func answerFirst(_ text: String?) {
    guard !waiting.isEmpty else { return }
    let dialog = waiting.removeFirst()
    shown = nil
    dialog.answer(text)
    showFirst()
  }
}

/// The system's own words for dialogs, in the language of the app.
private enum DialogWords {
  @MainActor static var cancel: String { word("Cancel") }
  @MainActor static var confirm: String { word("OK") }

  private static func word(_ key: String) -> String {
    Bundle(for: UIApplication.self).localizedString(forKey: key, value: key, table: nil)
  }
}
#endif
