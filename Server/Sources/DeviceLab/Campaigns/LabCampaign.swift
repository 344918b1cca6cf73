// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What the lab knows of a campaign: its name for the timeline, and its triggers for suggestions.
public struct LabCampaign: Hashable, Sendable {
  public var id: String
  public var name: String
  public var isRunning: Bool
  public var triggers: [Wire.Trigger]

  public init(id: String, name: String, isRunning: Bool, triggers: [Wire.Trigger]) {
    self.id = id
    self.name = name
    self.isRunning = isRunning
    self.triggers = triggers
  }
}
