// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct PushDeviceTests {
  private static let death = PushDevice.Death(since: Sample.now + .seconds(100), reason: "Unregistered")

  private func known(_ death: PushDevice.Death? = nil) -> PushDevice {
    PushDevice(
      deviceID: "d", token: "aa", environment: .production, authorization: .authorized,
      registeredAt: Sample.now, death: death)
  }

  @Test(
    arguments: [
      // The same report within the hour writes nothing, a later one does.
      (nil, "aa", 60, false, true), (nil, "aa", 3_600, true, true),
      // A dead token lives again if the device reports it after its death.
      (death, "aa", 99, false, false), (death, "aa", 100, false, false), (death, "aa", 101, true, true),
      // One that was never right stays dead until there is another.
      (PushDevice.Death(since: Sample.now, reason: "BadDeviceToken"), "aa", 9_999, false, false),
      (PushDevice.Death(since: Sample.now, reason: "BadDeviceToken"), "bb", 1, true, true),
      (death, "bb", 1, true, true),
    ] as [(PushDevice.Death?, String, Int, Bool, Bool)])
  func `a token lives, dies and lives again by what the device says and when`(
    _ death: PushDevice.Death?, _ token: String, _ seconds: Int, _ isChanged: Bool, _ lives: Bool
  ) {
    var device = known(death)
    #expect(
      device.report(Sample.device("d", token: token), isLab: false, at: Sample.now + .seconds(seconds))
        == isChanged)
    #expect((device.obstacle(isSilent: false) == nil) == lives)
  }

  @Test(arguments: Wire.PushAuthorization.allCases)
  func `a visible push needs permission, a silent one does not`(_ authorization: Wire.PushAuthorization) {
    var device = known()
    device.authorization = authorization
    #expect(
      (device.obstacle(isSilent: false) == .notAllowed) == [.denied, .notDetermined].contains(authorization))
    #expect(device.obstacle(isSilent: true) == nil)
  }

  @Test func `a token is the same however its digits are written`() {
    var device = known()
    #expect(device.report(Sample.device("d", token: "AA"), isLab: false, at: Sample.now) == false)
    #expect(PushDevice(Sample.device("d", token: "ABcd12"), isLab: false, at: Sample.now)?.token == "abcd12")
  }

  @Test func `a token without an environment goes nowhere`() {
    var device = Sample.device("d", token: "aa")
    device.pushEnvironment = .unknown("moon")
    #expect(PushDevice(device, isLab: false, at: Sample.now)?.obstacle(isSilent: true) == .noEnvironment)
  }
}
