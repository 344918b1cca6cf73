// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// A campaign as a device receives it: when it is shown, and its message. It does not contain the campaign's name.
  public struct Campaign: Equatable, Sendable {
    public var id: String
    public var version: Int
    public var priority: Priority
    public var createdAt: Instant
    public var startsAt: Instant?
    public var endsAt: Instant?
    public var triggers: [Trigger]
    public var message: Message
    /// The delivery rules. On the wire, their fields are fields of the campaign.
    public var rules: DeliveryRules
    public var unknown: UnknownFields

    public init(
      id: String,
      version: Int = 1,
      priority: Priority = Priority(),
      createdAt: Instant,
      startsAt: Instant? = nil,
      endsAt: Instant? = nil,
      triggers: [Trigger],
      message: Message,
      rules: DeliveryRules = DeliveryRules(),
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
      self.rules = rules
      self.unknown = unknown
    }
  }

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
  public enum Open<Known: RawRepresentable & Hashable & Sendable>: Hashable, Sendable where Known.RawValue == String {
    case known(Known)
    case unknown(String)

    /// Creates a known value if this version knows it, otherwise an unknown one.
    public init(_ rawValue: String) {
      self = Known(rawValue: rawValue).map(Open.known) ?? .unknown(rawValue)
    }

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
