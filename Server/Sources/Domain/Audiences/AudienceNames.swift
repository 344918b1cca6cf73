// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The names by which forms and words name campaigns, audiences, and the questions of surveys.
public struct AudienceNames: Sendable {
  public var campaigns: [CampaignID: String]
  public var audiences: [AudienceID: String]
  /// The campaigns that have conversions.
  public var converting: Set<CampaignID>
  /// The questions of each survey, also those that only variants of an experiment ask.
  public var surveys: [CampaignID: [Wire.Question]]

  public init(
    campaigns: [CampaignID: String] = [:], audiences: [AudienceID: String] = [:],
    converting: Set<CampaignID> = [],
    surveys: [CampaignID: [Wire.Question]] = [:]
  ) {
    self.campaigns = campaigns
    self.audiences = audiences
    self.converting = converting
    self.surveys = surveys
  }

  public init(campaigns: [Campaign], audiences: [Audience]) {
    self.init(
      campaigns: campaigns.names,
      audiences: audiences.names,
      converting: Set(campaigns.filter { !$0.content.conversions.isEmpty }.map(\.id)),
      surveys: Dictionary(
        campaigns.map { ($0.id, $0.content.askedQuestions.map(\.question)) }.filter { !$0.1.isEmpty }
      ) { first, _ in first
      })
  }
}
