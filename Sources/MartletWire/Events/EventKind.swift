// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The kinds of events, each described once: its name, its fields, and what it is in the engine.
enum EventKind: Int, CaseIterable {
  case sessionStart, sessionEnd, custom, purchase, screenView, pushClick, userChanged, attribute,
    attributeChange, audienceEntry, audienceExit, delivered, impression, click, dismissal, surveyAnswers,
    outcome, exposure, decision

  /// Creates the description of this kind; `traits` is the one that is kept.
  func makeTraits() -> Traits {
    switch self {
    case .sessionStart:
      Traits(.sessionStart, Wire.Phrase("session start"), .activity, isAnalytics: true) { _ in .sessionStart }
    case .sessionEnd:
      Traits(
        "session_end", .activity, isAnalytics: true,
        [.field("length_ms", \.length, "How long it lasted.", .required, .range(0...Int64.max))]
      ) { .sessionEnd(lengthMilliseconds: $0.length) }
    case .custom:
      Traits(
        .custom, Wire.Phrase("", unnamed: "event"), .activity, isAnalytics: true, hasProperties: true,
        [
          .field(
            "name", \.name, "The name, which must not start with `$`.", .required,
            .text(Wire.Limits.nameLength))
        ]
      ) { .custom(name: $0.name, properties: $0.properties) }
    case .purchase:
      Traits(
        .purchase, Wire.Phrase("purchase of ", unnamed: "purchase"), .activity, hasProperties: true,
        [
          .field(
            "product_id", \.name, "The product's id in the app.", .required,
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
          productID: $0.name, currency: $0.currency, price: $0.price, quantity: $0.quantity,
          properties: $0.properties)
      }
    case .screenView:
      Traits(
        .screenView, Wire.Phrase("screen ", unnamed: "screen"), .activity, isAnalytics: true,
        hasProperties: true,
        [.field("name", \.name, "The name of the screen.", .required, .text(Wire.Limits.nameLength))]
      ) { .screenView(name: $0.name, properties: $0.properties) }
    case .pushClick:
      Traits(
        .pushClick, Wire.Phrase("push opened from campaign ", unnamed: "push opened"), .activity,
        isAnalytics: true,
        [
          .field(
            "campaign_id", \.pushCampaignID, "The campaign, if the push was sent by Martlet.", .optional,
            .text(Wire.Limits.nameLength))
        ]
      ) { .pushClick(campaignID: $0.pushCampaignID) }
    case .userChanged:
      Traits(
        "user_changed", .profile,
        [
          .field(
            "previous_user_id", \.previousUserID, "The previous user. Absent: anonymous.", .optional,
            .text(Wire.Limits.userIDLength))
        ]
      ) { .userChanged(previousUserID: $0.previousUserID) }
    case .attribute:
      Traits(
        .attribute, Wire.Phrase("change of ", unnamed: "attribute"), .profile,
        [.key, .field("value", \.value, "The new value. Null removes the attribute.", .required)]
      ) {
        .attribute(key: $0.name, value: $0.value)
      }
    case .attributeChange:
      Traits(
        "attribute_change", .profile,
        [
          .key,
          .field(
            "operation", \.operation, "How the attribute changes.", .required, .text(Wire.Limits.wordLength)),
          .field("value", \.value, "The [value for the operation](#changes-of-attributes).", .required),
        ]
      ) { .attributeChange(key: $0.name, Wire.AttributeChange($0.operation, $0.value)) }
    case .audienceEntry:
      Traits(
        .audienceEntry, Wire.Phrase("entry into audience ", unnamed: "entry into an audience"), .profile,
        isAnalytics: true, [.audience]
      ) {
        .audienceEntry(audienceID: $0.name)
      }
    case .audienceExit:
      Traits(
        .audienceExit, Wire.Phrase("exit from audience ", unnamed: "exit from an audience"), .profile,
        isAnalytics: true, [.audience]
      ) {
        .audienceExit(audienceID: $0.name)
      }
    case .delivered:
      Traits("delivered", .messages, [.presentation]) { .delivered($0.presentation) }
    case .impression:
      Traits("impression", .messages, [.presentation]) { .impression($0.presentation) }
    case .click:
      Traits(
        "click", .messages,
        [
          .presentation,
          .field(
            "button_id", \.buttonID, "Absent: the body of the message.", .optional,
            .text(Wire.Limits.nameLength)),
        ]
      ) { .click($0.presentation, buttonID: $0.buttonID) }
    case .dismissal:
      Traits(
        "dismissal", .messages,
        [.presentation, .field("by", \.cause, "What closed it.", .required, .text(Wire.Limits.wordLength))]
      ) { .dismissal($0.presentation, by: $0.cause) }
    case .surveyAnswers:
      Traits(
        "survey_answers", .messages,
        [
          .presentation,
          .field(
            "answers", \.answers,
            "By the id of the question: a list with the ids of choices, a number, or a text. Questions without an answer are absent.",
            .required),
        ]
      ) { .surveyAnswers($0.presentation, answers: $0.answers) }
    case .outcome:
      Traits(
        "outcome", .messages,
        [
          .presentation,
          .field(
            "outcome", \.outcome, "What happened to the message.", .required, .text(Wire.Limits.wordLength)),
          .field("reason", \.reason, "The reason.", .optional, .text(Wire.Limits.wordLength)),
          .field(
            "detail", \.detail, "[What exactly failed](outcomes.md#what-exactly-failed), for people.",
            .optional,
            .text(Wire.Limits.outcomeDetailLength)),
        ]
      ) { .outcome($0.presentation, outcome: $0.outcome, reason: $0.reason) }
    case .exposure:
      Traits(
        "exposure", .messages,
        [
          .presentation,
          .field(
            "experiment_id", \.experimentID, "The experiment.", .required, .text(Wire.Limits.nameLength)),
          .field("arm", \.arm, "The arm of the person.", .required, .text(Wire.Limits.wordLength)),
        ]
      ) { .exposure($0.presentation, experimentID: $0.experimentID, arm: $0.arm) }
    case .decision:
      Traits(
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
      }
    }
  }
}

extension Field<EventFields> {
  fileprivate static var key: Self {
    .field("key", \.name, "The name of the attribute.", .required, .text(Wire.Limits.keyLength))
  }

  fileprivate static var audience: Self {
    .field(
      "audience_id", \.name, "The audience, as the server named it.", .required,
      .text(Wire.Limits.nameLength))
  }

  fileprivate static var presentation: Self { .part(\.presentation, Wire.EventRecord.Presentation.shape) }
}

extension Wire.EventRecord.Body {
  /// nil: a kind that this version does not know.
  var known: EventKind? {
    switch self {
    case .sessionStart: .sessionStart
    case .sessionEnd: .sessionEnd
    case .custom: .custom
    case .purchase: .purchase
    case .screenView: .screenView
    case .pushClick: .pushClick
    case .userChanged: .userChanged
    case .attribute: .attribute
    case .attributeChange: .attributeChange
    case .audienceEntry: .audienceEntry
    case .audienceExit: .audienceExit
    case .delivered: .delivered
    case .impression: .impression
    case .click: .click
    case .dismissal: .dismissal
    case .surveyAnswers: .surveyAnswers
    case .outcome: .outcome
    case .exposure: .exposure
    case .decision: .decision
    case .unknown: nil
    }
  }
}

/// The fields of event records of all kinds, as they are on the wire. Each kind uses the fields of
/// its shape.
struct EventFields {
  var id = ""
  var at = Instant(milliseconds: 0)
  var kind = ""
  var sessionID: String?
  var userID: String?
  var unknown: Wire.UnknownFields = [:]

  var length: Int64 = 0
  /// What distinguishes the event in its kind, such as the name of the screen.
  var name = ""
  var properties: [String: Wire.JSONValue] = [:]
  var currency = ""
  var price = 0.0
  var quantity = 1
  /// The campaign of the clicked push.
  var pushCampaignID: String?
  var previousUserID: String?
  var operation = Wire.Open<Wire.AttributeChange.Operation>.known(.add)
  var value = Wire.JSONValue.null
  var presentation = Wire.EventRecord.Presentation(id: "", campaignID: "", campaignVersion: 0)
  var buttonID: String?
  var cause = Wire.Open<Wire.EventRecord.DismissalCause>.known(.user)
  var outcome = Wire.Open<Wire.EventRecord.OutcomeKind>.known(.shown)
  var reason: String?
  var detail: String?
  var answers: [String: Wire.JSONValue] = [:]
  var experimentID = ""
  var arm = ""
  var decisionID = ""
  var decided = DecidedEvent()
  var candidates: [Wire.DecisionRecord.Candidate] = []
  var omittedCandidates = 0
}

extension EventFields {
  /// Copies the values of a record. An initialiser would copy all of the fields once more.
  mutating func copy(_ record: Wire.EventRecord) {
    (id, at, kind) = (record.id, record.at, record.body.kind)
    (sessionID, userID, detail, unknown) = (record.sessionID, record.userID, record.detail, record.unknown)
    switch record.body {
    case .sessionStart: break
    case .sessionEnd(let length): self.length = length
    case .custom(let name, let properties), .screenView(let name, let properties):
      (self.name, self.properties) = (name, properties)
    case .purchase(let name, let currency, let price, let quantity, let properties):
      (self.name, self.currency, self.price, self.quantity, self.properties) = (
        name, currency, price, quantity, properties
      )
    case .pushClick(let campaignID): pushCampaignID = campaignID
    case .userChanged(let previousUserID): self.previousUserID = previousUserID
    case .attribute(let key, let value): (name, self.value) = (key, value)
    case .attributeChange(let key, let change):
      (name, operation, value) = (key, change.operation, change.value)
    case .audienceEntry(let name), .audienceExit(let name): self.name = name
    case .impression(let presentation), .delivered(let presentation): self.presentation = presentation
    case .surveyAnswers(let presentation, let answers):
      (self.presentation, self.answers) = (presentation, answers)
    case .click(let presentation, let buttonID): (self.presentation, self.buttonID) = (presentation, buttonID)
    case .dismissal(let presentation, let cause): (self.presentation, self.cause) = (presentation, cause)
    case .outcome(let presentation, let outcome, let reason):
      (self.presentation, self.outcome, self.reason) = (presentation, outcome, reason)
    case .exposure(let presentation, let experimentID, let arm):
      (self.presentation, self.experimentID, self.arm) = (presentation, experimentID, arm)
    case .decision(let decision):
      decisionID = decision.decisionID
      decided = DecidedEvent(
        id: decision.eventID, kind: decision.eventKind, name: decision.eventName, unknown: decision.unknown)
      (candidates, omittedCandidates) = (decision.candidates, decision.omittedCandidates)
    case .unknown(_, let own): unknown.merge(own) { _, own in own }
    }
  }
}

// MARK: - In the engine

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
