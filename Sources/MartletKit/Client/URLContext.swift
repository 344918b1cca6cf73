// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// A URL about to be opened because of a message; the delegate may change how.
  @MainActor
  public final class URLContext {
    /// What is opened.
    public var url: URL
    /// Whether the app's own web view is to show it, as the campaign's author wished.
    public var useWebView: Bool
    /// Opened only if an app takes it as a universal link; else nothing is opened. Default false.
    public var isUniversalLink: Bool
    /// The key-value pairs of the message that was clicked.
    public let extras: InAppMessage.Extras

    /// Presenters make one for `Martlet.open(_:)`.
    public init(url: URL, useWebView: Bool, isUniversalLink: Bool = false, extras: InAppMessage.Extras) {
      self.url = url
      self.useWebView = useWebView
      self.isUniversalLink = isUniversalLink
      self.extras = extras
    }
  }
}
