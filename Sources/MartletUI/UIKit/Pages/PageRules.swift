// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import WebKit

/// Rules that keep a page from the network, besides its content security policy: only images, fonts and media may come from elsewhere.
@MainActor
enum PageRules {
  private static let version = "martlet-page-1"
  private static let json = """
    [{"trigger": {"url-filter": "^(https?|wss?|ftp)://",
      "resource-type": ["document", "script", "style-sheet", "raw", "svg-document", "popup", "fetch", "websocket", "other", "ping"]},
      "action": {"type": "block"}}]
    """

  /// Compiled once. nil if the system cannot compile them. A page is then not loaded.
  static func compiled() async -> WKContentRuleList? {
    guard let store = WKContentRuleListStore.default() else { return nil }
    if let known = await lookUp(in: store) { return known }
    return await withCheckedContinuation { continuation in
      store.compileContentRuleList(forIdentifier: version, encodedContentRuleList: json) { rules, _ in continuation.resume(returning: rules)
      }
    }
  }

  private static func lookUp(in store: WKContentRuleListStore) async -> WKContentRuleList? {
    await withCheckedContinuation { continuation in
      store.lookUpContentRuleList(forIdentifier: version) { rules, _ in continuation.resume(returning: rules) }
    }
  }
}
#endif
