// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Definitions in the engine's form, with the messages of their campaigns.
struct PreparedDefinitions: Sendable {
  let stored: StoredDefinitions
  private(set) var runnable: [CampaignDefinition] = []
  private(set) var caps: [SharedCap] = []
  private(set) var messages: [CampaignID: Wire.Message] = [:]
  /// The banners, content and data of the other campaigns.
  private(set) var contents: [CampaignID: ReachContents] = [:]
  /// The person's arms of experiments.
  private var arms: [CampaignID: Wire.ExperimentArm] = [:]

  /// The assets of each campaign, what it shows first before the rest.
  var needs: [CampaignID: AssetNeeds] {
    messages.mapValues { AssetNeeds($0) }
      .merging(contents.mapValues { AssetNeeds(banner: $0.banner) + AssetNeeds(content: $0.content) }) { $1 }
  }

  /// Leaves out and logs entries that this version cannot read or run.
  ///
  /// - Parameter deviceID: What stands for `{deviceid}` in addresses; nil if it is not known yet.
  init(_ stored: StoredDefinitions, deviceID: String?, _ log: Log) {
    self.stored = stored
    for entry in stored.definitions.rejected {
      log.error(
        "Campaign \(entry.id ?? "number \(entry.index)") is ignored: \(entry.field): \(entry.message)")
    }
    do {
      caps = try stored.definitions.sharedCaps()
    } catch {
      log.error("No campaigns run: \(error) A newer SDK version may support this cap.")
      return
    }
    for campaign in stored.definitions.campaigns {
      do {
        runnable.append(try campaign.definition())
        messages[CampaignID(campaign.id)] = campaign.message?.filled(deviceID: deviceID)
        contents[CampaignID(campaign.id)] = ReachContents(campaign)?.filled(deviceID: deviceID)
        arms[CampaignID(campaign.id)] = campaign.arm
      } catch {
        log.error("Campaign \(campaign.id) is ignored: \(error). A newer SDK version may support it.")
      }
    }
  }

  /// Whether the campaign has an experiment that counts the person.
  func isTested(_ campaign: CampaignID) -> Bool { arms[campaign] != nil }

  /// The record of an exposure. nil: no experiment counts the person.
  func exposure(of presentation: Presentation) -> Wire.EventRecord.Body? {
    exposure(of: presentation.campaign, Wire.EventRecord.Presentation(presentation))
  }

  /// The same, of a banner, content or data.
  func exposure(of item: ReachItem) -> Wire.EventRecord.Body? {
    exposure(of: item.campaign, Wire.EventRecord.Presentation(firstSurfaceOf: item))
  }

  private func exposure(of campaign: CampaignID, _ presentation: Wire.EventRecord.Presentation) -> Wire
    .EventRecord.Body?
  {
    arms[campaign].map { .exposure(presentation, experimentID: $0.experimentID, arm: $0.name) }
  }

  var versions: [CampaignID: Int] {
    Dictionary(runnable.map { ($0.id, $0.version) }, uniquingKeysWith: { first, _ in first })
  }

  /// The definitions in the format of the recording.
  var frames: [UInt8] {
    let definitions = stored.definitions
    return Wire.Recording.definitionFrames(
      tag: definitions.tag, userID: stored.userID,
      campaigns: definitions.campaigns.filter { versions[CampaignID($0.id)] != nil },
      caps: runnable.isEmpty ? [] : definitions.caps)
  }
}
