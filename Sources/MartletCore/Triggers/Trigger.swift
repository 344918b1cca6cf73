// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What makes a campaign a candidate. A campaign has one or more triggers. Any of them is enough.
///
/// Groups and counts combine plain triggers, each of which waits for one event. They can be nested
/// up to `maximumDepth` levels deep, with up to `maximumParts` plain triggers in a campaign.
public indirect enum Trigger: Equatable, Sendable {
  /// Fires for an event of the category with this name (nil: any name) whose properties match the
  /// filter (nil: any properties).
  case event(Event.Category, name: String?, Filter?)
  /// Fires if one of the parts does. Not empty.
  case any([Trigger])
  /// Fires when all of the parts have fired within the window. Then it starts again. Not empty. An
  /// event can count for several parts.
  case all([Trigger], within: HistoryWindow)
  /// Fires when another trigger has fired this often.
  case count(Trigger, Repetition)

  /// The maximum nesting of groups and counts.
  public static let maximumDepth = 4
  /// The maximum number of plain triggers in all triggers of a campaign.
  public static let maximumParts = 20
}

extension Trigger {
  /// Fires when a session starts.
  public static let sessionStart = Trigger.event(.sessionStart, name: nil, nil)

  /// Fires when the push of this campaign is opened, or any push if it is nil.
  public static func pushClick(campaign: CampaignID?) -> Trigger {
    .event(.pushClick, name: campaign?.rawValue, nil)
  }

  /// Fires for every purchase that matches the filter.
  public static func anyPurchase(_ filter: Filter?) -> Trigger { .event(.purchase, name: nil, filter) }

  /// Fires for a purchase of this product.
  public static func purchase(productID: String, _ filter: Filter?) -> Trigger {
    .event(.purchase, name: productID, filter)
  }

  /// Fires when the app logs this event.
  public static func customEvent(name: String, _ filter: Filter?) -> Trigger {
    .event(.custom, name: name, filter)
  }
}

/// How often something must have happened on this device for a trigger to fire: "the third time in
/// this session", "twice in seven days".
public struct Repetition: Hashable, Sendable {
  /// How the number of times is compared, including the event that just happened.
  public enum Match: String, Hashable, Sendable, CaseIterable {
    /// Fires at this time and each later one, while there are enough within the window.
    case atLeast = "at_least"
    /// Fires while there are exactly this many within the window.
    case exactly
    /// The third, the sixth, the ninth … The count restarts each time it fires.
    case every
  }

  /// From 1 to `maximumTimes`.
  public var times: Int
  public var match: Match
  public var window: HistoryWindow

  /// Creates a repetition.
  public init(_ match: Match = .atLeast, _ times: Int, within window: HistoryWindow) {
    self.times = times
    self.match = match
    self.window = window
  }

  /// The highest possible number of times.
  public static let maximumTimes = 50
}

/// How far back a group or a count looks.
public enum HistoryWindow: Hashable, Sendable {
  /// Since the start of the current session.
  case session
  /// This duration, which ends now: from one second to `longest`.
  case last(Duration)

  /// 30 days.
  public static let longest = Duration.seconds(30 * 86_400)
}
