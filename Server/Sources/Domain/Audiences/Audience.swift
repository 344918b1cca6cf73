// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// People whom authors name: a rule with a name. Campaigns and other audiences refer to it by its
/// id.
public struct Audience: Equatable, Sendable {
  public var id: AudienceID
  public var appID: AppID
  /// 1…120 characters; unique in the app.
  public var name: String
  /// As it is stored (`AudienceRule.json`).
  public var rule: Wire.JSONValue
  /// Grows with every stored change; detects when two people edit at the same time.
  public var revision: Int
  public var createdAt: Instant
  public var updatedAt: Instant

  public init(
    id: AudienceID, appID: AppID, name: String, rule: Wire.JSONValue, revision: Int = 1, createdAt: Instant,
    updatedAt: Instant
  ) {
    self.id = id
    self.appID = appID
    self.name = name
    self.rule = rule
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Audiences of one app.
  public static let maximum = 1_000
  public static let nameLength = CampaignLimits.nameLength
  /// Bytes of a rule as JSON.
  public static let ruleBytes = 65_536

  /// User ids of one list.
  public static let listLength = 1_000_000

  /// Whether it is an uploaded list of user ids instead of a rule.
  public var isList: Bool { rule == Self.listRule(id) }

  /// The rule of an audience that is a list.
  public static func listRule(_ id: AudienceID) -> Wire.JSONValue {
    AudienceRule.condition(AudienceCondition(.list(id), .equals(true))).json
  }

  /// nil if this version cannot read it. Then it has nobody.
  public var parsed: AudienceRule? {
    var problems: [Diagnostic] = []
    return AudienceRule(json: rule, at: "rule", &problems)
  }
}

extension [Audience] {
  /// Their names, by id.
  public var names: [AudienceID: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }

  /// The rules that can be read, by id.
  public var rules: [AudienceID: AudienceRule] {
    Dictionary(compactMap { audience in audience.parsed.map { (audience.id, $0) } }) { first, _ in first }
  }
}
