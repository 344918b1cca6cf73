// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// An unfinished campaign that an author tries on one device of the lab.
public struct LabDraft: Equatable, Sendable {
  /// The id of every draft on a device. No campaign of the server has this id, so nothing is counted for one.
  public static let id = "draft"

  public let name: String
  /// The campaign that the device gets, with the id of all drafts.
  public let definition: Wire.Campaign

  public init(name: String, definition: Wire.Campaign) {
    self.name = name
    var definition = definition
    definition.id = Self.id
    self.definition = definition
  }

  /// The draft as a running campaign, so that its own device suggests its triggers.
  var suggested: LabCampaign {
    LabCampaign(id: Self.id, name: name, isRunning: true, triggers: definition.triggers)
  }

  // MARK: - In place of the server's campaigns

  /// The answer to a sync with the draft as the only campaign. Limits and settings stay as the server sent them.
  func delivered(in response: Wire.SyncResponse) -> Wire.SyncResponse {
    var response = response
    guard var definitions = response.definitions else { return response }
    definitions.tag = tag(definitions.tag)
    definitions.campaigns = [definition]
    response.definitions = definitions
    return response
  }

  /// A tag of the draft's own, because the device's definitions never match those that the server would deliver.
  func tag(_ tag: String) -> String { "\(tag) \(Self.id)" }
}
