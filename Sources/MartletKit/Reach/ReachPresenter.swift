// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletCore

/// Shows banners, announcements and surveys, and passes data to the app. The module MartletReach
/// has it.
///
/// It reports with `Martlet.handle(reach:)`. What it reports late, twice or in the wrong order
/// changes nothing.
@MainActor
package protocol ReachPresenter: AnyObject {
  func perform(_ action: ReachAction)
}

/// What a `ReachPresenter` has to do, in the order of the client's decisions.
package enum ReachAction: Sendable {
  /// Ask the notifier of its category. The answer has the same `attempt`. `isRepeat`: its banner
  /// was visible before.
  case offer(ReachItem, ReachContents, attempt: Int, isRepeat: Bool)
  case removeBanner(id: String)
  /// The person waits for the content. The category is nil if there is none, and while the campaign
  /// is not on the device.
  case showLoading(ReachItem, category: String?)
  case open(ReachItem, ReachContents)
  /// Take the content, or what is shown while it loads, away.
  case closeContent(id: String)
  /// The banner without content was tapped: open its URL.
  case follow(ReachItem, ReachContents)
  case passOn(ReachItem, ReachContents)
}
