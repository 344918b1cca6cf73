// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// A campaign that this version cannot run, and the field that it does not understand.
  public struct Untranslatable: Error, Hashable, Sendable, CustomStringConvertible {
    /// For example `triggers[0].filter.all[1].op`.
    public var field: String
    /// One sentence.
    public var message: String

    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }

    public var description: String { "\(field): \(message)" }
  }
}

extension Wire.Campaign {
  /// What the engine needs to know of this campaign.
  ///
  /// A campaign of which any part is not understood is refused as a whole, also when another of its triggers could run: a campaign that
  /// half runs would show to fewer people than its author believes, and nobody would see why.
  public func definition() throws(Wire.Untranslatable) -> CampaignDefinition {
    guard let bucket = priority.bucket.known else {
      throw Wire.Untranslatable(field: "priority.bucket", message: "This version does not know the priority" + priority.bucket.question)
    }
    var translated: [Trigger] = []
    for (index, trigger) in triggers.enumerated() {
      translated.append(try trigger.translated(at: "triggers[\(index)]"))
    }
    var definition = CampaignDefinition(
      id: CampaignID(id), version: version, priority: Priority(bucket: bucket.translated, order: priority.order), createdAt: createdAt,
      schedule: Schedule(startsAt: startsAt, endsAt: endsAt), triggers: translated)
    try rules.apply(to: &definition)
    return definition
  }

  /// The campaign that `definition()` turns back into `definition`.
  public init(_ definition: CampaignDefinition, message: Wire.Message) {
    self.init(
      id: definition.id.rawValue, version: definition.version, priority: Wire.Priority(definition.priority),
      createdAt: definition.createdAt, startsAt: definition.schedule.startsAt, endsAt: definition.schedule.endsAt,
      triggers: definition.triggers.map { Wire.Trigger($0) }, message: message, rules: Wire.DeliveryRules(definition))
  }
}

extension Wire.Priority {
  /// The engine's priority on the wire.
  public init(_ priority: Priority) {
    let bucket: Bucket =
      switch priority.bucket {
      case .low: .low
      case .medium: .medium
      case .high: .high
      }
    self.init(bucket: .known(bucket), order: priority.order)
  }
}

extension Wire.Priority.Bucket {
  fileprivate var translated: Priority.Bucket {
    switch self {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
}
