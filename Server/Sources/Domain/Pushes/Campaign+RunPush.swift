// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

extension Wire.Campaign {
  /// Whether the campaign's notifications bring its banner or data to devices. Nothing else does, because it has no trigger.
  public var isDeliveredByPush: Bool { message == nil && triggers.isEmpty && (banner != nil || data != nil) }

  /// What its runs send: its push, or a silent one that brings its banner or data. nil: nothing.
  public var runPush: Wire.PushNotification? { push ?? (isDeliveredByPush ? Wire.PushNotification(isSilent: true) : nil) }

  /// What its runs send, in its own language and in each of the others. Empty: nothing.
  public var runPushes: [Wire.PushNotification] {
    let languages = CampaignLanguages(self)
    let others = languages.map { languages in languages.tags.compactMap { languages.campaign(self, for: $0).runPush } }
    return [runPush].compactMap(\.self) + (others ?? [])
  }
}

extension CampaignContent {
  /// Whether its notifications bring its banner or data to devices. Nothing else does, because it has no trigger.
  public var isDeliveredByPush: Bool { surfaced.isDeliveredByPush }

  /// What its runs send. nil: nothing.
  public var runPush: Wire.PushNotification? { surfaced.runPush }

  private var surfaced: Wire.Campaign {
    Wire.Campaign(
      id: "", createdAt: .init(milliseconds: 0), triggers: triggers, message: message, banner: surfaces.banner, content: surfaces.content,
      data: surfaces.data, push: surfaces.push)
  }
}
