// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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
  public var isAnalytics: Bool { EventKind.named[kind]?.isAnalytics ?? true }
}

/// A kind of event, described in one place. A class, because every record that is read or written
/// looks its kind up.
final class EventKind: Sendable {
  /// The name on the wire.
  let name: String
  let topic: Wire.EventRecord.Topic
  let isAnalytics: Bool
  let shape: Shape<EventFields>
  /// Creates the body of a record of this kind.
  let body: @Sendable (EventFields) -> Wire.EventRecord.Body

  /// - Parameter hasProperties: Whether the app's properties are added to the fields.
  private init(
    _ name: String, _ topic: Wire.EventRecord.Topic, isAnalytics: Bool = false, hasProperties: Bool = false,
    _ fields: [Field<EventFields>] = [], _ body: @escaping @Sendable (EventFields) -> Wire.EventRecord.Body
  ) {
    self.name = name
    self.topic = topic
    self.isAnalytics = isAnalytics
    shape = Self.shape(
      fields + (hasProperties ? [.field("properties", \.properties, "Properties from the app.")] : []))
    self.body = body
  }

  static let named: [String: EventKind] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  static let shapeOfUnknown = shape([])

  static let all: [EventKind] = {
    let presentation = Field<EventFields>.part(\.presentation, Wire.EventRecord.Presentation.shape)
    let key = Field<EventFields>.field(
      "key", \.key, "The name of the attribute.", .required, .text(Wire.Limits.keyLength))
    let audience = Field<EventFields>.field(
      "audience_id", \.audienceID, "The audience, as the server named it.", .required,
      .text(Wire.Limits.nameLength))
    return [
      EventKind("session_start", .activity, isAnalytics: true) { _ in .sessionStart },
      EventKind(
        "session_end", .activity, isAnalytics: true,
        [.field("length_ms", \.length, "How long it lasted.", .required, .range(0...Int64.max))]
      ) { .sessionEnd(lengthMilliseconds: $0.length) },
      EventKind(
        "custom", .activity, isAnalytics: true, hasProperties: true,
        [
          .field(
            "name", \.name, "The name, which must not start with `$`.", .required,
            .text(Wire.Limits.nameLength))
        ]
      ) { .custom(name: $0.name, properties: $0.properties) },
      EventKind(
        "purchase", .activity, hasProperties: true,
        [
          .field(
            "product_id", \.productID, "The product's id in the app.", .required,
            .text(Wire.Limits.nameLength)),
          .field("currency", \.currency, "An ISO 4217 code of three upper-case letters.", .required),
          .field(
            "price", \.price, "The price of one unit.", .required,
            .range(Int64(Wire.Limits.leastPrice)...Int64.max)),
          .field(
            "quantity", \.quantity, "The number of units.", .written,
            .range(Int64(Wire.Limits.quantity.lowerBound)...Int64(Wire.Limits.quantity.upperBound))),
        ]
      ) {
        .purchase(
          productID: $0.productID, currency: $0.currency, price: $0.price, quantity: $0.quantity,
          properties: $0.properties)
      },
      EventKind(
        "screen_view", .activity, isAnalytics: true, hasProperties: true,
        [.field("name", \.name, "The name of the screen.", .required, .text(Wire.Limits.nameLength))]
      ) { .screenView(name: $0.name, properties: $0.properties) },
      EventKind(
        "push_click", .activity, isAnalytics: true,
        [
          .field(
            "campaign_id", \.pushCampaignID, "The campaign, if the push was sent by Martlet.", .optional,
            .text(Wire.Limits.nameLength))
        ]
      ) { .pushClick(campaignID: $0.pushCampaignID) },
      EventKind(
        "user_changed", .profile,
        [
          .field(
            "previous_user_id", \.previousUserID, "The previous user. Absent: anonymous.", .optional,
            .text(Wire.Limits.userIDLength))
        ]
      ) { .userChanged(previousUserID: $0.previousUserID) },
      EventKind(
        "attribute", .profile,
        [key, .field("value", \.value, "The new value. Null removes the attribute.", .required)]
      ) {
        .attribute(key: $0.key, value: $0.value)
      },
      EventKind(
        "attribute_change", .profile,
        [
          key,
          .field(
            "operation", \.operation, "How the attribute changes.", .required, .text(Wire.Limits.wordLength)),
          .field("value", \.value, "The [value for the operation](#changes-of-attributes).", .required),
        ]
      ) { .attributeChange(key: $0.key, Wire.AttributeChange($0.operation, $0.value)) },
      EventKind("audience_entry", .profile, isAnalytics: true, [audience]) {
        .audienceEntry(audienceID: $0.audienceID)
      },
      EventKind("audience_exit", .profile, isAnalytics: true, [audience]) {
        .audienceExit(audienceID: $0.audienceID)
      },
      EventKind("delivered", .messages, [presentation]) { .delivered($0.presentation) },
      EventKind("impression", .messages, [presentation]) { .impression($0.presentation) },
      EventKind(
        "click", .messages,
        [
          presentation,
          .field(
            "button_id", \.buttonID, "Absent: the body of the message.", .optional,
            .text(Wire.Limits.nameLength)),
        ]
      ) { .click($0.presentation, buttonID: $0.buttonID) },
      EventKind(
        "dismissal", .messages,
        [presentation, .field("by", \.cause, "What closed it.", .required, .text(Wire.Limits.wordLength))]
      ) { .dismissal($0.presentation, by: $0.cause) },
      EventKind(
        "survey_answers", .messages,
        [
          presentation,
          .field(
            "answers", \.answers,
            "By the id of the question: a list with the ids of choices, a number, or a text. Questions without an answer are absent.",
            .required),
        ]
      ) { .surveyAnswers($0.presentation, answers: $0.answers) },
      EventKind(
        "outcome", .messages,
        [
          presentation,
          .field(
            "outcome", \.outcome, "What happened to the message.", .required, .text(Wire.Limits.wordLength)),
          .field("reason", \.reason, "The reason.", .optional, .text(Wire.Limits.wordLength)),
          .field(
            "detail", \.detail, "[What exactly failed](outcomes.md#what-exactly-failed), for people.",
            .optional,
            .text(Wire.Limits.outcomeDetailLength)),
        ]
      ) { .outcome($0.presentation, outcome: $0.outcome, reason: $0.reason) },
      EventKind(
        "exposure", .messages,
        [
          presentation,
          .field(
            "experiment_id", \.experimentID, "The experiment.", .required, .text(Wire.Limits.nameLength)),
          .field("arm", \.arm, "The arm of the person.", .required, .text(Wire.Limits.wordLength)),
        ]
      ) { .exposure($0.presentation, experimentID: $0.experimentID, arm: $0.arm) },
      EventKind(
        "decision", .decisions, isAnalytics: true,
        [
          .field(
            "decision_id", \.decisionID, "Also the `presentation_id` of the resulting presentation.",
            .required, .id),
          .field("event", \.decided, "The event that the decision is about.", .required),
          .field("candidates", \.candidates, "Best first.", .required),
          .field(
            "omitted_candidates", \.omittedCandidates,
            "The number of candidates that were left out; see [limits](#limits).", .optional,
            .range(0...Int64.max)),
        ]
      ) {
        .decision(
          Wire.DecisionRecord(
            decisionID: $0.decisionID, eventID: $0.decided.id, eventKind: $0.decided.kind,
            eventName: $0.decided.name,
            candidates: $0.candidates, omittedCandidates: $0.omittedCandidates, unknown: $0.decided.unknown))
      },
    ]
  }()

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
