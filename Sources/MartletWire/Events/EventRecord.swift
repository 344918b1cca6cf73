// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// An event on a device, as it is kept in the journal. The server counts each `id` once, forever.
  public struct EventRecord: Equatable, Sendable {
    /// Created once on the device, and the same in every retry. 1 to 64 characters of
    /// `[0-9A-Za-z-]`.
    public var id: String
    /// The device's wall clock when it happened.
    public var at: Instant
    public var sessionID: String?
    /// nil: anonymous.
    public var userID: String?
    public var body: Body
    /// Only for outcomes: what exactly failed, for people, such as an asset and its HTTP status. Up
    /// to `Limits.outcomeDetailLength` characters.
    public var detail: String?
    public var unknown: UnknownFields

    public init(
      id: String, at: Instant, sessionID: String?, userID: String?, body: Body, detail: String? = nil,
      unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.at = at
      self.sessionID = sessionID
      self.userID = userID
      self.body = body
      self.detail = detail
      self.unknown = unknown
    }

    /// The kind of event, which is `kind` on the wire.
    public enum Body: Equatable, Sendable {
      /// `session_start`
      case sessionStart
      /// `session_end`, with `length_ms`
      case sessionEnd(lengthMilliseconds: Int64)
      /// `custom`, with `name` and `properties`
      case custom(name: String, properties: [String: JSONValue])
      /// `purchase`, with `product_id`, `currency`, `price`, `quantity`, `properties`
      case purchase(
        productID: String, currency: String, price: Double, quantity: Int, properties: [String: JSONValue])
      /// `screen_view`, with `name` and `properties`
      case screenView(name: String, properties: [String: JSONValue])
      /// `push_click`, with `campaign_id` if Martlet sent the push
      case pushClick(campaignID: String?)
      /// `user_changed`, with `previous_user_id`
      case userChanged(previousUserID: String?)
      /// `attribute`, with `key` and `value`; null removes it
      case attribute(key: String, value: JSONValue)
      /// `attribute_change`, with `key`, `operation` and `value`. A separate kind, so that nobody
      /// mistakes it for the value itself.
      case attributeChange(key: String, AttributeChange)
      /// `audience_entry`, with `audience_id`: the device was told that the person is in this
      /// audience, and was not before.
      case audienceEntry(audienceID: String)
      /// `audience_exit`, with `audience_id`
      case audienceExit(audienceID: String)
      /// `impression`
      case impression(Presentation)
      /// `click`, with `button_id`; absent: the message itself
      case click(Presentation, buttonID: String?)
      /// `dismissal`, with `by`
      case dismissal(Presentation, by: Open<DismissalCause>)
      /// `outcome`, with `outcome` and `reason`. `detail` is in the record.
      case outcome(Presentation, outcome: Open<OutcomeKind>, reason: String?)
      /// `delivered`: a banner, content or data arrived on the device.
      case delivered(Presentation)
      /// `survey_answers`, with `answers` by the id of the question: the person submitted a survey.
      case surveyAnswers(Presentation, answers: [String: JSONValue])
      /// `exposure`, with `experiment_id` and `arm`: what a campaign's experiment compares would be
      /// shown now, or its data passed to the app. Recorded in all arms alike, before anything that
      /// differs between them.
      case exposure(Presentation, experimentID: String, arm: String)
      /// `decision`, with `decision_id`, `event` (`id`, `kind`, `name`), `candidates`,
      /// `omitted_candidates`
      case decision(DecisionRecord)
      /// A kind that this version does not know, with all fields that are not common to all kinds.
      /// `unknown` is then empty.
      case unknown(kind: String, fields: [String: JSONValue])
    }

    /// The campaign and presentation of a record: `campaign_id`, `campaign_version`,
    /// `presentation_id`, and `surface`.
    public struct Presentation: Equatable, Sendable {
      public var id: String
      public var campaignID: String
      public var campaignVersion: Int
      /// nil: the message.
      public var surface: Open<Surface>?
      /// Only the impression of content: the banner or push that opened it.
      public var openedFrom: Open<Surface>?

      /// Whether its impression record is an impression of the campaign, and not a later step.
      public var isImpression: Bool { (openedFrom?.known).opensWithImpression }

      public init(id: String, campaignID: String, campaignVersion: Int, surface: Open<Surface>? = nil) {
        self.id = id
        self.campaignID = campaignID
        self.campaignVersion = campaignVersion
        self.surface = surface
      }
    }

    /// What closed a visible message.
    public enum DismissalCause: String, Hashable, Sendable, CaseIterable {
      /// The person, with the close control, a swipe, a tap on the backdrop, or Escape.
      case user
      case click
      case auto
      case app
      case userChanged = "user_changed"
      case wiped
      case recalled
      /// Its view disappeared, and nobody said why.
      case vanished
      /// The content of a tapped push took its place.
      case pushTap = "push_tap"
    }

    /// How a presentation ended, or that it is queued.
    public enum OutcomeKind: String, Hashable, Sendable, CaseIterable {
      case shown, queued, suppressed, discarded, expired, recalled, replaced, actioned, exited, dropped,
        withheld
    }
  }

  /// A decision, as the server stores it.
  public struct DecisionRecord: Equatable, Sendable {
    public var decisionID: String
    /// The id of the decided event. The record has its kind and name, but not its properties.
    public var eventID: String
    public var eventKind: String
    public var eventName: String?
    /// Best first.
    public var candidates: [Candidate]
    /// The number of further candidates that did not fit (`Limits.decisionBytes`).
    public var omittedCandidates: Int
    /// The unknown fields of `event`. Those of the record are in `EventRecord.unknown`.
    public var unknown: UnknownFields

    public init(
      decisionID: String, eventID: String, eventKind: String, eventName: String?, candidates: [Candidate],
      omittedCandidates: Int = 0,
      unknown: UnknownFields = [:]
    ) {
      self.decisionID = decisionID
      self.eventID = eventID
      self.eventKind = eventKind
      self.eventName = eventName
      self.candidates = candidates
      self.omittedCandidates = omittedCandidates
      self.unknown = unknown
    }

    /// A campaign in a decision.
    public struct Candidate: Equatable, Sendable {
      public var campaignID: String
      public var campaignVersion: Int
      public var verdict: Open<Verdict>
      /// The values that were compared. `docs/wire.md` lists the keys for each gate.
      public var detail: [String: JSONValue]
      public var unknown: UnknownFields = [:]

      public init(
        campaignID: String, campaignVersion: Int, verdict: Open<Verdict>, detail: [String: JSONValue]
      ) {
        self.campaignID = campaignID
        self.campaignVersion = campaignVersion
        self.verdict = verdict
        self.detail = detail
      }
    }
  }
}

extension Wire.EventRecord.Body {
  /// What distinguishes it in its kind: the name of the event or screen, the id of the product, the
  /// campaign of the push, the audience, or nothing (nil).
  public var name: String? {
    switch self {
    case .custom(let name, _), .screenView(let name, _): name
    case .purchase(let productID, _, _, _, _): productID
    case .pushClick(let campaignID): campaignID
    case .audienceEntry(let audienceID), .audienceExit(let audienceID): audienceID
    default: nil
    }
  }

  /// The properties from the app, or nil if this kind has none.
  public var properties: [String: Wire.JSONValue]? {
    switch self {
    case .custom(_, let properties), .screenView(_, let properties), .purchase(_, _, _, _, let properties):
      properties
    default: nil
    }
  }
}

extension Wire.EventRecord: Wire.Form, WireValue {
  static var form: ValueForm { .kinds(EventKind.named.mapValues(\.shape.table)) }

  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    guard let kind = kind(in: parser) else {
      return try EventKind.shapeOfUnknown.read(from: &parser).recordOfUnknownKind
    }
    return try kind.shape.read(from: &parser).record(of: kind)
  }

  /// The user of a stored record. Reads nothing else, which is much faster than reading the record.
  /// nil: anonymous.
  ///
  /// Only for what was encoded from a record: nothing is checked.
  public static func userID(ofStored bytes: UnsafeBufferPointer<UInt8>) -> String? {
    Wire.JSONParser.text(ofField: "user_id", in: bytes)
  }

  /// The fields of a record depend on its kind, which can come after them.
  private static func kind(in parser: Wire.JSONParser) -> EventKind.Traits? {
    parser.text(ofField: "kind").flatMap { EventKind.named[$0] }
  }

  public func write(to writer: inout Wire.JSONWriter) { withTable { $1.write($0, to: &writer) } }

  /// Calls `read` with the record's fields and the table of its kind. Both are valid only during
  /// the call.
  func withTable(_ read: (UnsafeRawPointer, Table) -> Void) {
    var fields = EventFields()
    fields.copy(self)
    let shape = body.known?.traits.shape ?? EventKind.shapeOfUnknown
    withUnsafePointer(to: fields) { read(UnsafeRawPointer($0), shape.table) }
  }
}

extension Wire.EventRecord.Presentation {
  static let shape = Shape<Self>(
    blank: Self(id: "", campaignID: "", campaignVersion: 0), unknown: nil,
    .field(
      "presentation_id", \.id,
      "Identifies one display of one campaign to one person. What an event triggered has the id of that event, by which a backtest pairs the two.",
      .required, .id),
    .field("campaign_id", \.campaignID, "The campaign.", .required, .text(Wire.Limits.nameLength)),
    .field(
      "campaign_version", \.campaignVersion, "The campaign's version as received.", .required,
      .range(1...Int64.max)),
    .field("surface", \.surface, "Where. Absent: the message.", .optional, .text(Wire.Limits.wordLength)),
    .field(
      "opened_from", \.openedFrom, "Only the impression of content: the banner or push that opened it.",
      .optional,
      .text(Wire.Limits.wordLength)))
}

extension Wire.DecisionRecord.Candidate: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(campaignID: "", campaignVersion: 0, verdict: "", detail: [:]), unknown: \.unknown,
    .field("campaign_id", \.campaignID, "The campaign.", .required, .text(Wire.Limits.nameLength)),
    .field(
      "campaign_version", \.campaignVersion, "The campaign's version on the device.", .required,
      .range(1...Int64.max)),
    .field(
      "verdict", \.verdict, "`chosen`, `delivered`, or the gate that stopped the campaign.", .required,
      .text(Wire.Limits.wordLength)),
    .field("detail", \.detail, "The values that were compared."))
}
