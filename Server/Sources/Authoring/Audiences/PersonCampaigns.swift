// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// Which running campaigns are for a person, and why the others are not.
public struct PersonCampaigns: Sendable {
  /// One running campaign.
  public struct Standing: Sendable {
    public let campaign: Campaign
    public let eligibility: Eligibility
    /// The arm of its experiment. nil: it has none, or nothing is known about the person.
    public let arm: String?
    /// The languages in which the person's devices get its texts, as it writes them, without
    /// repetition and in the order of the devices. A campaign that does not say in which language
    /// it is written stands as an empty text. Empty: it has one language, or the person has no
    /// devices.
    public let languages: [String]
  }

  public enum Eligibility: Hashable, Sendable {
    /// It is for everybody.
    case everybody
    /// The person is in its audience.
    case inAudience
    /// The person is in the global holdout until then, so their devices get only campaigns that
    /// ignore it.
    case heldOut(until: Instant)
    /// This condition keeps the person out.
    case out(FailedCondition)
    /// Its audience cannot be evaluated, so it is for nobody.
    case unknown
  }

  private let store: any AudienceStore & ExperimentStore & SettingsStore

  public init(store: any AudienceStore & ExperimentStore & SettingsStore) {
    self.store = store
  }

  /// Where the person (`PersonID`) stands with each running campaign at that time, in the order of
  /// their names.
  ///
  /// - Parameters:
  ///   - campaigns: All of the app. Those that do not run are left out.
  ///   - audiences: All of the app.
  ///   - locales: Those of the person's devices.
  public func standings(
    of personID: String, among campaigns: [Campaign], _ audiences: [Audience], locales: [String?], app: AppID,
    at now: Instant
  ) async throws(StoreError) -> [Standing] {
    let running = campaigns.filter { $0.state == .running }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    let limited = running.filter { $0.content.audience != nil }
    var eligibility: [CampaignID: Eligibility] = [:]
    if !limited.isEmpty {
      var problems: [Diagnostic] = []
      let rules = limited.map { AudienceRule(json: $0.content.audience ?? .null, at: "audience", &problems) }
      let index = AudienceIndex(rules.map { $0 ?? .any([]) }, named: audiences.rules)
      let facts = try await store.facts(of: personID, AudienceNeeds(index.subjects), app: app, at: now)
      let matches = index.matches(facts, at: now)
      for (place, campaign) in limited.enumerated() {
        eligibility[campaign.id] =
          if rules[place] == nil || index.problems[place] != nil {
            .unknown
          } else if matches[place] {
            .inAudience
          } else {
            index.explain(place, facts, at: now).map { .out($0) } ?? .unknown
          }
      }
    }
    let standing = try await store.experimentStanding(of: personID, app: app)
    let holdout = try await store.settings(app: app).globalHoldout
    let heldOut = standing.flatMap { holdout.end(for: $0, at: now) }.map { Eligibility.heldOut(until: $0) }
    return running.map { campaign in
      let arms = campaign.content.experiment.map { ExperimentArms($0) }
      let arm = standing.flatMap { standing in arms?.arm(of: standing) }
      return Standing(
        campaign: campaign,
        eligibility: (campaign.content.ignoresGlobalHoldout ? nil : heldOut) ?? eligibility[campaign.id]
          ?? .everybody,
        arm: arm, languages: Self.languages(of: campaign, arm, locales))
    }
  }

  private static func languages(of campaign: Campaign, _ arm: String?, _ locales: [String?]) -> [String] {
    guard let languages = CampaignLanguages(campaign.definition) else { return [] }
    var found: [String] = []
    for locale in locales {
      let language = languages.language(for: locale, in: arm) ?? languages.standard ?? ""
      if !found.contains(language) { found.append(language) }
    }
    return found
  }
}

extension PersonCampaigns.Eligibility {
  /// Whether devices of the person get the campaign.
  public var isEligible: Bool {
    switch self {
    case .everybody, .inAudience: true
    case .heldOut, .out, .unknown: false
    }
  }

  /// Why, in one sentence without its full stop.
  public func words(_ names: AudienceNames) -> String {
    switch self {
    case .everybody: "For everybody"
    case .inAudience: "In its audience"
    case .heldOut(let end):
      "In the global holdout until \(PushOutcome.day(end)). Test devices get it all the same"
    case .out(let miss): "Not in its audience: \(miss.words(names))"
    case .unknown: "For nobody: its audience cannot be evaluated"
    }
  }
}
