// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Cookies and storage of pages: the app's, or one that is gone with its web views.
@MainActor open class WKWebsiteDataStore: NSObject {
  public let isPersistent: Bool
  private static let shared = WKWebsiteDataStore(isPersistent: true)

  private init(isPersistent: Bool) {
    self.isPersistent = isPersistent
    super.init()
  }

  open class func `default`() -> WKWebsiteDataStore { shared }
  open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }
}
