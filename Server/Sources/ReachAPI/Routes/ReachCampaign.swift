// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Foundation
import MartletCore
import MartletWire
import Store

/// A campaign as the old service listed it.
struct ReachCampaign: Sendable {
  var campaign: Campaign
  /// The id in the old format.
  var number: Int
  var kind: CampaignKind
  var draft: Draft

  enum State: String, CaseIterable {
    case draft, scheduled
    case inProgress = "in-progress"
    case finished
  }

  /// A paused campaign is a draft: it can be changed and activated again, and sends nothing
  /// meanwhile.
  func state(at now: Instant) -> State {
    switch campaign.state {
    case .draft, .paused: .draft
    case .finished: .finished
    case .running: hasBegun(at: now) ? .inProgress : .scheduled
    }
  }

  private func hasBegun(at now: Instant) -> Bool {
    if let startsAt = campaign.content.startsAt { return startsAt <= now }
    guard let local = campaign.content.rules.startsAtLocal.flatMap({ LocalTime(text: $0) }) else {
      return true
    }
    // The first clocks on earth are 14 hours ahead.
    return local.instant(offset: .seconds(14 * 3_600)) <= now
  }

  /// What lists have of it.
  func summary(at now: Instant) -> [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "id": .int(Int64(number)), "name": .string(campaign.name), "kind": .string(kind.rawValue),
      "state": .string(state(at: now).rawValue),
    ]
    fields["activatedDate"] = campaign.launchedAt.map { .string(WallTime($0, in: .gmt).text) }
    fields["finishedDate"] = campaign.finishedAt.map { .string(WallTime($0, in: .gmt).text) }
    return fields
  }

  func document(at now: Instant) -> [String: Wire.JSONValue] {
    draft.document(kind).merging(summary(at: now)) { _, own in own }
  }
}

/// Finds campaigns by what the old service knew of them.
struct ReachCatalogue: Sendable {
  let store: any Store

  /// By id. Messages are not among them, because the old service had none.
  func campaigns(app: AppID) async throws -> [ReachCampaign] {
    let numbers = try await store.campaignNumbers(app: app)
    let notes = try await store.campaignNotes(app: app)
    return try await store.campaigns(app: app).compactMap { campaign in
      let draft = Draft(campaign, notes: notes[campaign.id] ?? [:])
      guard let kind = draft.kind, let number = numbers[campaign.id] else { return nil }
      return ReachCampaign(campaign: campaign, number: number, kind: kind, draft: draft)
    }.sorted { $0.number < $1.number }
  }

  func campaign(_ number: Int, _ kind: CampaignKind, app: AppID) async throws -> ReachCampaign {
    let found = try await campaigns(app: app).first { $0.number == number && $0.kind == kind }
    guard let found else { throw ReachAnswers.notFound(kind) }
    return found
  }

  /// The first one with this name: the console lets several campaigns have the same.
  func campaign(named name: String, _ kind: CampaignKind, app: AppID) async throws -> ReachCampaign {
    let found = try await campaigns(app: app).first { $0.campaign.name == name && $0.kind == kind }
    guard let found else { throw ReachAnswers.notFound(kind) }
    return found
  }
}
