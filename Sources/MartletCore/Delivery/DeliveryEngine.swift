// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The heart of Martlet: decides, for each event, which campaign is shown.
///
/// A value: the same state, input and instant give the same state and effects everywhere: on a phone, on the server, in a replay.
public struct DeliveryEngine: Sendable {
  /// Limits that apply to all campaigns.
  public struct Policy: Hashable, Sendable {
    /// Least time between two displays of triggered messages (D7). 30 s unless the app says otherwise; not negative.
    public var minimumInterval: Duration

    public init(minimumInterval: Duration = .seconds(30)) {
      self.minimumInterval = minimumInterval
    }
  }

  public enum Input: Hashable, Sendable {
    /// The server's answer to a sync, or what was stored from the last one: replaces all definitions.
    case definitionsReceived([CampaignDefinition])
    /// An event was logged through the SDK.
    case eventLogged(Event)
    /// The presenter's word on a presentation. Unknown or repeated final outcomes are ignored.
    case outcomeReported(decisionID: String, Outcome)
    /// Later events belong to this user; nil: anonymous. Presentations in flight are discarded.
    case userChanged(userID: String?)
    /// Forget everything.
    case wiped
  }

  public enum Effect: Hashable, Sendable {
    /// Give this to the presenter; report back with `outcomeReported`.
    case present(Presentation)
    /// Tell the delegate and the explain stream. One for every event.
    case decided(Decision)
    /// Tell the delegate (D8).
    case noMatchingTrigger(Event)
    /// Write to the journal: a campaign's outcome with its reason.
    case record(OutcomeRecord)
  }

  // The implementation follows.
}

/// A campaign on its way to the screen.
public struct Presentation: Hashable, Sendable {
  /// The decision's id; names this presentation for good.
  public var id: String
  public var campaign: CampaignID
  public var version: Int
  public var event: Event
  public var triggeredAt: Instant
  public var userID: String?
  /// Checked again at display.
  public var endsAt: Instant?

  public init(id: String, campaign: CampaignID, version: Int, event: Event, triggeredAt: Instant, userID: String?, endsAt: Instant?) {
    self.id = id
    self.campaign = campaign
    self.version = version
    self.event = event
    self.triggeredAt = triggeredAt
    self.userID = userID
    self.endsAt = endsAt
  }
}

/// One campaign's outcome in one decision.
public struct OutcomeRecord: Hashable, Sendable {
  public var decisionID: String
  public var campaign: CampaignID
  public var version: Int
  public var outcome: Outcome

  public init(decisionID: String, campaign: CampaignID, version: Int, outcome: Outcome) {
    self.decisionID = decisionID
    self.campaign = campaign
    self.version = version
    self.outcome = outcome
  }
}
