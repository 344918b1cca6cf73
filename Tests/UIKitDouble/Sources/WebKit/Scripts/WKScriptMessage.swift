// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a page sent.
@MainActor open class WKScriptMessage: NSObject {
  /// NSNumber, NSString, NSDate, NSArray, NSDictionary or NSNull. Booleans are numbers.
  public let body: Any
  public let name: String
  public let frameInfo: WKFrameInfo
  public let world: WKContentWorld
  open private(set) weak var webView: WKWebView?

  package init(body: Any, name: String, frame: WKFrameInfo, world: WKContentWorld, webView: WKWebView?) {
    (self.body, self.name, frameInfo, self.world, self.webView) = (body, name, frame, world, webView)
    super.init()
  }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  /// The handler may be called once: with a value, or with an error text. If it is dropped, the
  /// page's promise is rejected.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void)
}
