// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// What a notification brought for its campaign, before it is known whether the campaign is on this
/// device: a banner or data, or the tap that ends one whose notification was all there is to see.
struct PushedItem: Hashable, Sendable {
  /// The id of the notification. A second copy of it brings nothing.
  var id: String
  var campaign: CampaignID
  /// The version that was sent. nil: any.
  var version: Int?
  var isTest = false
  /// Whether the device gets the campaign's banner or data with it.
  var isDelivery = true
  /// Whether the person tapped the notification, and that opens no content.
  var isTapped = false
  var receivedAt: Instant

  /// nil if the notification brings nothing.
  init?(
    _ payload: Martlet.Notifications.Payload, isTapped: Bool = false, makeID: () -> String, at now: Instant
  ) {
    guard payload.deliversItem || isTapped, let campaign = payload.campaignId else { return nil }
    (isDelivery, self.isTapped) = (payload.deliversItem, isTapped)
    id = payload.deliveryId ?? makeID()
    self.campaign = CampaignID(campaign)
    version = payload.campaignVersion
    isTest = payload.isTest
    receivedAt = now
  }

  /// What a run has for this device.
  init(_ delivery: Wire.Delivery, at now: Instant) {
    id = delivery.deliveryID
    campaign = CampaignID(delivery.campaignID)
    receivedAt = now
  }

  /// nil if something that it needs is missing.
  init?(json: Wire.JSONValue) {
    guard let id = json["id"]?.string, let campaign = json["campaign_id"]?.string,
      let received = json["received_at"]?.wholeNumber
    else { return nil }
    self.id = id
    self.campaign = CampaignID(campaign)
    version = json["campaign_version"]?.wholeNumber.flatMap { Int(exactly: $0) }
    isTest = json["is_test"] == .bool(true)
    isDelivery = json["is_delivery"] != .bool(false)
    isTapped = json["is_tapped"] == .bool(true)
    receivedAt = Instant(milliseconds: received)
  }

  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "campaign_id": .string(campaign.rawValue),
      "received_at": .int(receivedAt.milliseconds), "is_test": .bool(isTest),
    ]
    if !isDelivery { fields["is_delivery"] = false }
    if isTapped { fields["is_tapped"] = true }
    fields["campaign_version"] = version.map { .int(Int64($0)) }
    return .object(fields)
  }
}
