// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import MartletKit
import ShopModel
import StoreKit
import UIKit

/// Where all links of the app arrive: from messages and notifications (through the client's
/// delegate), and from other apps (`onOpenURL`).
@MainActor
final class Links: MartletDelegate {
  /// The screens to go to. The root view reads it. A link that arrives before the first screen
  /// waits in the stream.
  let destinations: AsyncStream<DeepLink>
  private let continuation: AsyncStream<DeepLink>.Continuation

  /// Set by the owner of the client.
  var askForPush: @MainActor () async -> Bool = { false }

  init() {
    (destinations, continuation) = AsyncStream.makeStream()
  }

  /// Returns false for URLs that are not the app's own.
  @discardableResult
  func open(_ url: URL) -> Bool {
    guard let link = DeepLink(url) else { return false }
    switch link {
    case .review: askForReview()
    case .pushPermission: Task { await askForPush() }
    case .product, .cart, .account, .messages: continuation.yield(link)
    }
    return true
  }

  /// The App Store decides whether it asks: at most three times a year, and only in apps from the
  /// App Store does a review count.
  private func askForReview() {
    let scene = UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first {
      $0.activationState == .foregroundActive
    }
    if let scene { AppStore.requestReview(in: scene) }
  }

  // MARK: - MartletDelegate

  /// Asked for each URL of a message or a notification. The SDK opens what the app does not handle,
  /// such as web pages.
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    !open(context.url)
  }

  /// Why messages were or were not shown. In a real app, this helps while you write campaigns.
  func martlet(_ martlet: Martlet, didRecord record: Martlet.OutcomeRecord) {
    print("Message \(record.campaign): \(record.outcome) \(record.detail ?? "")")
  }
}
#endif
