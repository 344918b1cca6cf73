// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

extension FeedEntry.Content {
  static let vetoed = FeedEntry.Content(kind: .intent, title: "Nothing opens: the app blocked the click", tone: .warn)

  /// What a phone would open for a message.
  @MainActor
  static func intent(_ context: Martlet.URLContext) -> FeedEntry.Content {
    let title =
      switch context.url.scheme?.lowercased() {
      case "http", "https":
        if context.useWebView {
          "Opens in the app’s web view"
        } else if context.isUniversalLink {
          "Opens as a universal link"
        } else {
          "Opens in the browser"
        }
      case "mailto": "Opens the mail app"
      case "tel", "sms", "facetime", "facetime-audio": "Opens the phone app"
      default: "Opens a deep link into the app"
      }
    return FeedEntry.Content(kind: .intent, title: title, detail: context.url.absoluteString, tone: .good)
  }
}
