// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
public import MartletWire

/// An unfinished campaign that an author tries on one device of the lab.
public struct LabDraft: Equatable, Codable, Sendable {
  /// The id of every draft on a device, and of its experiment. No campaign of the server has this
  /// id, so nothing is counted for one.
  public static let id = "draft"

  public let name: String
  /// The campaign that the device gets, with the id of all drafts.
  public let definition: Wire.Campaign
  /// The campaign as people in the arms of its experiment get it. Empty if there is no experiment.
  public let arms: [Arm]

  /// One arm of the draft's experiment.
  public struct Arm: Equatable, Codable, Sendable {
    public var arm: LabCampaign.Arm
    /// What devices in the arm get.
    public var definition: Wire.Campaign

    public init(_ arm: LabCampaign.Arm, _ definition: Wire.Campaign) {
      (self.arm, self.definition) = (arm, definition)
    }
  }

  public init(name: String, definition: Wire.Campaign, arms: [Arm] = []) {
    self.name = name
    self.definition = Self.marked(definition)
    self.arms = arms.map { Arm($0.arm, Self.marked($0.definition)) }
  }

  private static func marked(_ definition: Wire.Campaign) -> Wire.Campaign {
    var definition = definition
    definition.id = id
    definition.arm?.experimentID = id
    return definition
  }

  /// The draft as a running campaign, so that its own device suggests its triggers and offers its
  /// arms.
  var suggested: LabCampaign {
    LabCampaign(
      id: Self.id, name: name, isRunning: true, triggers: definition.triggers, arms: arms.map(\.arm))
  }

  /// What a device in the arm gets of the draft.
  func definition(in arm: LabArm?) -> Wire.Campaign {
    arms.first { arm == LabArm(campaignID: Self.id, name: $0.arm.name) }?.definition ?? definition
  }

  // MARK: - In place of the server's campaigns

  /// The answer to a sync with the draft as the only campaign. Limits and settings stay as the
  /// server sent them.
  func delivered(in response: Wire.SyncResponse, as arm: LabArm?) -> Wire.SyncResponse {
    var response = response
    guard var definitions = response.definitions else { return response }
    definitions.tag = tag(definitions.tag)
    definitions.campaigns = [definition(in: arm)]
    response.definitions = definitions
    return response
  }

  /// A tag of the draft's own, because the device's definitions never match those that the server
  /// would deliver.
  func tag(_ tag: String) -> String { "\(tag) \(Self.id)" }
}
