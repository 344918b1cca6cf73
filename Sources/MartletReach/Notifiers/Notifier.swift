// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows the banners of a category.
///
/// Only the notifier draws. When, whether and how often a banner is shown, and what follows, is
/// decided by `Reach`.
@MainActor
public protocol Notifier: AnyObject {
  /// Shows the banner of an item, or does not want to.
  ///
  /// After `show`, report `bannerAppeared()` when it is visible, then `tapBanner()` or
  /// `closeBanner()`. If this throws, the item is dropped, and the log has the error.
  func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer

  /// Takes the banner away. It may not be visible yet. Report nothing.
  func remove(_ item: Reach.Item)
}

extension Reach {
  /// What a notifier does with an item.
  public enum NotifierAnswer: Hashable, Sendable {
    /// It shows the banner now.
    case show
    /// Not now. The item is offered again at the next occasion: on another screen, when the app
    /// becomes active, when another item has ended.
    case postpone
  }
}
