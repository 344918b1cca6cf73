// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// A URL about to be opened because of a message; the delegate may change how.
  @MainActor
  public final class URLContext {
    public var url: URL
    public var useWebView: Bool
    public var isUniversalLink: Bool
    public let extras: InAppMessage.Extras

    public init(url: URL, useWebView: Bool, isUniversalLink: Bool = false, extras: InAppMessage.Extras) {
      self.url = url
      self.useWebView = useWebView
      self.isUniversalLink = isUniversalLink
      self.extras = extras
    }
  }
}
