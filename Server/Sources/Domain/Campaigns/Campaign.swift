// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A campaign as its authors know it: a definition with a name, a state and a history.
public struct Campaign: Equatable, Sendable {
  public var id: CampaignID
  public var appID: AppID
  /// For authors only; never sent to devices. 1…120 characters.
  public var name: String
  public var state: CampaignState
  public var content: CampaignContent
  /// Starts at 1 and grows with each change of the content after the first launch; devices and
  /// reports carry it.
  public var version: Int
  /// Grows with every stored change; detects when two people edit at the same time.
  public var revision: Int
  public var createdAt: Instant
  public var updatedAt: Instant
  public var launchedAt: Instant?
  public var finishedAt: Instant?

  public init(
    id: CampaignID, appID: AppID, name: String, state: CampaignState = .draft, content: CampaignContent,
    version: Int = 1,
    revision: Int = 1, createdAt: Instant, updatedAt: Instant, launchedAt: Instant? = nil,
    finishedAt: Instant? = nil
  ) {
    self.id = id
    self.appID = appID
    self.name = name
    self.state = state
    self.content = content
    self.version = version
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.launchedAt = launchedAt
    self.finishedAt = finishedAt
  }

  /// The complete campaign in its wire form, as it is stored.
  public var definition: Wire.Campaign {
    content.definition(id: id.rawValue, version: version, createdAt: createdAt)
  }

  /// The definition that devices get, without the parts that the message's kind does not use, and
  /// without what is the server's: the push, the audience, the experiment, the conversions, whether
  /// the global holdout matters, and the other languages (`CampaignLanguages`).
  public var sentDefinition: Wire.Campaign { definition.sent }
}

/// What an author writes: when a campaign shows and what it shows. It has every field and every
/// property of `Wire.Campaign`, whose list of fields is the only one. What the server gives a
/// campaign (`id`, `version`, `created_at`) is blank.
@dynamicMemberLookup
public struct CampaignContent: Equatable, Sendable {
  private var fields: Wire.Campaign

  /// The content of a stored campaign.
  public init(_ campaign: Wire.Campaign) {
    fields = campaign
    (fields.id, fields.version, fields.createdAt) = ("", 1, Instant(milliseconds: 0))
    (fields.arm, fields.unknown) = (nil, [:])
  }

  public init(
    triggers: [Wire.Trigger] = [], message: Wire.Message? = nil, banner: Wire.Banner? = nil,
    content: Wire.Content? = nil, data: Wire.DataPush? = nil, push: Wire.PushNotification? = nil,
    surfaceRules: Wire.SurfaceRules = Wire.SurfaceRules(), audience: Wire.JSONValue? = nil,
    experiment: Wire.Experiment? = nil, conversions: [Wire.Conversion] = [],
    ignoresGlobalHoldout: Bool = false, languages: Wire.Translations = [:],
    priority: Wire.Priority = Wire.Priority(), startsAt: Instant? = nil, endsAt: Instant? = nil,
    rules: Wire.DeliveryRules = Wire.DeliveryRules()
  ) {
    fields = Wire.Campaign(
      id: "", priority: priority, createdAt: Instant(milliseconds: 0), startsAt: startsAt, endsAt: endsAt,
      triggers: triggers, message: message, banner: banner, content: content, data: data, push: push,
      audience: audience, experiment: experiment, conversions: conversions,
      ignoresGlobalHoldout: ignoresGlobalHoldout, languages: languages, surfaceRules: surfaceRules,
      rules: rules)
  }

  public subscript<Value>(dynamicMember field: WritableKeyPath<Wire.Campaign, Value>) -> Value {
    get { fields[keyPath: field] }
    set { fields[keyPath: field] = newValue }
  }

  public subscript<Value>(dynamicMember property: KeyPath<Wire.Campaign, Value>) -> Value {
    fields[keyPath: property]
  }

  /// The campaign that has this content.
  public func definition(
    id: String = "draft", version: Int = 1, createdAt: Instant = Instant(milliseconds: 0)
  ) -> Wire.Campaign {
    var campaign = fields
    (campaign.id, campaign.version, campaign.createdAt) = (id, version, createdAt)
    return campaign
  }

  /// Its fields as authors write them, by name, without those that the server gives a campaign.
  public var writtenFields: [String: Wire.JSONValue] {
    guard case .object(var written) = fields.json else { return [:] }
    for field in Self.givenFields { written[field] = nil }
    return written
  }

  /// The names of the fields that authors can write.
  public static let fieldNames = Wire.Campaign.fields.subtracting(givenFields)
  private static let givenFields: Set<String> = ["id", "version", "created_at", "arm"]
}

extension Wire.Campaign {
  /// Whether people see something of it in the app: a message, a banner, an announcement or a
  /// survey.
  public var isSeen: Bool { message != nil || banner != nil || content != nil }

  /// Whether devices show something of it when its trigger fires. Without a trigger, only a push
  /// brings it.
  public var isShownOnTrigger: Bool { isSeen && !triggers.isEmpty }

  /// Whether a push alone can bring the campaign to people.
  public var needsNoTrigger: Bool { isDeliveredByPush || isShownByPush }

  /// Whether it has a push, and a tap on it opens nothing of the campaign. Devices do not receive
  /// such a campaign.
  public var isPushOnly: Bool { isShownByPush && content == nil }

  /// Whether it has only the push, and what a tap on it opens.
  private var isShownByPush: Bool { message == nil && push != nil && banner == nil && data == nil }

  /// Whether it has a surface beside its message.
  public var hasFurtherSurface: Bool { banner != nil || content != nil || data != nil || push != nil }
}

public enum CampaignState: String, Hashable, Sendable, CaseIterable {
  case draft, running, paused, finished

  /// The state after the action; nil when the action is not possible in this state.
  public func after(_ action: CampaignAction) -> CampaignState? {
    switch (self, action) {
    case (.draft, .launch): .running
    case (.running, .pause): .paused
    case (.paused, .resume): .running
    case (.running, .finish), (.paused, .finish): .finished
    default: nil
    }
  }

  public var allowedActions: [CampaignAction] { CampaignAction.allCases.filter { after($0) != nil } }
}

/// What a person can do with a campaign besides editing it.
public enum CampaignAction: String, Hashable, Sendable, CaseIterable {
  case launch, pause, resume, finish
}

/// An app. Its campaigns and people are separate from those of all other apps.
public struct AppID: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    self.rawValue = value
  }
}

public struct App: Hashable, Sendable {
  public var id: AppID
  public var name: String
  public var createdAt: Instant

  public init(id: AppID, name: String, createdAt: Instant) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
  }
}

extension Wire.Campaign {
  /// Names of the custom events that the campaign waits for, as triggers or as exceptions.
  public var eventNames: Set<String> { Set((triggers + rules.exceptions).flatMap(\.eventNames)) }
}

extension Wire.Trigger {
  fileprivate var eventNames: [String] {
    (kind == .known(.customEvent) ? [name].compactMap(\.self) : []) + triggers.flatMap(\.eventNames)
  }
}

extension [Campaign] {
  /// Their names, by id.
  public var names: [CampaignID: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
