// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What campaigns are called, as last read. Read anew whenever a device receives definitions, so that a decision never meets an unknown one.
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

  /// The id for a campaign that was never seen. One that is shown by hand is called as it is.
  func name(_ id: String) -> String {
    switch ShownMessage(name: id) {
    case .sample(let sample): sample.label
    case .campaign(let id): names[id] ?? id
    case .draft: id
    case nil: names[id] ?? id
    }
  }

  /// Throws 404 for a campaign that is not there.
  func message(of id: String) throws -> (Wire.Message, title: String) {
    guard let campaign = campaigns.first(where: { $0.id == id }), let message = campaign.message else {
      throw Wire.Problem(
        status: 404, code: "campaign_gone", title: "The campaign of this message does not exist.",
        remedy: "It may have been deleted, or it may belong to another server. Choose another message.", field: "message")
    }
    return (message, campaign.name)
  }

  /// Those that can be shown by hand, those first that run.
  var showable: [LabCampaign] {
    let showable = campaigns.filter { $0.message != nil }
    return showable.filter(\.isRunning) + showable.filter { !$0.isRunning }
  }

  var suggestions: [Suggestion] { Suggestion.merged(campaigns) }
}

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
