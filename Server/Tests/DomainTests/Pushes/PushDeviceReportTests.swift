// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct PushDeviceReportTests {
  private static let now = Sample.now

  private static func change(
    _ token: String? = "aa", trust: DeviceTrust = .device, stored: DeviceTrust? = .device, named: Int64?,
    sentAt: Instant = now
  ) -> PushDeviceReport.Change? {
    let device = Sample.device("d", token: token)
    var known = StoredPushDevice(person: named)
    if let stored {
      known.owner = 7
      known.device = PushDevice(
        deviceID: "d", token: "aa", environment: .production, authorization: .authorized, registeredAt: now,
        saidAt: now, trust: stored)
    }
    return PushDeviceReport(device, sentAt: sentAt, trust: trust, isLab: false, at: now).change(of: known)
  }

  @Test(arguments: [
    // Whom the request names, how far it is believed, and who then has the device, believed how
    // far.
    (Int64?.some(7), DeviceTrust.device, Int64?.none, DeviceTrust.device), (8, .device, 8, .device),
    (8, .named, 8, .named),
    (7, .person, 7, .person), (nil, .person, nil, .device),
  ])
  func `a device belongs to whom it names, and what an earlier request of the same person proved stays`(
    _ named: Int64?, _ trust: DeviceTrust, _ owner: Int64?, _ believed: DeviceTrust
  ) {
    let change = Self.change(trust: trust, named: named)
    #expect(change?.person == owner)
    if let change { #expect(change.device.trust == believed) }
  }

  @Test
  func
    `of a new device, nothing is stored until it names somebody who is stored and says something about pushes`()
  {
    #expect(Self.change(stored: nil, named: nil) == nil)
    #expect(Self.change(stored: nil, named: 7)?.device.token == "aa")
  }

  @Test func `a request that was overtaken changes nothing`() {
    #expect(Self.change("bb", named: 8, sentAt: Self.now - .seconds(1)) == nil)
    #expect(Self.change("bb", named: 8)?.device.token == "bb")
  }
}
