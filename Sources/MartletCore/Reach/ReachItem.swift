// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One delivery of a campaign's banner, content or data to this device.
public struct ReachItem: Hashable, Sendable {
  /// Unique for each delivery. Each of its statistics is recorded once.
  public var id: String
  public var campaign: CampaignID
  public var version: Int
  /// nil if anonymous.
  public var userID: String?
  public var traits: ReachTraits
  public var source: Source
  public var receivedAt: Instant
  /// The first instant at which it can no longer be shown. nil: none.
  public var endsAt: Instant?
  /// The same, by the device's wall clock.
  public var endsAtLocally: LocalTime?
  /// How long it can be shown after it was received.
  public var expiresAfter: Duration?
  /// Whether its banner and content are on the device. Otherwise they are loaded first.
  public var isLoaded: Bool
  /// The event that triggered it, if the server renders what it shows. nil otherwise, and if a push
  /// brought it.
  public var event: Event?
  /// True if an author sent it to a test device. It behaves like any other, but nothing is counted.
  public var isTest: Bool
  /// The arm of its campaign's experiment that the person is in. nil: there is no experiment, or it
  /// does not count the person.
  public var arm: Arm?

  public init(
    id: String, campaign: CampaignID, version: Int = 1, userID: String? = nil, traits: ReachTraits,
    source: Source = .definitions,
    receivedAt: Instant, endsAt: Instant? = nil, endsAtLocally: LocalTime? = nil,
    expiresAfter: Duration? = nil, isLoaded: Bool = true,
    event: Event? = nil, isTest: Bool = false, arm: Arm? = nil
  ) {
    self.id = id
    self.campaign = campaign
    self.version = version
    self.userID = userID
    self.traits = traits
    self.source = source
    self.receivedAt = receivedAt
    self.endsAt = endsAt
    self.endsAtLocally = endsAtLocally
    self.expiresAfter = expiresAfter
    self.isLoaded = isLoaded
    self.event = event
    self.isTest = isTest
    self.arm = arm
  }

  /// The id of what an event delivers. An event can deliver several items, so it also depends on
  /// the campaign.
  static func id(of campaign: CampaignID, on eventID: String) -> String {
    "\(eventID)-\(String(FNV1a(campaign.rawValue.utf8).value, radix: 16))"
  }

  /// The event that delivered the item with this id, if an event did. The id of what a push brought
  /// has another form, and what comes back then is the id of no event.
  public static func eventID(in id: String) -> String? { id.lastIndex(of: "-").map { String(id[..<$0]) } }

  /// What an arm gets. The raw value is its name in the recording.
  public enum Arm: String, Hashable, Sendable, CaseIterable {
    /// The item is shown, or its data passed on.
    case shown
    /// Nothing is shown or passed on. When it would be, the item ends.
    case withheld

    /// What the arm of an experiment gets.
    public init(_ arm: ExperimentArm) { self = arm.isWithheld ? .withheld : .shown }
  }

  /// How it came to the device. The raw value is its name in the recording.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// A trigger of a campaign among the definitions. It is recalled when the campaign is no longer
    /// there, or was edited.
    case definitions
    /// A push. Definitions do not change it.
    case push
  }

  /// The first instant at which it can no longer be shown, apart from `endsAtLocally`.
  var absoluteEnd: Instant? {
    guard let expiresAfter else { return endsAt }
    let expiry = receivedAt + expiresAfter
    return endsAt.map { min($0, expiry) } ?? expiry
  }
}

/// Something that happened to an item and is counted, at most once for each item.
public struct ReachStatistic: Hashable, Sendable {
  public var item: ReachItem
  /// nil for `delivered`.
  public var surface: Surface?
  public var step: Step
  /// Only for the display of content: the banner or push that opened it. nil: it opened by itself.
  public var openedFrom: Surface?
  /// The answers, if a survey was submitted.
  public var answers: SurveyAnswers?

  /// Creates a statistic of an item.
  public init(
    _ item: ReachItem, _ surface: Surface?, _ step: Step, openedFrom: Surface? = nil,
    answers: SurveyAnswers? = nil
  ) {
    self.item = item
    self.surface = surface
    self.step = step
    self.openedFrom = openedFrom
    self.answers = answers
  }

  /// Whether it is the first time that the person sees the campaign.
  public var isImpression: Bool { step == .displayed && openedFrom.opensWithImpression }

  /// What happened.
  public enum Step: Hashable, Sendable {
    /// It arrived on the device.
    case delivered
    case displayed
    /// The person acted: a tap on the banner or the push, the action of the content, an app that
    /// used the data.
    case clicked
    case dismissed(Departure)

    /// The name without the reason.
    public var name: String {
      switch self {
      case .delivered: "delivered"
      case .displayed: "displayed"
      case .clicked: "clicked"
      case .dismissed: "dismissed"
      }
    }
  }

  /// Why a surface went away without an action. The raw value is its name in the protocol.
  public enum Departure: String, Hashable, Sendable, CaseIterable {
    /// The person closed it.
    case user
    /// The app refused the data.
    case app
    /// Its view disappeared without a word.
    case vanished
    /// The person tapped a push, whose content took its place.
    case pushTap = "push_tap"
  }
}
