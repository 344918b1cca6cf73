// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What a web view on Apple's systems gets for a page, as texts. `scripts/test-webkit` loads the
/// same texts into WebKit.
enum NativePage {
  /// The scheme that the host answers itself.
  static let scheme = "martlet-page"
  /// The address of the page.
  static let home = "\(scheme)://message/"
  /// The header field `Content-Security-Policy` of the page and its files.
  static let policy = PageFiles.policy(files: "\(scheme):", asksHost: true)

  /// Rules that keep a page from the network besides its policy, for WebKit's own compiler: only
  /// images, fonts and media may come from elsewhere.
  ///
  /// A pattern has no alternatives, because the compiler refuses them, and with them the whole
  /// list. Windows are not blocked here: the host is asked about each, and opens none.
  static let rules =
    "["
    + ["^https?://", "^wss?://", "^ftp://"].map { pattern in
      #"{"trigger":{"url-filter":"\#(pattern)","resource-type":["document","script","style-sheet","raw","svg-document","fetch","websocket","other","ping"]},"#
        + #""action":{"type":"block"}}"#
    }.joined(separator: ",\n") + "]"

  /// The name under which the system keeps the compiled rules. Other rules have another name.
  static let rulesName = "martlet-page-" + String(FNV1a(rules.utf8).value, radix: 16)
}
