// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What is about to happen with an item as soon as its files are on the device.
enum ReachTask: Sendable {
  case offer(ReachItem, ReachContents, attempt: Int, isRepeat: Bool)
  case load(ReachItem, ReachContents)
  /// The files of the content are here, until the item ends.
  case loaded(Martlet.LocalAssets)

  var key: String? {
    switch self {
    case .offer(let item, _, _, _): Self.key(ofBannerOf: item.id)
    case .load(let item, _): Self.key(ofContentOf: item.id)
    case .loaded: nil
    }
  }

  var needs: AssetNeeds {
    switch self {
    case .offer(_, let contents, _, _): AssetNeeds(banner: contents.banner)
    case .load(_, let contents): AssetNeeds(content: contents.content)
    case .loaded: AssetNeeds(nil)
    }
  }

  /// A banner waits for less than the time that a notifier has. The person sees that content loads,
  /// so it waits as long as a message.
  var patience: Duration? {
    switch self {
    case .offer: .seconds(3)
    case .load, .loaded: nil
    }
  }

  // Presentations of messages have ids without a slash.
  static func key(ofBannerOf id: String) -> String { "\(id)/banner" }
  static func key(ofContentOf id: String) -> String { "\(id)/content" }
}
