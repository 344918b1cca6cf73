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
      throw Wire.Untranslatable(field: "priority.bucket", message: "This version does not know the priority.")
    }
    var translated: [Trigger] = []
    for (index, trigger) in triggers.enumerated() {
      translated.append(try trigger.translated(at: "triggers[\(index)]"))
    }
    return CampaignDefinition(
      id: CampaignID(id), version: version, priority: Priority(bucket: bucket.translated, order: priority.order), createdAt: createdAt,
      startsAt: startsAt, endsAt: endsAt, triggers: translated)
  }

  /// The campaign that `definition()` turns back into `definition`.
  public init(_ definition: CampaignDefinition, message: Wire.Message) {
    self.init(
      id: definition.id.rawValue, version: definition.version, priority: Wire.Priority(definition.priority),
      createdAt: definition.createdAt, startsAt: definition.startsAt, endsAt: definition.endsAt,
      triggers: definition.triggers.map { Wire.Trigger($0) }, message: message)
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

extension Wire.Trigger {
  /// The trigger that `Campaign.definition()` turns back into `trigger`.
  public init(_ trigger: Trigger) {
    switch trigger {
    case .sessionStart: self.init(kind: .known(.sessionStart))
    case .pushClick(let campaign): self.init(kind: .known(.pushClick), name: campaign?.rawValue)
    case .anyPurchase(let filter): self.init(kind: .known(.anyPurchase), filter: filter.map { Wire.Filter($0) })
    case .purchase(let productID, let filter): self.init(kind: .known(.purchase), name: productID, filter: filter.map { Wire.Filter($0) })
    case .customEvent(let name, let filter): self.init(kind: .known(.customEvent), name: name, filter: filter.map { Wire.Filter($0) })
    }
  }

  fileprivate func translated(at path: String) throws(Wire.Untranslatable) -> Trigger {
    guard let kind = kind.known else {
      throw Wire.Untranslatable(field: path + ".kind", message: "This version does not know the trigger.")
    }
    switch kind {
    case .sessionStart:
      try refuseFilter(at: path)
      return .sessionStart
    case .pushClick:
      try refuseFilter(at: path)
      return .pushClick(campaign: name.map { CampaignID($0) })
    case .anyPurchase: return .anyPurchase(try translatedFilter(at: path))
    case .purchase: return .purchase(productID: try requiredName(at: path), try translatedFilter(at: path))
    case .customEvent: return .customEvent(name: try requiredName(at: path), try translatedFilter(at: path))
    }
  }

  private func requiredName(at path: String) throws(Wire.Untranslatable) -> String {
    guard let name, !name.isEmpty else { throw Wire.Untranslatable(field: path + ".name", message: "This trigger needs a name.") }
    return name
  }

  private func translatedFilter(at path: String) throws(Wire.Untranslatable) -> Filter? {
    guard let filter else { return nil }
    return try filter.translated(at: path + ".filter")
  }

  private func refuseFilter(at path: String) throws(Wire.Untranslatable) {
    guard filter == nil else {
      throw Wire.Untranslatable(field: path + ".filter", message: "This trigger has no properties to filter by.")
    }
  }
}
