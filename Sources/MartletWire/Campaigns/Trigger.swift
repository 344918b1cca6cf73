// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// What makes a campaign a candidate: a plain trigger, or a combination of others.
  ///
  /// - `{"kind": "custom_event", "name": "cart_viewed", "filter": {…}}`
  /// - `{"kind": "any", "triggers": […]}`
  /// - `{"kind": "all", "triggers": […], "within": {…}}`
  /// - `{"kind": "count", "triggers": [{…}], "times": 3, "match": "exactly", "within": {…}}`
  public struct Trigger: Equatable, Sendable {
    public var kind: Open<Kind>
    /// The required name of the event: its own name, the id of the product, the key of the
    /// attribute, the audience, or the campaign of the push.
    public var name: String?
    /// Only for events with properties.
    public var filter: Filter?
    /// The parts of `any` and `all`, or the trigger that `count` counts.
    public var triggers: [Trigger]
    /// Only for `count`.
    public var times: Int?
    /// Only for `count`. Absent: `at_least`.
    public var match: Open<Match>?
    /// Only for `all` and `count`. Absent: the session.
    public var within: HistoryWindow?
    public var unknown: UnknownFields

    public init(
      kind: Open<Kind>, name: String? = nil, filter: Filter? = nil, triggers: [Trigger] = [],
      times: Int? = nil,
      match: Open<Match>? = nil, within: HistoryWindow? = nil, unknown: UnknownFields = [:]
    ) {
      self.kind = kind
      self.name = name
      self.filter = filter
      self.triggers = triggers
      self.times = times
      self.match = match
      self.within = within
      self.unknown = unknown
    }

    /// How the number of times is compared.
    public typealias Match = Repetition.Match
  }

  /// `{"type": "session"}` or `{"type": "last", "ms": 604800000}`.
  public struct HistoryWindow: Equatable, Sendable {
    public var type: Open<Kind>
    public var milliseconds: Int64?
    public var unknown: UnknownFields

    public init(type: Open<Kind>, milliseconds: Int64? = nil, unknown: UnknownFields = [:]) {
      self.type = type
      self.milliseconds = milliseconds
      self.unknown = unknown
    }

    /// `last` is a duration that ends now.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case session, last
    }
  }

  /// `{"all": […]}`, `{"any": […]}`, `{"not": …}` or `{"path": ["cart", "total"], "op": "greater",
  /// "value": 20}`.
  public indirect enum Filter: Equatable, Sendable {
    case all([Filter])
    case any([Filter])
    case not(Filter)
    case compare(Comparison)
    /// An unknown form, also `all`, `any` or `not` with other fields, which could change the
    /// meaning. Its campaign cannot run on this version.
    case unknown(JSONValue)
  }

  /// A comparison of a property with a constant.
  public struct Comparison: Equatable, Sendable {
    public var path: [String]
    public var operation: Open<Operation>
    /// The operand: a list for `in`, `not_in`, `includes_any` and `includes_all`, a list of two for
    /// `between`, a pattern for `matches`; nil for `blank`, `not_blank`, `exists`, `not_exists` and
    /// `any_element`. Dates are `{"$date": milliseconds}`. Where an order is used, they can also be
    /// relative to the event: `{"$ago": {"days": 3}}` and `{"$from_now": {"hours": 2}}`.
    public var value: JSONValue?
    /// Only for operators that look into a text, such as `contains`.
    public var ignoringCase: Bool
    /// Only for `any_element`: the filter that a single element must match. Its paths start at the
    /// element.
    public var filter: Filter?
    public var unknown: UnknownFields

    public init(
      path: [String], operation: Open<Operation>, value: JSONValue? = nil, ignoringCase: Bool = false,
      filter: Filter? = nil,
      unknown: UnknownFields = [:]
    ) {
      self.path = path
      self.operation = operation
      self.value = value
      self.ignoringCase = ignoringCase
      self.filter = filter
      self.unknown = unknown
    }

    /// The operation of the comparison.
    public typealias Operation = MartletCore.Comparison.Operator
  }
}

extension Wire.Trigger: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.any)), unknown: \.unknown,
    .field("kind", \.kind, "The kind of trigger.", .required),
    .field(
      "name", \.name,
      "The name of the event, the screen or the attribute, the product id, or the id of an audience or of a push's campaign."
    ),
    .field("filter", \.filter, "A [filter](#triggers-and-filters) on the event's properties."),
    .field(
      "triggers", \.triggers, "The parts of `any` and `all`. For `count`, the one trigger that is counted."),
    .field(
      "times", \.times, "Only `count`: how many times.", .optional, .range(1...Int64(Repetition.maximumTimes))
    ),
    .field("match", \.match, "Only `count`. Absent: `at_least`."),
    .field("within", \.within, "Only `all` and `count`: the time window. Absent: the session."))
}

extension Wire.HistoryWindow: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.session)), unknown: \.unknown,
    .field("type", \.type, "The type of window.", .required),
    .field(
      "ms", \.milliseconds,
      "Only with `last`: the length of the window in milliseconds, from one second to 30 days. It ends now."))
}

extension Wire.Comparison: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(path: [], operation: .known(.equals)), unknown: \.unknown,
    .field("path", \.path, "The path of the property.", .required),
    .field("op", \.operation, "The comparison.", .required),
    .field("value", \.value, "The value to compare with."),
    .field("ignoring_case", \.ignoringCase, "Only for operators that look into a text, such as `contains`."),
    .field(
      "filter", \.filter,
      "Only `any_element`: the filter that one element must match. Paths in it begin at the element."))
}
