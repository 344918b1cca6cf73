// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Which campaigns ran when, and with which content.
public struct CampaignTimeline: Sendable {
  private struct Span {
    var from: Instant
    /// nil: it did not run.
    var campaign: Campaign?
  }

  private var spans: [[Span]] = []
  private var ids: Set<CampaignID> = []
  /// The instants at which a campaign began or ended to run, or changed while it ran. Ascending.
  public private(set) var changes: [Instant] = []

  public init() {}

  /// Adds a campaign.
  ///
  /// - Parameters:
  ///   - history: All of its changes that are kept, in any order.
  ///   - versions: What those wrote, in any order.
  public mutating func add(_ campaign: Campaign, _ history: [CampaignChange], _ versions: [CampaignVersion]) {
    let contents = Dictionary(versions.map { ($0.number, $0.snapshot) }) { first, _ in first }
    var spans: [Span] = []
    var (state, content) = (CampaignState.draft, nil as CampaignContent?)
    let history = history.sorted { $0.number < $1.number }
    for change in history {
      if case .performed(let action) = change.kind { state = state.after(action) ?? state }
      // The history of a campaign that was made running begins after its launch.
      if change == history.first, let launched = campaign.launchedAt, launched <= change.at {
        state = .running
      }
      if let snapshot = contents[change.number] { content = snapshot.content }
      var shown: Campaign?
      if state == .running, let content {
        shown = campaign
        shown?.state = .running
        shown?.content = content
        shown?.version = change.version
      }
      let from =
        change == history.first && shown != nil ? min(change.at, campaign.launchedAt ?? change.at) : change.at
      if spans.last?.campaign != shown { spans.append(Span(from: from, campaign: shown)) }
    }
    ids.insert(campaign.id)
    self.spans.append(spans)
    changes = Set(changes + spans.map(\.from)).sorted()
  }

  /// Whether it has the campaign.
  public func has(_ campaign: CampaignID) -> Bool { ids.contains(campaign) }

  /// The campaigns that ran at the instant.
  public func campaigns(at instant: Instant) -> [Campaign] {
    spans.compactMap { $0.last { $0.from <= instant }?.campaign }
  }
}
