// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// Figures over time, without what test devices do.
public protocol SeriesStore: Sendable {
  /// One figure over a period. Reads only rollups, whatever the number of events and people.
  ///
  /// An app or a campaign that does not exist has only zeros. A figure of the app ignores the
  /// campaign.
  func series(_ query: SeriesQuery, app: AppID) async throws(StoreError) -> Series
  /// How often events happened on each of the days, by topic, the most frequent first. Reads only
  /// rollups.
  ///
  /// - Parameter days: Counted from 1970 (UTC).
  func eventVolumes(app: AppID, days: Range<Int64>) async throws(StoreError) -> [EventVolume]
  /// What these campaigns counted since they began, without hours. Reads only totals.
  func campaignTotals(_ campaigns: [CampaignID], app: AppID) async throws(StoreError) -> [CampaignID:
    CampaignReport]
  /// The newest events of the app, from test devices too, newest first.
  ///
  /// - Parameters:
  ///   - topic: Only events of this topic. Of custom events, screens and purchases, those with the
  ///     newest time. Of all others, those among the last `EventSample.searched` that the server
  ///     received.
  ///   - limit: At most `EventSample.limit`.
  func newestEvents(of topic: EventTopic?, app: AppID, limit: Int) async throws(StoreError) -> [EventSample
    .Entry]
}
