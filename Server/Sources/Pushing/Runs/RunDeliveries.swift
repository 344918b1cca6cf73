// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
public import Domain
import Foundation
public import MartletCore
public import MartletWire
public import Store

/// What a sync brings of runs. A push may never come: there is no key, no token or no permission,
/// or the system held a silent one back.
public struct RunDeliveries: Sendable {
  private let store: any PushStore

  public init(store: any PushStore) { self.store = store }

  /// - Parameters:
  ///   - campaigns: Those of the device that are sent into the app
  ///     (`Wire.Campaign.isSentIntoTheApp`).
  ///   - personID: Who uses the device (`PersonID`).
  public func deliveries(
    of campaigns: [Wire.Campaign], to personID: String, on device: Wire.Device, app: AppID, at now: Instant
  ) async throws(StoreError) -> [Wire.Delivery] {
    guard !campaigns.isEmpty else { return [] }
    let found = try await store.runDeliveries(to: personID, on: device.id, app: app)
    return campaigns.compactMap { campaign in
      guard let delivery = found.first(where: { $0.campaignID.rawValue == campaign.id }),
        delivery.comesWithSync(hasItem: campaign.isDeliveredByPush, at: now),
        Self.isOpen(campaign, for: device, at: now)
      else { return nil }
      // The id that the payload of the push has.
      return Wire.Delivery(campaignID: campaign.id, deliveryID: APNsID(delivery: delivery.id).text)
    }
  }

  /// Rows that end at once are not judged by their time. In quiet hours, the device waits by
  /// itself.
  private static func isOpen(_ campaign: Wire.Campaign, for device: Wire.Device, at now: Instant) -> Bool {
    guard let schedule = (try? campaign.pushDefinition(withTriggers: false))?.schedule else { return false }
    let zone = device.timeZone.flatMap { TimeZone(identifier: $0) }
    let standing = schedule.standing(at: now) { instant in
      .seconds(
        zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)) ?? 0)
    }
    switch standing {
    case .open, .quiet: return true
    case .notStarted, .ended: return false
    }
  }
}
