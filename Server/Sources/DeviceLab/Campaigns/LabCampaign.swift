// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What the lab knows of a campaign: its name for the timeline, its triggers for suggestions, and its message, to show it by hand.
public struct LabCampaign: Equatable, Sendable {
  public var id: String
  public var name: String
  public var isRunning: Bool
  public var triggers: [Wire.Trigger]
  /// nil: it cannot be shown by hand.
  public var message: Wire.Message?

  public init(id: String, name: String, isRunning: Bool, triggers: [Wire.Trigger], message: Wire.Message? = nil) {
    self.id = id
    self.name = name
    self.isRunning = isRunning
    self.triggers = triggers
    self.message = message
  }
}
