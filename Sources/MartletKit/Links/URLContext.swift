// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// A URL that a message or a notification is about to open. The delegate can change how it opens.
  @MainActor
  public final class URLContext {
    /// The URL to open.
    public var url: URL
    /// Whether a web page opens inside the app, on top of it. Initially as the campaign's author
    /// chose. Only for `http` and `https`: the system opens everything else, and web pages on
    /// systems where the app cannot show them.
    public var useWebView: Bool
    /// Whether the URL is a universal link.
    ///
    /// With `Configuration.forwardUniversalLinks`, such a link goes to the app's own delegate, and
    /// it is true at first if the host is one of `Configuration.universalLinkHosts`, unless the
    /// author chose the web view. Without it, the link only opens if an app handles it as a
    /// universal link. Default: false.
    public var isUniversalLink: Bool
    /// The extras of the message or the notification.
    public let extras: InAppMessage.Extras
    /// What opens the URL.
    public let source: Source
    /// The controller on which a page opens, and the scene of the link. Only `Platform` knows their
    /// types, which need UIKit.
    weak var controller: AnyObject?
    weak var scene: AnyObject?

    /// Creates a context. Presenters pass it to `Martlet.open(_:)`.
    public init(
      url: URL, useWebView: Bool, isUniversalLink: Bool = false, extras: InAppMessage.Extras,
      source: Source = .inAppMessage
    ) {
      self.url = url
      self.useWebView = useWebView
      self.isUniversalLink = isUniversalLink
      self.extras = extras
      self.source = source
    }

    /// What opens a URL.
    public enum Source: String, Hashable, Sendable {
      case inAppMessage, notification
    }
  }

  /// A web page that is about to open inside the app. The delegate can change how.
  @MainActor
  public final class ModalContext {
    /// The page.
    public let url: URL
    /// What opens it.
    public let source: URLContext.Source
    /// Whether the page moves in. Default: true.
    public var animatesPresentation = true
    /// Fields that other modules of this package accept, and that have no effect.
    package var unused = UnusedFields()
    /// The controller that presents the page. Only `Platform` knows its type, which needs UIKit.
    weak var controller: AnyObject?

    init(_ context: URLContext, on controller: AnyObject) {
      url = context.url
      source = context.source
      self.controller = controller
    }
  }
}
