// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
import MartletKit

/// `Martlet.URLContext`: a URL that a message is about to open. Changes apply to how it opens.
@MainActor @objc(BRZURLContext) @objcMembers
public final class BRZURLContext: NSObject {
  private let typed: Martlet.URLContext

  init(_ typed: Martlet.URLContext) { self.typed = typed }

  /// The URL to open.
  public var url: URL {
    get { typed.url }
    set { typed.url = newValue }
  }
  /// Whether it opens in the app's own web view. Initially as the campaign's author chose.
  public var useWebView: Bool {
    get { typed.useWebView }
    set { typed.useWebView = newValue }
  }
  /// Whether the URL only opens if an app handles it as a universal link. Default: NO.
  public var isUniversalLink: Bool {
    get { typed.isUniversalLink }
    set { typed.isUniversalLink = newValue }
  }
  /// The source of the URL: always an in-app message.
  public var channel: BRZChannel { .inAppMessage }
  /// The extras of the message.
  public var extras: [String: Any] { typed.extras.pairs }
}

/// The source of a URL.
@objc(BRZChannel)
public enum BRZChannel: Int, Sendable { case notification, inAppMessage, contentCard, banner }
#endif
