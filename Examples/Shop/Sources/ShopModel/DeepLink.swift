// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the app's own URLs open: `shop://product/tulips`.
///
/// The same links come from messages, from notifications and from other apps, so they are read in
/// one place.
public enum DeepLink: Hashable, Sendable {
  case product(id: String)
  case cart
  case account
  case messages
  /// Asks for a review in the App Store. A campaign's button has this URL.
  case review
  /// Asks for permission to show notifications, after a message that explains why.
  case pushPermission

  public static let scheme = "shop"

  /// nil for URLs that are not the app's own.
  public init?(_ url: URL) {
    guard url.scheme?.lowercased() == Self.scheme else { return nil }
    switch (url.host ?? "", url.pathComponents.filter { $0 != "/" }) {
    case ("product", let path) where path.count == 1: self = .product(id: path[0])
    case ("cart", []): self = .cart
    case ("account", []): self = .account
    case ("messages", []): self = .messages
    case ("review", []): self = .review
    case ("push-permission", []): self = .pushPermission
    default: return nil
    }
  }

  /// The URL that opens it.
  public var url: URL {
    var parts = URLComponents()
    parts.scheme = Self.scheme
    switch self {
    case .product(let id): (parts.host, parts.path) = ("product", "/\(id)")
    case .cart: parts.host = "cart"
    case .account: parts.host = "account"
    case .messages: parts.host = "messages"
    case .review: parts.host = "review"
    case .pushPermission: parts.host = "push-permission"
    }
    // A scheme and a host always make a URL.
    return parts.url ?? URL(fileURLWithPath: "/")
  }
}
