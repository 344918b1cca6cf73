// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
public import Domain
import Identity
public import MartletCore
public import MartletWire

/// The campaigns that devices of one app get at present, compiled once for all of them.
public final class CampaignCatalogue: Sendable {
  /// Changes whenever anything that devices get changes, and only then.
  public let tag: String
  public let definitions: Wire.Definitions
  public let campaignIDs: [CampaignID]
  /// The first end of a campaign, with which this catalogue ends too; nil when it ends only with a change of a campaign.
  public let validUntil: Instant?
  let syncAnswers: SyncAnswers
  /// What is required of devices that name a user.
  let userAuthentication: UserAuthentication.Mode
  let tokenJudge: UserTokenJudge
  private let settings: AppSettings
  private let testDevices: Set<String>

  /// Running campaigns that have not ended. Campaigns that start later are included: the device checks the schedule, so that they start on time
  /// offline.
  public init(
    campaigns: [Campaign], settings: AppSettings = AppSettings(), testDevices: Set<String> = [], at now: Instant
  ) {
    let offered = campaigns.filter { campaign in
      campaign.state == .running && !campaign.content.isPushOnly && campaign.content.endsAt.map { $0 > now } ?? true
    }
    .sorted { $0.id.rawValue < $1.id.rawValue }
    let wire = offered.map(\.sentDefinition)
    tag = Self.tag(of: wire, caps: settings.caps)
    definitions = Wire.Definitions(tag: tag, campaigns: wire, caps: settings.caps)
    self.settings = settings
    userAuthentication = settings.userAuthentication.mode
    tokenJudge = UserTokenJudge(settings.userAuthentication.keys)
    self.testDevices = testDevices
    campaignIDs = offered.map(\.id)
    validUntil = offered.compactMap(\.content.endsAt).min()
    syncAnswers = SyncAnswers(definitions, settings: Wire.DeviceSettings(decisionSample: settings.decisionSample))
  }

  func isTest(_ device: String) -> Bool { testDevices.contains(device) }

  /// A test device reports every decision.
  func settings(isTest: Bool) -> Wire.DeviceSettings {
    Wire.DeviceSettings(decisionSample: isTest ? 1 : settings.decisionSample)
  }

  /// 128 bits of the SHA-256 of what devices get, so that every node and every start gives the same campaigns the same tag.
  private static func tag(of campaigns: [Wire.Campaign], caps: [Wire.Cap]) -> String {
    var hash = SHA256()
    for campaign in campaigns {
      hash.update(data: Wire.encode(campaign))
      hash.update(data: [0x0A])
    }
    for cap in caps {
      hash.update(data: Wire.encode(cap))
      hash.update(data: [0x0A])
    }
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
