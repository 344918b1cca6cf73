// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import SceneHTML
import Store

/// Small pictures of campaigns. Each is drawn once for each revision, and only for the lines of a
/// list that somebody looks at, so a page with hundreds of campaigns behind it costs the same as
/// one with a few.
actor CampaignThumbnails {
  private let store: any CampaignStore
  private var known: [Key: Drawn] = [:]

  /// More than anybody pages through. Beyond it, all are drawn again.
  private static let kept = 2_000

  private struct Key: Hashable {
    let app: AppID
    let campaign: CampaignID
  }

  private struct Drawn {
    let revision: Int
    let drawing: SceneDrawing?
  }

  init(store: any CampaignStore) {
    self.store = store
  }

  /// The drawings of those of the campaigns that have one. The others are shown by the picture of
  /// their kind.
  ///
  /// - Parameter campaigns: As they are listed, without their messages' text.
  func drawings(of campaigns: [Campaign]) async throws(StoreError) -> [CampaignID: String] {
    var drawings: [CampaignID: String] = [:]
    for campaign in campaigns where campaign.content.message != nil {
      let drawing = try await drawing(of: campaign)
      if let drawing { drawings[campaign.id] = drawing.svg }
    }
    return drawings
  }

  private func drawing(of listed: Campaign) async throws(StoreError) -> SceneDrawing? {
    let key = Key(app: listed.appID, campaign: listed.id)
    if let drawn = known[key], drawn.revision == listed.revision { return drawn.drawing }
    // Gone in the meantime, or changed: the next page shows it.
    guard let campaign = try await store.campaign(listed.id, app: listed.appID),
      let message = PersonalText.withDefaults(campaign.content).message
    else { return nil }
    let drawing = await MessagePreview.drawing(message)
    if known.count >= Self.kept { known = [:] }
    known[key] = Drawn(revision: campaign.revision, drawing: drawing)
    return drawing
  }
}

extension CampaignContent {
  /// The name of the picture in `icons.svg` that stands for what it shows.
  var kindPicture: String {
    guard let message = self.message else { return (CampaignType(self) ?? .data).picture }
    return "kind-" + (message.kind.known ?? .modal).rawValue
  }
}
