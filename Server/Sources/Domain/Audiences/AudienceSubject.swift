// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a condition of an audience compares.
public enum AudienceSubject: Hashable, Sendable {
  /// An attribute of the person, or a field inside it.
  ///
  /// - isVersion: the value is a version such as `3.10.1`: it is ordered by its numbers.
  case attribute(path: [String], isVersion: Bool = false)
  case fact(AudienceFact)
  /// What the person did.
  case activity(AudienceActivity)
  /// What the person saw of a campaign, or did with it.
  case campaign(CampaignID, AudienceStep)
  /// The person's random number, from 0 to 9,999. It never changes, and is another one for every salt.
  case random(salt: String)
  /// Whether the person's user id is in the uploaded list of this audience.
  case list(AudienceID)
}

extension AudienceSubject {
  /// What its values are. nil: an attribute has values of any type.
  public var family: Value.Family? {
    switch self {
    case .attribute: nil
    case .fact(let fact): fact.family
    case .activity(let activity): activity.measure.family
    case .campaign: .date
    case .random: .number
    case .list: .bool
    }
  }
}

/// Something that is known about every person. The raw value is its name in rules.
public enum AudienceFact: String, Hashable, Sendable, CaseIterable {
  /// The app's own id of the person. Missing while nobody has signed in.
  case userID = "user_id"
  case firstSeen = "first_seen"
  case lastSeen = "last_seen"
  // Of the device that the person used last.
  case platform
  case osVersion = "os_version"
  case appVersion = "app_version"
  case model
  /// `de` of the locale `de-AT`.
  case language
  /// `AT` of the locale `de-AT`.
  case country
  case timeZone = "time_zone"
  /// Whether a notification can reach a device of the person.
  case isReachable = "push_reachable"

  /// What its values are.
  public var family: Value.Family {
    switch self {
    case .userID, .platform, .osVersion, .appVersion, .model, .language, .country, .timeZone: .string
    case .firstSeen, .lastSeen: .date
    case .isReachable: .bool
    }
  }

  /// Whether it is a version, which is ordered by its numbers.
  public var isVersion: Bool { self == .osVersion || self == .appVersion }
}

/// Events of a person, and what is measured of them.
public struct AudienceActivity: Hashable, Sendable {
  public var kind: Kind
  /// The name of the event or the screen, the product id, or the id of the survey's campaign. nil: any.
  public var name: String?
  /// Only events with such properties.
  public var filter: Filter?
  /// Only events of this long before now. nil: all that are stored.
  public var within: Duration?
  public var measure: Measure

  public init(_ kind: Kind, name: String? = nil, filter: Filter? = nil, within: Duration? = nil, measure: Measure = .count) {
    self.kind = kind
    self.name = name
    self.filter = filter
    self.within = within
    self.measure = measure
  }

  /// The raw value is its name in rules, and the kind of the stored events.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case custom
    case purchase
    case sessionStart = "session_start"
    case screenView = "screen_view"
    /// A survey was submitted. Its name is the campaign's id, and its properties are the answers by the ids of the questions.
    case surveyAnswers = "survey_answers"

    /// Those that apps log themselves, by a name that people type.
    public static let logged = allCases.filter { $0 != .surveyAnswers }
  }

  public enum Measure: Hashable, Sendable {
    /// How many there are: 0 if there are none.
    case count
    /// The sum of a number among their properties, 0 if there are none. Events without the number do not add to it.
    case sum(of: [String])
    /// When the first or the last one was. Missing if there is none.
    case first, last

    /// The names in rules.
    public static let names = ["count", "sum", "first", "last"]

    /// What its values are.
    public var family: Value.Family {
      switch self {
      case .count, .sum: .number
      case .first, .last: .date
      }
    }

    public var name: String {
      switch self {
      case .count: "count"
      case .sum: "sum"
      case .first: "first"
      case .last: "last"
      }
    }
  }

  /// From one second to ten years.
  public static let windows = Duration.seconds(1)...Duration.seconds(3_650 * 86_400)
}

/// When a person first saw a campaign or acted on it. The raw value is its name in rules. Missing if it did not happen.
public enum AudienceStep: String, Hashable, Sendable, CaseIterable {
  case seen, clicked
  /// The person did what one of the campaign's conversions is, and it counts for the campaign (`Attribution`). The conversions are those that the
  /// campaign has now, also for messages that were seen before.
  case converted
}
