// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

/// Reading the history of a campaign.
extension CampaignAuthoring {
  /// Newest first.
  ///
  /// - Parameter before: Only changes with smaller numbers; nil for all.
  public func changes(of campaign: Campaign, before: Int?, limit: Int) async throws(Rejection)
    -> [CampaignChange]
  {
    try await asking { () throws(StoreError) in
      try await store.changes(of: campaign.id, app: campaign.appID, before: before, limit: limit)
    }
  }

  /// The change with that number.
  public func change(_ number: Int, of campaign: Campaign) async throws(Rejection) -> CampaignChange {
    guard number > 0, number < Int.max,
      let change = try await changes(of: campaign, before: number + 1, limit: 1).first,
      change.number == number
    else { throw .notFound(.version) }
    return change
  }

  /// The versions with smaller numbers, newest first.
  public func versions(of campaign: Campaign, before: Int, limit: Int) async throws(Rejection)
    -> [CampaignVersion]
  {
    try await asking { () throws(StoreError) in
      try await store.versions(of: campaign.id, app: campaign.appID, before: before, limit: limit)
    }
  }

  /// What the campaign was at a revision, whether or not its history has a change with that number.
  public func version(atRevision revision: Int, of campaign: Campaign) async throws(Rejection)
    -> CampaignVersion
  {
    guard (1...campaign.revision).contains(revision),
      let version = try await versions(of: campaign, before: revision + 1, limit: 1).first
    else { throw .notFound(.version) }
    return version
  }

  /// What the campaign was from the change with that number on. Also for a change that wrote no
  /// content. For an automatic save whose place another took, what that one wrote.
  public func version(_ number: Int, of campaign: Campaign) async throws(Rejection) -> CampaignVersion {
    let number = try await present(number, of: campaign)
    guard let version = try await versions(of: campaign, before: number + 1, limit: 1).first else {
      throw .notFound(.version)
    }
    return version
  }

  /// The number itself if there is such a change, else that of the automatic save that took its
  /// place.
  private func present(_ number: Int, of campaign: Campaign) async throws(Rejection) -> Int {
    do throws(Rejection) {
      return try await change(number, of: campaign).number
    } catch .notFound(.version) {
      let newest = try await changes(of: campaign, before: nil, limit: CampaignHistoryLimits.newest)
      // Below the oldest of them, other changes may have been removed, whose content nobody knows.
      guard number > newest.last?.number ?? 0, let next = newest.last(where: { $0.number > number }),
        next.automaticSince != nil
      else {
        throw .notFound(.version)
      }
      return next.number
    }
  }
}
