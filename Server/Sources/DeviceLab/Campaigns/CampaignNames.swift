// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
public import MartletWire

/// The names of campaigns, as last read. They are read again whenever a device receives
/// definitions, so that every campaign in a decision has a name.
@MainActor
final class CampaignNames {
  private nonisolated let read: @Sendable () async -> [LabCampaign]
  private(set) var campaigns: [LabCampaign] = []
  private var names: [String: String] = [:]

  nonisolated init(read: @escaping @Sendable () async -> [LabCampaign]) {
    self.read = read
  }

  func refresh() async {
    campaigns = await read()
    for campaign in campaigns { names[campaign.id] = campaign.name }
  }

  /// The campaign's name, or its id if the campaign is unknown. A message shown by hand has the
  /// name of its sample or campaign.
  func name(_ id: String) -> String {
    switch ShownMessage(name: id) {
    case .sample(let sample): sample.label
    case .campaign(let id): names[id] ?? id
    case .draft: id
    case nil: names[id] ?? id
    }
  }

  /// The campaign's message and name. Throws 404 if there is no such campaign.
  func message(of id: String) throws -> (Wire.Message, title: String) {
    guard let campaign = campaigns.first(where: { $0.id == id }), let message = campaign.message else {
      throw Wire.Problem(
        status: 404, code: "campaign_gone", title: "The campaign of this message does not exist.",
        remedy: "It may have been deleted, or it may belong to another server. Choose another message.",
        field: "message")
    }
    return (message, campaign.name)
  }

  /// The campaigns that can be shown by hand, running ones first.
  var showable: [LabCampaign] {
    let showable = campaigns.filter { $0.message != nil }
    return showable.filter(\.isRunning) + showable.filter { !$0.isRunning }
  }

  /// The running campaigns with an experiment of which the lab's phones can take an arm.
  var experiments: [LabCampaign] { campaigns.filter { $0.isRunning && !$0.arms.isEmpty } }

  /// The campaign and its arm. Throws 404 if there is none.
  func arm(_ arm: LabArm) throws -> (LabCampaign, LabCampaign.Arm) {
    guard let campaign = campaigns.first(where: { $0.id == arm.campaignID }) else {
      throw LabCampaign.armGone
    }
    return try campaign.arm(arm)
  }

  var suggestions: [Suggestion] { Suggestion.merged(campaigns) }
}

/// What the lab knows about a campaign: its name for the timeline, its triggers for suggestions,
/// its message for showing it by hand, and the arms of its experiment.
public struct LabCampaign: Equatable, Sendable {
  public var id: String
  public var name: String
  public var isRunning: Bool
  public var triggers: [Wire.Trigger]
  /// nil if the campaign cannot be shown by hand.
  public var message: Wire.Message?
  /// Empty if devices get the same in all arms, or if there is no experiment.
  public var arms: [Arm]

  /// An arm of the campaign's experiment.
  public struct Arm: Hashable, Codable, Sendable {
    /// `LabArm.name`
    public var name: String
    /// For people.
    public var label: String

    public init(name: String, label: String) {
      (self.name, self.label) = (name, label)
    }
  }

  public init(
    id: String, name: String, isRunning: Bool, triggers: [Wire.Trigger], message: Wire.Message? = nil,
    arms: [Arm] = []
  ) {
    self.id = id
    self.name = name
    self.isRunning = isRunning
    self.triggers = triggers
    self.message = message
    self.arms = arms
  }

  static let armGone = Wire.Problem(
    status: 404, code: "arm_gone", title: "This arm of an experiment does not exist.",
    remedy: "The campaign may have changed, or it may belong to another server. Choose another arm.",
    field: "arm")

  /// The campaign and its arm. Throws 404 if it has no such arm.
  func arm(_ arm: LabArm) throws -> (LabCampaign, Arm) {
    guard arm.campaignID == id, let found = arms.first(where: { $0.name == arm.name }) else {
      throw Self.armGone
    }
    return (self, found)
  }

  /// The arms for the page.
  var armsJSON: Wire.JSONValue {
    [
      "id": .string(id), "name": .string(name),
      "arms": .array(
        arms.map {
          ["value": .string(LabArm(campaignID: id, name: $0.name).text), "label": .string($0.label)]
        }),
    ]
  }
}
