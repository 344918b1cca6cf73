// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The frequency caps that limit a campaign's push: its own, those of its tags, and those of all
/// campaigns.
///
/// Devices apply the same caps to what they show. A cap per session does not limit pushes, because
/// the server does not know when a session is over.
public struct PushCaps: Equatable, Sendable {
  /// What a person saw or was sent of a campaign.
  public struct Showing: Equatable, Sendable {
    public var campaign: CampaignID
    public var at: Instant
    /// Whether an experiment kept it from the person. It counts for the campaign's own caps, so
    /// that all arms go on alike, and for no others.
    public var isWithheld: Bool

    public init(campaign: CampaignID, at: Instant, isWithheld: Bool = false) {
      self.campaign = campaign
      self.at = at
      self.isWithheld = isWithheld
    }
  }

  /// Which shared caps count the showings of a campaign.
  public struct Reach: Equatable, Sendable {
    public var tags: Set<String>
    /// Whether the caps for all campaigns count it.
    public var isPaced: Bool

    /// Messages and capped pushes are always paced, and other campaigns if their author says so.
    public init(_ campaign: Wire.Campaign) {
      tags = Set(campaign.rules.tags)
      isPaced = campaign.message != nil || campaign.surfaceRules.isPaced || campaign.push?.isCapped == true
    }
  }

  private let campaign: CampaignID
  private let caps: [Limit]

  /// nil if no cap limits the push.
  public init?(of campaign: Wire.Campaign, own: [FrequencyCap], shared: [SharedCap]) {
    guard campaign.push?.isCapped == true else { return nil }
    self.campaign = CampaignID(campaign.id)
    let tags = Set(campaign.rules.tags)
    let caps =
      own.map { Limit(scope: .campaign, cap: $0) }
      + shared.compactMap { shared in
        guard let tag = shared.tag else { return Limit(scope: .all, cap: shared.cap) }
        return tags.contains(tag) ? Limit(scope: .tag(tag), cap: shared.cap) : nil
      }
    self.caps = caps.filter { $0.cap.window != .session }
    if self.caps.isEmpty { return nil }
  }

  /// Whether some cap counts other campaigns too.
  public var isShared: Bool { caps.contains { $0.scope != .campaign } }

  /// Nothing before this instant counts.
  public func earliest(at now: Instant) -> Instant {
    caps.map { $0.cap.window.length.map { now - $0 } ?? Instant(milliseconds: 0) }.min() ?? now
  }

  /// The first cap that allows no further push; nil if all allow one.
  ///
  /// - Parameter reach: of other campaigns. nil for one that is gone: only the caps for all
  ///   campaigns count it.
  public func reached(_ showings: [Showing], at now: Instant, reach: (CampaignID) -> Reach?) -> Limit? {
    caps.first { limit in
      let since = limit.cap.window.length.map { now - $0 }
      let count = showings.count { showing in
        guard since.map({ showing.at > $0 }) ?? true else { return false }
        if showing.isWithheld, limit.scope != .campaign { return false }
        switch limit.scope {
        case .campaign: return showing.campaign == campaign
        case .tag(let tag):
          return showing.campaign == campaign || reach(showing.campaign)?.tags.contains(tag) ?? false
        case .all: return showing.campaign == campaign || reach(showing.campaign)?.isPaced ?? true
        }
      }
      return count >= limit.cap.limit
    }
  }

  /// A cap and what it counts.
  public struct Limit: Equatable, Sendable {
    public enum Scope: Equatable, Sendable {
      case campaign, all
      case tag(String)
    }

    public var scope: Scope
    public var cap: FrequencyCap

    /// As it is stored and reported: `campaign 1 lifetime`, `all 3 day`, `tag 2 week promo`.
    public var text: String {
      let limit = "\(cap.limit) \(cap.window.rawValue)"
      return switch scope {
      case .campaign: "campaign \(limit)"
      case .all: "all \(limit)"
      case .tag(let tag): "tag \(limit) \(tag)"
      }
    }

    /// `all campaigns: at most 3 times per day`
    public var words: String {
      let whose =
        switch scope {
        case .campaign: "this campaign"
        case .all: "all campaigns"
        case .tag(let tag): "campaigns tagged “\(tag)”"
        }
      return whose + ": " + Wire.Cap(limit: cap.limit, within: .known(cap.window)).words
    }

    public init(scope: Scope, cap: FrequencyCap) {
      self.scope = scope
      self.cap = cap
    }

    /// nil for a text of another version.
    public init?(_ text: String) {
      let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 3, let limit = Int(parts[1]), let window = FrequencyCap.Window(rawValue: parts[2])
      else { return nil }
      switch (parts[0], parts.count) {
      case ("campaign", 3): scope = .campaign
      case ("all", 3): scope = .all
      case ("tag", 4): scope = .tag(parts[3])
      default: return nil
      }
      cap = FrequencyCap(limit, within: window)
    }
  }
}

extension Wire.Cap {
  /// `at most 3 times per year`
  public var words: String { "at most \(NumberWords.plural(limit, "time", "times")) \(within.words)" }
}

extension Wire.Open<Wire.Cap.Window> {
  /// `per day`
  var words: String {
    switch self {
    case .known(.session): "per session"
    case .known(.day): "per day"
    case .known(.week): "per week"
    case .known(.month): "per 30 days"
    case .known(.year): "per year"
    case .known(.lifetime): "in total"
    case .unknown(let window): "per \(window)"
    }
  }
}
