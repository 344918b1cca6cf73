// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Campaign {
  /// The campaign as the engine needs it.
  ///
  /// Throws an error if any part is not understood, even if another trigger of the campaign could run: a partial campaign would reach fewer
  /// people than its author expects, without a visible reason.
  public func definition() throws(Wire.Untranslatable) -> CampaignDefinition {
    guard let bucket = priority.bucket.known else {
      throw Wire.Untranslatable(field: "priority.bucket", message: "This version does not know the priority" + priority.bucket.question)
    }
    let translated = try triggers.translated("triggers") { trigger throws(Wire.Untranslatable) in try trigger.translated() }
    var definition = CampaignDefinition(
      id: CampaignID(id), version: version, priority: Priority(bucket: bucket, order: priority.order), createdAt: createdAt,
      schedule: Schedule(startsAt: startsAt, endsAt: endsAt), triggers: translated)
    try rules.apply(to: &definition)
    return definition
  }

  /// The campaign whose `definition()` is `definition`.
  public init(_ definition: CampaignDefinition, message: Wire.Message) {
    self.init(
      id: definition.id.rawValue, version: definition.version, priority: Wire.Priority(definition.priority),
      createdAt: definition.createdAt, startsAt: definition.schedule.startsAt, endsAt: definition.schedule.endsAt,
      triggers: definition.triggers.map { Wire.Trigger($0) }, message: message, rules: Wire.DeliveryRules(definition))
  }
}

extension Wire.Priority {
  /// The engine's priority in its wire form.
  public init(_ priority: Priority) {
    self.init(bucket: .known(priority.bucket), order: priority.order)
  }
}
