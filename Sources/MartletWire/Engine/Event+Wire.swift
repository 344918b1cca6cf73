// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.EventRecord.Body {
  /// The body of the record of an engine's event.
  public init(_ kind: Event.Kind) {
    switch kind {
    case .sessionStart: self = .sessionStart
    case .pushClick(let campaign): self = .pushClick(campaignID: campaign?.rawValue)
    case .custom(let name, let properties):
      self = .custom(name: name, properties: properties.mapValues { Wire.JSONValue($0) })
    case .screenView(let name, let properties):
      self = .screenView(name: name, properties: properties.mapValues { Wire.JSONValue($0) })
    case .purchase(let purchase):
      self = .purchase(
        productID: purchase.productID, currency: purchase.currency, price: purchase.price,
        quantity: purchase.quantity,
        properties: purchase.properties.mapValues { Wire.JSONValue($0) })
    case .attribute(let key, .value(let value)): self = .attribute(key: key, value: Wire.JSONValue(value))
    case .attribute(let key, .removed): self = .attribute(key: key, value: .null)
    case .attribute(let key, .relative(let operation, let operand)):
      self = .attributeChange(key: key, Wire.AttributeChange(Wire.Open(operation), Wire.JSONValue(operand)))
    case .audienceEntry(let audience): self = .audienceEntry(audienceID: audience)
    case .audienceExit(let audience): self = .audienceExit(audienceID: audience)
    }
  }

  /// `outcome`, as the engine reports it.
  public init(_ record: OutcomeRecord) {
    let presentation = Wire.EventRecord.Presentation(
      id: record.decisionID, campaignID: record.campaign.rawValue, campaignVersion: record.version)
    self = .outcome(presentation, outcome: .known(record.outcome.wireKind), reason: record.outcome.wireReason)
  }
}

extension Wire.EventRecord {
  /// The record of an engine's event.
  public init(_ event: Event, sessionID: String?, userID: String?) {
    self.init(id: event.id, at: event.at, sessionID: sessionID, userID: userID, body: Body(event.kind))
  }
}

extension Wire.EventRecord.Presentation {
  /// The wire form of the engine's presentation.
  public init(_ presentation: Presentation) {
    self.init(
      id: presentation.id, campaignID: presentation.campaign.rawValue, campaignVersion: presentation.version)
  }
}

extension Event {
  /// The engine's event, for replays. nil for records that trigger nothing, such as an impression.
  public init?(_ record: Wire.EventRecord) {
    let kind: Kind
    switch record.body {
    case .sessionStart: kind = .sessionStart
    case .pushClick(let campaignID): kind = .pushClick(campaign: campaignID.map { CampaignID($0) })
    case .custom(let name, let properties): kind = .custom(name: name, properties: Properties(properties))
    case .screenView(let name, let properties):
      kind = .screenView(name: name, properties: Properties(properties))
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      kind = .purchase(
        Purchase(
          productID: productID, currency: currency, price: price, quantity: quantity,
          properties: Properties(properties)))
    case .attribute(let key, let value):
      kind = .attribute(key: key, Event.AttributeChange(setting: Value(value)))
    case .attributeChange(let key, let change):
      kind = .attribute(
        key: key, .relative(operation: change.operation.rawValue, operand: Value(change.value)))
    case .audienceEntry(let audience): kind = .audienceEntry(audience)
    case .audienceExit(let audience): kind = .audienceExit(audience)
    default: return nil
    }
    self.init(id: record.id, at: record.at, kind: kind)
  }
}

/// For recordings, which store the user elsewhere.
extension Event: TranslatedValue {
  init(wireForm record: Wire.EventRecord) throws(Wire.DecodingProblem) {
    guard let event = Event(record) else { throw .invalid("This event triggers nothing.") }
    self = event
  }

  var wireForm: Wire.EventRecord { Wire.EventRecord(self, sessionID: nil, userID: nil) }
}

// MARK: - In words

extension Event.Category {
  /// The event in words: `purchase of shoes`, `session start`.
  public var words: Wire.Phrase {
    switch self {
    case .sessionStart: Wire.Phrase("session start")
    case .pushClick: Wire.Phrase("push opened from campaign ", unnamed: "push opened")
    case .purchase: Wire.Phrase("purchase of ", unnamed: "purchase")
    case .custom: Wire.Phrase("", unnamed: "event")
    case .screenView: Wire.Phrase("screen ", unnamed: "screen")
    case .attribute: Wire.Phrase("change of ", unnamed: "attribute")
    case .audienceEntry: Wire.Phrase("entry into audience ", unnamed: "entry into an audience")
    case .audienceExit: Wire.Phrase("exit from audience ", unnamed: "exit from an audience")
    }
  }
}

extension Event.Kind {
  /// `purchase of shoes`
  public var words: String { category.words(name) }
}

extension Wire.DecisionRecord {
  /// The decided event as a title: `Purchase of shoes`.
  public var eventTitle: String { Wire.title(ofEvent: eventKind, eventName) }
}

extension Wire.EventRecord.Body {
  /// The event as a title: `Purchase of shoes`.
  public var title: String { Wire.title(ofEvent: kind, name) }
}

extension Wire {
  fileprivate static func title(ofEvent kind: String, _ name: String?) -> String {
    guard let category = Event.Category(rawValue: kind) else {
      return name ?? Phrase(kind.split(separator: "_").joined(separator: " ")).title(nil)
    }
    return category.words.title(name)
  }
}

extension Outcome {
  /// The name in the protocol.
  public var wireKind: Wire.EventRecord.OutcomeKind {
    switch self {
    case .shown: .shown
    case .queued: .queued
    case .suppressed: .suppressed
    case .discarded: .discarded
    case .expired: .expired
    case .recalled: .recalled
    case .replaced: .replaced
    case .actioned: .actioned
    case .exited: .exited
    case .dropped: .dropped
    case .withheld: .withheld
    }
  }

  /// The reason in the protocol, or nil for outcomes without one.
  public var wireReason: String? {
    switch self {
    case .queued(let reason): reason.rawValue
    case .suppressed(let reason): reason.rawValue
    case .discarded(let reason): reason.rawValue
    case .dropped(let reason): reason.rawValue
    case .shown, .expired, .recalled, .replaced, .actioned, .exited, .withheld: nil
    }
  }

  /// nil if the outcome needs a reason that is missing or unknown to this version.
  public init?(kind: Wire.EventRecord.OutcomeKind, reason: String?) {
    let outcome: Outcome? =
      switch kind {
      case .shown: .shown
      case .expired: .expired
      case .recalled: .recalled
      case .replaced: .replaced
      case .actioned: .actioned
      case .exited: .exited
      case .withheld: .withheld
      case .dropped: reason.flatMap(DropReason.init).map(Outcome.dropped)
      case .queued: reason.flatMap(QueueReason.init).map(Outcome.queued)
      case .suppressed: reason.flatMap(SuppressionReason.init).map(Outcome.suppressed)
      case .discarded: reason.flatMap(DiscardReason.init).map(Outcome.discarded)
      }
    guard let outcome else { return nil }
    self = outcome
  }
}
