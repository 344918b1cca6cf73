// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Something that is known about every person. The raw value is its name in rules.
///
/// A new fact is a case here and its description. One that a device says of itself needs nothing
/// else. Of any other, a store has to find the values: of one person and of everybody.
public enum AudienceFact: String, Hashable, Sendable, Codable, CaseIterable {
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
  /// How many campaigns they saw.
  case campaignsSeen = "campaigns_seen"

  public enum Source: Hashable, Sendable {
    /// The person: their events tell it, also as it was at a time in the past.
    case person
    /// This field of the device's description.
    case device(field: String)
    /// Their push tokens.
    case push
    /// When they first saw which campaign.
    case campaigns
  }

  public struct Traits: Sendable {
    /// For people.
    public let label: String
    public let type: AudienceSubject.ValueType
    public let source: Source
    /// The value of people for whom nothing is stored. nil: none.
    public let ofOthers: Value?

    fileprivate init(
      _ label: String, _ type: AudienceSubject.ValueType, from source: Source, ofOthers: Value? = nil
    ) {
      (self.label, self.type, self.source, self.ofOthers) = (label, type, source, ofOthers)
    }
  }

  public var traits: Traits {
    switch self {
    case .userID: Traits("User id", .text, from: .person)
    case .firstSeen: Traits("First seen", .date, from: .person)
    case .lastSeen: Traits("Last seen", .date, from: .person)
    case .platform: Traits("Platform", .text, from: .device(field: "platform"))
    case .osVersion: Traits("OS version", .version, from: .device(field: "os_version"))
    case .appVersion: Traits("App version", .version, from: .device(field: "app_version"))
    case .model: Traits("Device model", .text, from: .device(field: "model"))
    case .language: Traits("Language", .text, from: .device(field: "locale"))
    case .country: Traits("Country", .text, from: .device(field: "locale"))
    case .timeZone: Traits("Time zone", .text, from: .device(field: "time_zone"))
    case .isReachable: Traits("Push reachable", .yesNo, from: .push)
    case .campaignsSeen: Traits("Campaigns seen", .count, from: .campaigns, ofOthers: .int(0))
    }
  }

  public var label: String { traits.label }
}

extension AudienceFact {
  /// The field of a device's description that it comes from; nil if it does not come from a device.
  public var deviceField: String? { if case .device(let field) = traits.source { field } else { nil } }

  /// The value that a device's field gives; nil if it gives none.
  public func value(ofField text: String?) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    // `zh-Hans-CN`, `de_AT`, `en-US-u-ca-gregory`, `de_AT@calendar=buddhist`, `pt_BR.UTF-8`
    let tags = text.prefix { $0 != "@" && $0 != "." }.split { $0 == "-" || $0 == "_" }
    switch self {
    case .language: return tags.first.map { .string($0.lowercased()) }
    case .country:
      let region = tags.dropFirst().prefix { $0.count > 1 }.first {
        $0.count == 2 || ($0.count == 3 && $0.allSatisfy(\.isNumber))
      }
      return region.map { .string($0.uppercased()) }
    default: return .string(text)
    }
  }
}
