// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// What a campaign wants people to do. Only servers count it.
  public struct Conversion: Equatable, Sendable {
    /// For people. Unique in the campaign.
    public var name: String
    /// The events, as the subject `did` of audiences: `{"kind": "custom", "name": "order_placed",
    /// "where": …}`.
    public var event: JSONValue
    /// How long after the message it counts, in milliseconds.
    public var windowMilliseconds: Int64
    /// The number among the event's properties that is its revenue. nil: the conversion has no
    /// revenue.
    public var revenue: String?
    /// Whether a variant must keep this conversion to become the automatic winner: it does not win
    /// while it may cost more than 5% of it. Must be false for the first conversion, which decides.
    public var isGuardrail: Bool
    public var unknown: UnknownFields

    public init(
      name: String, event: JSONValue, windowMilliseconds: Int64 = Self.usualWindow, revenue: String? = nil,
      isGuardrail: Bool = false,
      unknown: UnknownFields = [:]
    ) {
      self.name = name
      self.event = event
      self.windowMilliseconds = windowMilliseconds
      self.revenue = revenue
      self.isGuardrail = isGuardrail
      self.unknown = unknown
    }

    /// Three days.
    public static let usualWindow: Int64 = 3 * 86_400_000
    /// One hour to 30 days.
    public static let windows: ClosedRange<Int64> = 3_600_000...30 * 86_400_000
    /// The most conversions of a campaign.
    public static let most = 4
  }
}

extension Wire.Conversion: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(name: "", event: .null), unknown: \.unknown,
    .field("name", \.name, "For people. Unique in the campaign.", .required, .text(Wire.Limits.nameLength)),
    .field(
      "event", \.event, "The [events](audiences.md#rules) that count: `kind`, `name` and `where` of `did`.",
      .required),
    .field(
      "window_ms", \.windowMilliseconds, "How long after the message they count: one hour to 30 days.",
      .written, .range(windows)),
    .field(
      "revenue", \.revenue, "The number among the properties that is the revenue. Absent: none.", .optional,
      .text(Wire.Limits.keyLength)),
    .field(
      "guardrail", \.isGuardrail,
      "True: a variant that may cost more than 5% of it cannot be the automatic winner. Not for the first one."
    )
  )
}
