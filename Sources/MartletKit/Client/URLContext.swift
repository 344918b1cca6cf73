// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// A URL that a message is about to open. The delegate can change how it opens.
  @MainActor
  public final class URLContext {
    /// The URL to open.
    public var url: URL
    /// Whether it opens in the app's own web view. Initially as the campaign's author chose.
    public var useWebView: Bool
    /// True if the URL only opens if an app handles it as a universal link. Default: false.
    public var isUniversalLink: Bool
    /// The extras of the message.
    public let extras: InAppMessage.Extras

    /// Creates a context. Presenters pass it to `Martlet.open(_:)`.
    public init(url: URL, useWebView: Bool, isUniversalLink: Bool = false, extras: InAppMessage.Extras) {
      self.url = url
      self.useWebView = useWebView
      self.isUniversalLink = isUniversalLink
      self.extras = extras
    }
  }
}
