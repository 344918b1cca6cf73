// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A campaign's banner or data that a notification brought, before it is known whether the campaign is on this device.
struct PushedItem: Hashable, Sendable {
  /// The id of the notification. A second copy of it brings nothing.
  var id: String
  var campaign: CampaignID
  /// The version that was sent. nil: any.
  var version: Int?
  var isTest = false
  var receivedAt: Instant

  /// nil if the notification brings nothing.
  init?(_ payload: Martlet.Notifications.Payload, makeID: () -> String, at now: Instant) {
    guard payload.deliversItem, let campaign = payload.campaignId else { return nil }
    id = payload.deliveryId ?? makeID()
    self.campaign = CampaignID(campaign)
    version = payload.campaignVersion
    isTest = payload.isTest
    receivedAt = now
  }

  /// nil if something that it needs is missing.
  init?(json: Wire.JSONValue) {
    guard let id = json["id"]?.string, let campaign = json["campaign_id"]?.string, let received = json["received_at"]?.wholeNumber
    else { return nil }
    self.id = id
    self.campaign = CampaignID(campaign)
    version = json["campaign_version"]?.wholeNumber.flatMap { Int(exactly: $0) }
    isTest = json["is_test"] == .bool(true)
    receivedAt = Instant(milliseconds: received)
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "campaign_id": .string(campaign.rawValue), "received_at": .int(receivedAt.milliseconds), "is_test": .bool(isTest),
    ]
    fields["campaign_version"] = version.map { .int(Int64($0)) }
    return .object(fields)
  }
}
