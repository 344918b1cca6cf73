// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// What pages show about all campaigns of an app: their rows in the list, their names and what lint
/// finds. Campaigns are read again only after a change, so drawing a page costs the same with one
/// campaign as with hundreds.
actor CampaignListCache {
  struct Content: Sendable {
    /// In the store's order, newest first, without each message's text or page.
    var campaigns: [Campaign]
    /// Campaign names by campaign id.
    var names: [String: String]
    /// Who created each campaign, as far as that is known.
    var creators: [CampaignID: Author]
    /// What lint finds among the running campaigns.
    var findings: [LintFinding]
    /// The running campaigns; nil if there are too many to compare.
    fileprivate var lint: CampaignLint?
    fileprivate var version: Int
    fileprivate var judgedAt: Instant

    /// - Parameter lint: The running campaigns; nil if there are too many to compare.
    fileprivate init(
      campaigns: [Campaign], creators: [CampaignID: Author] = [:], lint: CampaignLint?, version: Int,
      at now: Instant
    ) {
      self.campaigns = campaigns
      self.creators = creators
      names = Dictionary(campaigns.map { ($0.id.rawValue, $0.name) }) { first, _ in first }
      findings = lint?.findings ?? []
      self.lint = lint
      self.version = version
      judgedAt = now
    }

    /// The content of an app without campaigns.
    init(at now: Instant) {
      self.init(campaigns: [], lint: CampaignLint([], at: now), version: -1, at: now)
    }

    /// Findings about one campaign, compared with the running ones as if it ran too. Empty when
    /// there are too many to compare.
    func findings(about candidate: Campaign, loggedEvents: Set<String>?, at now: Instant) -> [LintFinding] {
      let subject = CampaignLint.Subject(name: candidate.name, campaign: candidate.definition)
      guard let lint = lint?.adding(subject, loggedEvents: loggedEvents, at: now),
        lint.count <= CampaignListCache.lintedAtMost
      else {
        return []
      }
      return lint.findings(for: candidate.id)
    }
  }

  /// With more running campaigns than this, pages compare none; `martlet lint` compares any number.
  static let lintedAtMost = 500
  /// How long findings stay valid: what lint says about schedules depends on the time.
  private static let judgedFor = Duration.seconds(60)

  private let store: any CampaignStore & CampaignHistoryStore & SettingsStore
  private let environment: Environment
  private var contents: [AppID: Content] = [:]

  init(store: any CampaignStore & CampaignHistoryStore & SettingsStore, environment: Environment) {
    self.store = store
    self.environment = environment
  }

  func content(of app: AppID) async throws(StoreError) -> Content {
    let now = environment.now()
    // Read before the campaigns: if they change in between, the next page reads them again.
    let version = try await store.catalogueVersion(app: app)
    if var known = contents[app], known.version == version {
      let age = now.duration(since: known.judgedAt)
      if age < .zero || age >= Self.judgedFor {
        known.findings = known.lint?.at(now).findings ?? []
        known.judgedAt = now
        contents[app] = known
      }
      return known
    }
    let campaigns = try await store.campaigns(app: app)
    let creators = try await store.creators(app: app)
    let running = campaigns.filter { $0.state == .running }
    var lint: CampaignLint?
    if running.count <= Self.lintedAtMost {
      lint = CampaignLint(
        running.map { CampaignLint.Subject(name: $0.name, campaign: $0.withoutText.definition) },
        caps: try await store.settings(app: app).caps, at: now)
    }
    let content = Content(
      campaigns: campaigns.map(\.withoutText), creators: creators, lint: lint, version: version, at: now)
    contents[app] = content
    return content
  }
}

extension Campaign {
  /// A copy without the message's text, which lint does not look at.
  fileprivate var withoutText: Campaign {
    var thin = self
    thin.content.message?.message = nil
    return thin
  }
}
