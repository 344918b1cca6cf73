// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// The histories of campaigns. `CampaignStore` writes them, in the transaction of each change.
///
/// Of each campaign, the newest changes (`CampaignHistoryLimits`) are kept, and for ever its first
/// one, launches, ends, and the content with which it ran. The history of a draft goes with it when
/// it is deleted.
public protocol CampaignHistoryStore: Sendable {
  /// Newest first, without what they wrote.
  ///
  /// - Parameter before: Only changes with smaller numbers; nil for all.
  func changes(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignChange]
  /// Those of the changes that wrote a name or content, with what they wrote. Newest first.
  ///
  /// - Parameter before: Only versions with smaller numbers; nil for all.
  func versions(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignVersion]
  /// Who created each campaign of the app. Campaigns that are older than their history are left
  /// out.
  func creators(app: AppID) async throws(StoreError) -> [CampaignID: Author]
}
