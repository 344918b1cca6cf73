// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Personalisation

/// The values without which a personalised campaign is not shown: the server withdraws it instead.
struct RequiredValues: Sendable {
  private let own: CampaignTemplate
  private let arms: ExperimentArms?
  private let byArm: [String: CampaignTemplate]
  /// Keys of the person's attributes.
  let attributes: Set<String>
  /// Whether properties of the event are among them.
  let needsEvent: Bool

  /// nil if the campaign is the same for everybody.
  init?(_ campaign: Campaign) {
    guard campaign.content.rules.render != nil else { return nil }
    own = CampaignTemplate(campaign.content)
    let arms = campaign.content.experiment.map { ExperimentArms($0) }
    var byArm: [String: CampaignTemplate] = [:]
    for arm in arms?.names ?? [] {
      byArm[arm] = CampaignTemplate(arms?.campaign(campaign.definition, for: arm) ?? campaign.definition)
    }
    (self.arms, self.byArm) = (arms, byArm)
    let all = [own] + byArm.values
    attributes = all.reduce(into: []) { $0.formUnion($1.attributeKeys) }
    needsEvent = all.contains { !$0.requiredEventValues.isEmpty }
  }

  /// Whether the person lacks one of them when the event happens. What devices say about themselves
  /// is always there.
  func areMissing(for person: Person, _ event: Event) -> Bool {
    let template = person.standing.flatMap { arms?.arm(of: $0) }.flatMap { byArm[$0] } ?? own
    let device = Wire.Device(id: "", platform: "-", osVersion: "-", locale: "en", appVersion: "-")
    let values = TemplateValues(
      userID: person.userID, attributes: person.attributes.mapValues { Wire.JSONValue($0) },
      event: Wire.EventRecord.Body(event.kind).templateValues, device: device)
    return !template.missing(values).isEmpty
  }

  /// What is known about a person at one moment.
  struct Person: Sendable {
    var userID: String?
    var attributes: [String: Value] = [:]
    var standing: ExperimentStanding?
  }
}
