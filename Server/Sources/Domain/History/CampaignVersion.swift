// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What authors write of a campaign, at one point of its history.
public struct CampaignSnapshot: Equatable, Sendable {
  public var name: String
  public var content: CampaignContent

  public init(name: String, content: CampaignContent) {
    self.name = name
    self.content = content
  }
}

/// A change of a campaign's name or content, with what it wrote.
public struct CampaignVersion: Equatable, Sendable {
  public var change: CampaignChange
  public var snapshot: CampaignSnapshot

  public init(change: CampaignChange, snapshot: CampaignSnapshot) {
    self.change = change
    self.snapshot = snapshot
  }

  public var number: Int { change.number }
}

extension Campaign {
  public var snapshot: CampaignSnapshot { CampaignSnapshot(name: name, content: content) }
}
