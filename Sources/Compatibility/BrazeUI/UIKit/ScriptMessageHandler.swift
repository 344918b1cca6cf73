// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
public import BrazeKit
import MartletKit
public import MartletUI
public import UIKit
public import WebKit

extension Martlet.WebViewBridge {
  /// The bridge in a web view of the app's own.
  ///
  ///     controller.addUserScript(Braze.WebViewBridge.ScriptMessageHandler.script)
  ///     controller.add(
  ///       Braze.WebViewBridge.ScriptMessageHandler(channel: .inAppMessage, braze: braze),
  ///       name: Braze.WebViewBridge.ScriptMessageHandler.name)
  ///
  /// The page has `martletBridge`, also as `brazeBridge` and `appboyBridge`, once `ab.BridgeReady`
  /// was sent. Refused calls are in the client's log.
  @MainActor
  public final class ScriptMessageHandler: NSObject, WKScriptMessageHandler {
    /// The name under which the handler must be added.
    public static let name = "martletPage"

    /// The script of the bridge, for the main frame.
    public static var script: WKUserScript {
      WKUserScript(
        source: AppPageBridge.script(handler: name, access: .moved),
        injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page)
    }

    private let bridge: AppPageBridge

    /// Creates a handler. `closeMessage()` and `logClick()` are refused, because the page is in no
    /// message.
    ///
    /// - Parameters:
    ///   - channel: not used.
    ///   - braze: carries out the calls. nil: none has an effect.
    public init(channel: Martlet.Channel, braze: Martlet?) {
      bridge = AppPageBridge(access: .moved, client: braze)
      super.init()
    }

    init(_ bridge: AppPageBridge) {
      self.bridge = bridge
      super.init()
    }

    /// Receives a call. The system calls this.
    public func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      guard message.frameInfo.isMainFrame, let text = message.body as? String else { return }
      bridge.receive(text)
    }
  }
}

extension InAppMessageView {
  /// The bridge for a web view inside this view: its page closes and counts this message.
  public func webViewScriptMessageHandler() -> Martlet.WebViewBridge.ScriptMessageHandler {
    .init(
      AppPageBridge(
        access: .moved, client: inAppMessage?.data.context?.client,
        closeMessage: { [weak self] in self?.dismiss(completion: nil) },
        logClick: { [weak self] buttonID in self?.logClick(buttonId: buttonID) }))
  }
}
#endif
