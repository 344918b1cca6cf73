// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.EventRecord {
  /// The part of a person's history that a kind of event belongs to. The raw values are used in
  /// URLs.
  public enum Topic: String, Hashable, Sendable, CaseIterable {
    /// Why each campaign was or was not chosen.
    case decisions
    /// Impressions, clicks, dismissals and outcomes.
    case messages
    /// What the person did in the app.
    case activity
    /// Attributes and changes of user.
    case profile

    /// The kinds of events that belong to it, by their names in the protocol.
    public var kinds: [String] { EventKind.all.filter { $0.topic == self }.map(\.name) }
  }
}

extension Wire.EventRecord.Body {
  /// True if it can be dropped without changing who a person is, what they paid, or how often they
  /// saw a message, as unknown kinds can.
  public var isAnalytics: Bool { known?.traits.isAnalytics ?? true }

  /// The name in the protocol.
  public var kind: String {
    if case .unknown(let kind, _) = self { kind } else { known?.traits.name ?? "" }
  }
}

extension EventKind {
  /// The description of a kind, in one place. A class, because every record that is read or written
  /// looks its kind up.
  final class Traits: Sendable {
    /// The name on the wire.
    let name: String
    /// In words, if triggers wait for such events: `purchase of shoes`.
    let words: Wire.Phrase?
    let topic: Wire.EventRecord.Topic
    let isAnalytics: Bool
    let shape: Shape<EventFields>
    /// Creates the body of a record of this kind.
    let body: @Sendable (EventFields) -> Wire.EventRecord.Body

    /// - Parameter hasProperties: Whether the app's properties are added to the fields.
    init(
      _ name: String, words: Wire.Phrase? = nil, _ topic: Wire.EventRecord.Topic, isAnalytics: Bool = false,
      hasProperties: Bool = false, _ fields: [Field<EventFields>] = [],
      _ body: @escaping @Sendable (EventFields) -> Wire.EventRecord.Body
    ) {
      (self.name, self.words, self.topic, self.isAnalytics, self.body) = (
        name, words, topic, isAnalytics, body
      )
      shape = EventKind.shape(
        fields + (hasProperties ? [.field("properties", \.properties, "Properties from the app.")] : []))
    }

    /// A kind of event that triggers wait for.
    convenience init(
      _ category: Event.Category, _ words: Wire.Phrase, _ topic: Wire.EventRecord.Topic,
      isAnalytics: Bool = false, hasProperties: Bool = false, _ fields: [Field<EventFields>] = [],
      _ body: @escaping @Sendable (EventFields) -> Wire.EventRecord.Body
    ) {
      self.init(
        category.rawValue, words: words, topic, isAnalytics: isAnalytics, hasProperties: hasProperties,
        fields, body)
    }
  }

  var traits: Traits { Self.all[rawValue] }

  static let all = allCases.map { $0.makeTraits() }
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  static let shapeOfUnknown = shape([])

  private static func shape(_ own: [Field<EventFields>]) -> Shape<EventFields> {
    Shape(
      blank: EventFields(), unknown: \.unknown,
      [
        .field("id", \.id, "Unique, and the same in every retry.", .required, .id),
        .field("at", \.at, "When it happened, by the device's clock.", .required),
        .field("kind", \.kind, "What happened.", .required, .text(Wire.Limits.wordLength)),
        .field("session_id", \.sessionID, "The session of the event.", .optional, .id),
        .field(
          "user_id", \.userID, "The user at that time. Absent: anonymous.", .optional,
          .text(Wire.Limits.userIDLength)),
      ] + own)
  }
}

/// The decided event, as a decision record contains it.
struct DecidedEvent: ShapedForm {
  var id = ""
  var kind = ""
  var name: String?
  var unknown: Wire.UnknownFields = [:]

  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("id", \.id, "The id of the event.", .required, .id),
    .field("kind", \.kind, "The kind of the event.", .required, .text(Wire.Limits.wordLength)),
    .field("name", \.name, "The name of the event.", .optional, .text(Wire.Limits.nameLength)))
}

extension EventFields {
  /// The record of these fields, which were read in the shape of this kind.
  func record(of known: EventKind.Traits) -> Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: at, sessionID: sessionID, userID: userID, body: known.body(self), detail: detail,
      unknown: unknown)
  }

  /// The record of these fields, which were read in the shape of no kind.
  var recordOfUnknownKind: Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: at, sessionID: sessionID, userID: userID, body: .unknown(kind: kind, fields: unknown),
      detail: detail)
  }
}
