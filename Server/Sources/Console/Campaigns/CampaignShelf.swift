// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// What pages say of an app's campaigns beside one another: their lines in the list, their names, and what lint finds. Read anew when anything has
/// changed, so that drawing a page costs the same with one campaign and with hundreds.
actor CampaignShelf {
  struct Content: Sendable {
    /// As the store has them, newest first, but without the text or page that each shows.
    var campaigns: [Campaign]
    /// By id.
    var names: [String: String]
    /// What was found among those that run.
    var findings: [LintFinding]
    /// Those that run; nil: too many to compare at once.
    fileprivate var lint: CampaignLint?
    fileprivate var version: Int
    fileprivate var judgedAt: Instant

    /// - Parameter lint: of those that run; nil: too many to compare at once.
    fileprivate init(campaigns: [Campaign], lint: CampaignLint?, version: Int, at now: Instant) {
      self.campaigns = campaigns
      names = Dictionary(campaigns.map { ($0.id.rawValue, $0.name) }) { first, _ in first }
      findings = lint?.findings ?? []
      self.lint = lint
      self.version = version
      judgedAt = now
    }

    /// Of an app without any campaign.
    init(at now: Instant) {
      self.init(campaigns: [], lint: CampaignLint([], at: now), version: -1, at: now)
    }

    /// What concerns one campaign beside those that run, as if it ran too; nothing when they are too many.
    func findings(about candidate: Campaign, loggedEvents: Set<String>?, at now: Instant) -> [LintFinding] {
      let subject = CampaignLint.Subject(name: candidate.name, campaign: candidate.definition)
      guard let lint = lint?.adding(subject, loggedEvents: loggedEvents, at: now), lint.count <= CampaignShelf.lintedAtMost else {
        return []
      }
      return lint.findings(for: candidate.id)
    }
  }

  /// More running campaigns than this are not compared while a page is drawn; `martlet lint` compares any number.
  static let lintedAtMost = 500
  /// Time goes on, and with it what lint says of schedules.
  private static let judgedFor = Duration.seconds(60)

  private let store: any CampaignStore & SettingsStore
  private let environment: Environment
  private var contents: [AppID: Content] = [:]

  init(store: any CampaignStore & SettingsStore, environment: Environment) {
    self.store = store
    self.environment = environment
  }

  func content(of app: AppID) async throws(StoreError) -> Content {
    let now = environment.now()
    // Before the campaigns: if they change in between, the next page reads them again.
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
    let running = campaigns.filter { $0.state == .running }
    var lint: CampaignLint?
    if running.count <= Self.lintedAtMost {
      lint = CampaignLint(
        running.map { CampaignLint.Subject(name: $0.name, campaign: $0.definition.withoutText) },
        caps: try await store.settings(app: app).caps, at: now)
    }
    let content = Content(campaigns: campaigns.map(\.withoutText), lint: lint, version: version, at: now)
    contents[app] = content
    return content
  }
}

extension Campaign {
  fileprivate var withoutText: Campaign {
    var thin = self
    thin.content.message.message = nil
    return thin
  }
}

extension Wire.Campaign {
  /// Nothing that lint looks at.
  fileprivate var withoutText: Wire.Campaign {
    var thin = self
    thin.message.message = nil
    return thin
  }
}
