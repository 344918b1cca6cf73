// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.EventRecord.Body {
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

/// For recordings, which store the user elsewhere.
extension Event: TranslatedValue {
  package init(wireForm record: Wire.EventRecord) throws(Wire.DecodingProblem) {
    guard let event = Event(record) else { throw .invalid("This event triggers nothing.") }
    self = event
  }

  var wireForm: Wire.EventRecord { Wire.EventRecord(self, sessionID: nil, userID: nil) }
}

// MARK: - In words

extension Event.Category {
  /// The event in words: `purchase of shoes`, `session start`.
  public var words: Wire.Phrase { EventKind.named[rawValue]?.words ?? Wire.Phrase(rawValue) }
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
