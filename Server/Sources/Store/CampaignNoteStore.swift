// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// What an interface in another format needs to know of campaigns, beside the campaigns themselves.
public protocol CampaignNoteStore: Sendable {
  /// The number of each campaign of the app, from 1. It never changes, and no other campaign of the
  /// app ever gets it.
  func campaignNumbers(app: AppID) async throws(StoreError) -> [CampaignID: Int]
  /// What the other format says of each campaign and the campaign has no place for. Campaigns
  /// without notes are left out.
  func campaignNotes(app: AppID) async throws(StoreError) -> [CampaignID: [String: Wire.JSONValue]]
  /// Replaces the notes of a campaign. They go with it when it is deleted. Throws `.notFound` if
  /// there is no such campaign.
  func setNotes(_ notes: [String: Wire.JSONValue], of campaign: CampaignID, app: AppID)
    async throws(StoreError)
}
