// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a condition of an audience compares.
///
/// A new subject is a case here, its two descriptions in `AudienceSubject+Traits`, and how a store
/// finds its values: of one person and of everybody. Something that is known about everybody and
/// has no name is a case of `AudienceFact` instead.
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
  /// The person's random number, from 0 to 9,999. It never changes, and is another one for every
  /// salt.
  case random(salt: String)
  /// Whether the person's user id is in the uploaded list of this audience.
  case list(AudienceID)

  /// The kinds of subjects. The raw value is the field of a rule that says what is compared.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case attribute
    case fact = "person"
    case activity = "did"
    case campaign, random, list
  }

  /// What values are: how they are compared, and which comparisons and fields a form offers. The
  /// raw value is its name in forms.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// Of any type.
    case attribute
    case text
    /// A text that is ordered by its numbers.
    case version
    /// How often, how much.
    case count
    case date
    /// When something was that perhaps never was.
    case moment
    /// A number out of 10,000, which people write in percent.
    case share
    case yesNo = "yes_no"

    /// nil: any.
    public var family: Value.Family? {
      switch self {
      case .attribute: nil
      case .text, .version: .string
      case .count, .share: .number
      case .date, .moment: .date
      case .yesNo: .bool
      }
    }
  }

  public var kind: Kind { traits.kind }

  /// Whether its values are ordered as versions.
  var isVersion: Bool {
    if case .attribute(_, let isVersion) = self { isVersion } else { traits.type == .version }
  }
}

/// When a person first saw a campaign or acted on it. The raw value is its name in rules. Missing
/// if it did not happen.
public enum AudienceStep: String, Hashable, Sendable, CaseIterable {
  case seen, clicked
  /// The person did what one of the campaign's conversions is, and it counts for the campaign
  /// (`Attribution`). The conversions are those that the campaign has now, also for messages that
  /// were seen before.
  case converted

  /// For people: the campaign's name follows.
  public var label: String {
    switch self {
    case .seen: "First saw"
    case .clicked: "First clicked"
    case .converted: "First converted after"
    }
  }
}
