// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletKit
import MartletReach

/// A content with a banner.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public class AEInteractiveContent: AEReachContent {
  let banner: Reach.Banner?
  /// The banner's tap only counts. The app shows what follows.
  private(set) var showsItself = false
  private var wasTapped = false

  override init(item: Reach.Item) {
    banner = item.banner
    super.init(item: item)
  }

  /// The title of the content. Empty: no title bar.
  public var title: String { "" }
  /// Empty: no button.
  public var actionLabel: String { "" }
  /// Empty: no button.
  public var exitLabel: String { "" }
  /// When the campaign is shown. Martlet asks for a banner only when it may be shown.
  public var behavior: AEContentBehavior { .anyTime }
  /// Empty: no title.
  public var notificationTitle: String { banner?.title ?? "" }
  /// Empty: no message.
  public var notificationMessage: String { banner?.text ?? "" }
  /// Whether the banner shows the icon of the module.
  public var notificationIcon: Bool { banner?.showsIcon ?? true }
  /// Whether the person can close the banner.
  public var notificationCloseable: Bool { banner?.isCloseable ?? true }
  /// The file on the device with the picture of the banner. nil: none.
  public var notificationImageURL: URL? { banner?.imageURL.flatMap { url in item.localAssets[url] } }
  /// Whether a tap on a push opened it.
  public var notifiedFromNativePush: Bool { item.isOpenedByPush }

  /// Whether the banner may be shown on a screen. Martlet asks notifiers only on screens that the
  /// author chose, so it is true.
  public func canNotify(_ activity: String!) -> Bool { !isExpired() }

  /// The banner is visible.
  public func displayNotification() { tell { $0.bannerAppeared() } }

  /// The person tapped the banner: the content opens, or the URL.
  public func actionNotification() { actionNotification(true) }

  /// The person tapped the banner.
  ///
  /// - Parameter launchAction: false: nothing opens. The app shows the content, and ends it with
  ///   `actionContent` or `exitContent`.
  #if canImport(ObjectiveC)
  @objc(actionNotification:)
  #endif
  public func actionNotification(_ launchAction: Bool) {
    guard !wasTapped else { return }
    wasTapped = true
    showsItself = !launchAction
    tell { $0.tapBanner() }
  }

  /// The person closed the banner.
  public func exitNotification() { end { $0.closeBanner() } }

  /// The content is visible.
  public func displayContent() { tell { $0.contentAppeared() } }

  override func report(_ status: String?) {
    switch status {
    case "in-app-notification-displayed": displayNotification()
    case "in-app-notification-actioned": actionNotification()
    case "in-app-notification-exited": exitNotification()
    case "content-displayed": displayContent()
    default: super.report(status)
    }
  }
}
