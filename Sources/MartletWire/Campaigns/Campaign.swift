// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// A campaign as a device receives it: when it is shown, and its surfaces. It does not contain
  /// the campaign's name.
  ///
  /// It has a message, or a banner with or without content, or content alone, or data. A push can
  /// accompany each of them, or stand alone.
  public struct Campaign: Equatable, Sendable {
    public var id: String
    public var version: Int
    public var priority: Priority
    public var createdAt: Instant
    public var startsAt: Instant?
    public var endsAt: Instant?
    public var triggers: [Trigger]
    public var message: Message?
    public var banner: Banner?
    public var content: Content?
    public var data: DataPush?
    /// Not sent to devices.
    public var push: PushNotification?
    /// Who can get it, as a rule that only servers understand. Not sent to devices. nil: everybody.
    public var audience: JSONValue?
    /// The variants among which people are divided. Not sent to devices. nil: everybody gets the
    /// same.
    public var experiment: Experiment?
    /// The part of the experiment that the device's person is in. Only sent to devices. nil: there
    /// is no experiment, or it does not count this person.
    public var arm: ExperimentArm?
    /// What people are meant to do. Not sent to devices.
    public var conversions: [Conversion]
    /// Whether people in the global holdout get it too. Not sent to devices.
    public var ignoresGlobalHoldout: Bool
    /// Its texts in other languages. Not sent to devices: servers put the texts of the device's
    /// language in their places.
    public var languages: Translations
    /// The rules of banner, content and data. On the wire, their fields are fields of the campaign.
    public var surfaceRules: SurfaceRules
    /// The delivery rules. On the wire, their fields are fields of the campaign.
    public var rules: DeliveryRules
    public var unknown: UnknownFields

    public init(
      id: String, version: Int = 1, priority: Priority = Priority(), createdAt: Instant,
      startsAt: Instant? = nil, endsAt: Instant? = nil,
      triggers: [Trigger], message: Message? = nil, banner: Banner? = nil, content: Content? = nil,
      data: DataPush? = nil,
      push: PushNotification? = nil, audience: JSONValue? = nil, experiment: Experiment? = nil,
      arm: ExperimentArm? = nil,
      conversions: [Conversion] = [], ignoresGlobalHoldout: Bool = false, languages: Translations = [:],
      surfaceRules: SurfaceRules = SurfaceRules(), rules: DeliveryRules = DeliveryRules(),
      unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.version = version
      self.priority = priority
      self.createdAt = createdAt
      self.startsAt = startsAt
      self.endsAt = endsAt
      self.triggers = triggers
      self.message = message
      self.banner = banner
      self.content = content
      self.data = data
      self.push = push
      self.audience = audience
      self.experiment = experiment
      self.arm = arm
      self.conversions = conversions
      self.ignoresGlobalHoldout = ignoresGlobalHoldout
      self.languages = languages
      self.surfaceRules = surfaceRules
      self.rules = rules
      self.unknown = unknown
    }
  }

  /// Texts in other languages: by language (BCP 47), then by the field whose text they replace,
  /// such as `message.buttons[1].text`.
  public typealias Translations = [String: [String: String]]

  /// The rank of a campaign among those that match the same event.
  public struct Priority: Equatable, Sendable {
    /// `low`, `medium`, `high`.
    public var bucket: Open<Bucket>
    public var order: Int
    public var unknown: UnknownFields

    public init(bucket: Open<Bucket> = .known(.medium), order: Int = 0, unknown: UnknownFields = [:]) {
      self.bucket = bucket
      self.order = order
      self.unknown = unknown
    }

    /// Compared before `order`.
    public typealias Bucket = MartletCore.Priority.Bucket
  }

  /// An enumerated value, or an unknown one from a newer version, which is written back unchanged.
  public enum Open<Known: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
  where Known.RawValue == String {
    case known(Known)
    case unknown(String)

    /// Creates a known value if this version knows it, otherwise an unknown one.
    public init(_ rawValue: String) { self = Known(rawValue: rawValue).map(Open.known) ?? .unknown(rawValue) }

    public var rawValue: String {
      switch self {
      case .known(let value): value.rawValue
      case .unknown(let value): value
      }
    }

    /// The known value, or nil if this version does not know it.
    public var known: Known? {
      if case .known(let value) = self { value } else { nil }
    }
  }
}

extension Wire.Open: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension Wire.Campaign: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", createdAt: Instant(milliseconds: 0), triggers: []),
    unknown: \.unknown,
    .field("id", \.id, "Opaque.", .required),
    .field(
      "version", \.version, "Increases with each edit. Events report it.", .written, .range(1...Int64.max)),
    .field(
      "priority", \.priority,
      "The higher bucket wins, then the higher order, then the newer `created_at`, then the smaller `id`.",
      .written),
    .field("created_at", \.createdAt, "When it was created.", .required),
    .field("starts_at", \.startsAt, "When it starts. Absent: immediately."),
    .field("ends_at", \.endsAt, "The instant from which it is no longer shown. Absent: it does not end."),
    .field(
      "triggers", \.triggers, "The [triggers](#triggers-and-filters). Any one of them is enough.", .required),
    .field(
      "message", \.message,
      "The [message](#messages) that it shows. Absent: it has a banner, content or data instead."),
    .field("banner", \.banner, "The [banner](#banners), a notification inside the app."),
    .field(
      "content", \.content,
      "The [announcement or survey](#content) that the banner or a push opens. Without a banner, it opens by itself."
    ),
    .field("data", \.data, "The [data](#data) for the app."),
    .field("push", \.push, "The [push notification](#push-notifications). Only on the server."),
    .field(
      "audience", \.audience,
      "The [people](audiences.md#rules) who can get it. Absent: everybody. Only on the server."),
    .field(
      "experiment", \.experiment,
      "The [experiment](experiments.md). Absent: everybody gets the same. Only on the server."),
    .field("arm", \.arm, "The [arm](#experiments) of the experiment that the person is in. Only on devices."),
    .field(
      "conversions", \.conversions, "Up to four things that people are meant to do. Only on the server."),
    .field(
      "ignores_global_holdout", \.ignoresGlobalHoldout,
      "True: people in the [global holdout](experiments.md#the-global-holdout) get it too. Only on the server."
    ),
    .field(
      "languages", \.languages,
      "Its texts in other [languages](languages.md): by language, then by field, such as `message.header`. Only on the server."
    ),
    .part(\.surfaceRules, Wire.SurfaceRules.shape),
    .part(\.rules, Wire.DeliveryRules.shape))
}

extension Wire.Campaign {
  /// The names of all fields, also those of its rules.
  public static let fields: Set<String> = Set(shape.table.allRows.map(\.name.description))

  /// Whether nothing but a run brings the campaign, and it has something for the app, which can
  /// come without the run's push.
  public var isSentIntoTheApp: Bool {
    guard triggers.isEmpty, message == nil else { return false }
    return data != nil || (banner != nil || content != nil) && surfaceRules.delivery != .known(.outOfApp)
  }
}

extension Wire.Priority: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("bucket", \.bucket, "Compared first.", .written),
    .field("order", \.order, "Compared between campaigns with the same bucket.", .written))
}

extension Wire.Campaign {
  /// The campaign as the engine needs it.
  ///
  /// Throws an error if any part is not understood, even if another trigger of the campaign could
  /// run: a partial campaign would reach fewer people than its author expects, without a visible
  /// reason.
  public func definition() throws(Wire.Untranslatable) -> CampaignDefinition {
    let bucket = try priority.bucket.understood("the priority", at: "priority.bucket")
    let translated = try triggers.translated("triggers") { trigger throws(Wire.Untranslatable) in
      try trigger.translated()
    }
    var definition = CampaignDefinition(
      id: CampaignID(id), version: version, priority: Priority(bucket: bucket, order: priority.order),
      createdAt: createdAt,
      schedule: Schedule(startsAt: startsAt, endsAt: endsAt), triggers: translated)
    try rules.apply(to: &definition)
    definition.reach = try reach()
    definition.arm = arm.map { ExperimentArm(isWithheld: $0.isWithheld, keepsTurn: $0.keepsTurn) }
    return definition
  }

  /// The campaign with this message whose `definition()` is `definition`.
  public init(_ definition: CampaignDefinition, message: Wire.Message) {
    self.init(
      id: definition.id.rawValue, version: definition.version, priority: Wire.Priority(definition.priority),
      createdAt: definition.createdAt, startsAt: definition.schedule.startsAt,
      endsAt: definition.schedule.endsAt,
      triggers: definition.triggers.map { Wire.Trigger($0) }, message: message,
      rules: Wire.DeliveryRules(definition))
  }
}

extension Wire.Priority {
  /// The engine's priority in its wire form.
  public init(_ priority: Priority) { self.init(bucket: .known(priority.bucket), order: priority.order) }
}

extension Wire {
  /// A campaign that this version cannot run, with the field that it does not understand.
  public struct Untranslatable: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path, such as `triggers[0].filter.all[1].op`. Empty: the whole form.
    public var field = ""
    /// One sentence.
    public var message: String

    public var description: String { "\(field): \(message)" }

    /// The same error, relative to the form that has this one as `part`.
    func inside(_ part: String) -> Self {
      Self(field: field.isEmpty || field.hasPrefix("[") ? part + field : "\(part).\(field)", message: message)
    }
  }
}

extension Wire.Open where Known: CaseIterable {
  /// The known value. The error says that this version does not know `what`, and asks whether a
  /// similar value is meant.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func understood(_ what: String, at field: String) throws(Wire.Untranslatable) -> Known {
    guard let known else {
      throw Wire.Untranslatable(field: field, message: "This version does not know \(what)\(question)")
    }
    return known
  }
}

extension Array {
  /// Translates every element. An error names the element in the list `name`.
  @inline(never)
  func translated<Part>(_ name: String, _ translate: (Element) throws(Wire.Untranslatable) -> Part)
    throws(Wire.Untranslatable) -> [Part]
  {
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for (index, element) in enumerated() {
      do { parts.append(try translate(element)) } catch { throw error.inside("\(name)[\(index)]") }
    }
    return parts
  }
}
