// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A campaign as an author has written it so far, for one device of the lab and nobody else.
public struct LabDraft: Equatable, Sendable {
  /// Under which the device knows it, whichever it is: no campaign of the server has this id, so that none is counted for it.
  public static let id = "draft"

  public let name: String
  /// What the device gets, under the id of all drafts.
  public let definition: Wire.Campaign

  public init(name: String, definition: Wire.Campaign) {
    self.name = name
    var definition = definition
    definition.id = Self.id
    self.definition = definition
  }

  /// Its triggers are suggested as those of a running campaign are, on its own device.
  var suggested: LabCampaign {
    LabCampaign(id: Self.id, name: name, isRunning: true, triggers: definition.triggers)
  }

  // MARK: - In place of the server's campaigns

  /// A sync's answer in which the draft alone is delivered. Limits and settings stay as the server says them.
  func delivered(in response: Wire.SyncResponse) -> Wire.SyncResponse {
    var response = response
    guard var definitions = response.definitions else { return response }
    definitions.tag = tag(definitions.tag)
    definitions.campaigns = [definition]
    response.definitions = definitions
    return response
  }

  /// What the device holds is never what the server would deliver: it is told so by a tag of its own.
  func tag(_ tag: String) -> String { "\(tag) \(Self.id)" }
}
