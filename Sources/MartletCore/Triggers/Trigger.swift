// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What makes a campaign a candidate. A campaign has one or more triggers; any of them suffices.
///
/// Groups and counts are made of plain triggers, each of which waits for one event. At most `maximumDepth` of them stand inside one another, with at most
/// `maximumParts` plain triggers in one campaign; the engine refuses more.
public indirect enum Trigger: Hashable, Sendable {
  /// Fires at an event of the category: of that name (nil: whatever its name), whose properties satisfy the filter (nil: whatever they are).
  case event(Event.Category, name: String?, Filter?)
  /// Fires when one of the parts does. Not empty.
  case any([Trigger])
  /// Fires when the last of the parts does, if every other one has fired within the window before. Then it starts anew: each part is needed
  /// again. Not empty; one event may satisfy several parts.
  case all([Trigger], within: HistoryWindow)
  /// Fires by how often another trigger has fired.
  case count(Trigger, Repetition)

  /// Most groups and counts inside one another.
  public static let maximumDepth = 4
  /// Most plain triggers in all triggers of one campaign together.
  public static let maximumParts = 20
}

extension Trigger {
  /// Fires when a session starts.
  public static let sessionStart = Trigger.event(.sessionStart, name: nil, nil)

  /// Fires when the push of that campaign is opened; nil: any push.
  public static func pushClick(campaign: CampaignID?) -> Trigger { .event(.pushClick, name: campaign?.rawValue, nil) }

  /// Fires at every purchase that satisfies the filter.
  public static func anyPurchase(_ filter: Filter?) -> Trigger { .event(.purchase, name: nil, filter) }

  /// Fires at a purchase of that product.
  public static func purchase(productID: String, _ filter: Filter?) -> Trigger { .event(.purchase, name: productID, filter) }

  /// Fires when the app logs that event.
  public static func customEvent(name: String, _ filter: Filter?) -> Trigger { .event(.custom, name: name, filter) }
}

/// How often something must have happened on this device for a trigger to fire: "the third time in this session", "twice in seven days".
public struct Repetition: Hashable, Sendable {
  /// How the number of times is compared; the event that just happened counts.
  public enum Match: String, Hashable, Sendable, CaseIterable {
    /// Fires at that time and at each one after, as long as enough lie within the window.
    case atLeast = "at_least"
    /// Fires while just so many lie within the window.
    case exactly
    /// The third, the sixth, the ninth …: it counts anew whenever it fires, so that each firing needs as many new ones within the window.
    case every
  }

  /// 1…`maximumTimes`.
  public var times: Int
  public var match: Match
  public var window: HistoryWindow

  /// So many times, compared so, within the window.
  public init(_ match: Match = .atLeast, _ times: Int, within window: HistoryWindow) {
    self.times = times
    self.match = match
    self.window = window
  }

  /// Occurrences are remembered one by one up to this number.
  public static let maximumTimes = 50
}

/// How far back a group or a count looks.
public enum HistoryWindow: Hashable, Sendable {
  /// Since the present session began.
  case session
  /// This length of time, which ends now: one second to `longest`.
  case last(Duration)

  /// 30 days.
  public static let longest = Duration.seconds(30 * 86_400)
}
