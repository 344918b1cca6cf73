// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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

  /// The id for a campaign that was never seen.
  func name(_ id: String) -> String { names[id] ?? id }

  /// One for each event that running campaigns listen to.
  var suggestions: [Suggestion] {
    var seen: Set<String> = []
    return campaigns.flatMap(Suggestion.all).filter { suggestion in
      seen.insert("\(suggestion.kind) \(suggestion.name) \(suggestion.properties)").inserted
    }
  }
}
