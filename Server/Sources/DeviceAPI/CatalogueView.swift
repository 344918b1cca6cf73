// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import MartletCore
import MartletWire

/// Some campaigns of a catalogue, as devices get them.
final class CatalogueView: Sendable {
  let tag: String
  let definitions: Wire.Definitions
  let campaignIDs: [CampaignID]
  let syncAnswers: SyncAnswers
  /// Whether the global holdout keeps campaigns from the person.
  let isHeldOut: Bool

  /// - Parameter audiences: For each audience that a trigger names: whether the person is in it.
  init(_ campaigns: [Wire.Campaign], _ settings: AppSettings, audiences: [String: Bool] = [:], isHeldOut: Bool = false) {
    self.isHeldOut = isHeldOut
    tag = Self.tag(of: campaigns, caps: settings.caps, audiences)
    definitions = Wire.Definitions(tag: tag, campaigns: campaigns, caps: settings.caps, audiences: audiences)
    campaignIDs = campaigns.map { CampaignID($0.id) }
    syncAnswers = SyncAnswers(definitions, settings: Wire.DeviceSettings(decisionSample: settings.decisionSample))
  }

  /// 128 bits of the SHA-256 of what devices get, so that every node and every start gives the same campaigns the same tag.
  private static func tag(of campaigns: [Wire.Campaign], caps: [Wire.Cap], _ audiences: [String: Bool]) -> String {
    var hash = SHA256()
    for campaign in campaigns {
      hash.update(data: Wire.encode(campaign))
      hash.update(data: [0x0A])
    }
    for cap in caps {
      hash.update(data: Wire.encode(cap))
      hash.update(data: [0x0A])
    }
    for (audience, isMember) in audiences.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(audience.utf8))
      hash.update(data: [isMember ? 1 : 0, 0x0A])
    }
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
