// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletReach

/// An announcement, with or without content.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public class AEReachAbstractAnnouncement: AEInteractiveContent {
  public override func kind() -> String { kAEAnnouncementKind }
}

/// A text or a page.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachAnnouncement: AEReachAbstractAnnouncement {
  private let announcement: Reach.Announcement

  init(item: Reach.Item, announcement: Reach.Announcement) {
    self.announcement = announcement
    super.init(item: item)
  }

  public override var title: String { announcement.title }
  public override var body: String { announcement.body }
  public override var actionLabel: String { announcement.actionLabel }
  public override var exitLabel: String { announcement.exitLabel }
  public override var actionURL: String? { announcement.clickAction.address }
  /// How the body is shown.
  public var type: AEAnnouncementType { announcement.kind == .html ? .html : .text }
}

/// A banner that opens no content.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachNotifAnnouncement: AEReachAbstractAnnouncement {
  public override func kind() -> String { kAENotifAnnouncementKind }
  /// What a tap on the banner opens. nil: nothing.
  public override var actionURL: String? { banner?.clickAction.address }
  /// Does nothing, because there is no content.
  public override func actionContent() {}
  /// Does nothing, because there is no content.
  public override func exitContent() {}
}

extension Reach.ClickAction {
  var address: String? {
    guard case .url(let url, _) = self else { return nil }
    return url.absoluteString
  }
}
