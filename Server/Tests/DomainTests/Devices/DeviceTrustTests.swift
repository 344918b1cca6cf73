// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite struct DeviceTrustTests {
  @Test(arguments: [
    (false, false, DeviceTrust.named), (false, true, .named), (true, false, .device), (true, true, .person),
  ])
  func `a signature counts only with the device's own secret`(
    _ isProven: Bool, _ isVouched: Bool, _ trust: DeviceTrust
  ) {
    #expect(DeviceTrust(isProven: isProven, isVouched: isVouched) == trust)
  }

  @Test(arguments: DeviceTrust.allCases)
  func `what a device may read about a person is what it said itself, or everything of somebody vouched for`(
    _ trust: DeviceTrust
  ) {
    let readers: [DeviceTrust: AttributeReader] = [.device: .device("d"), .person: .person]
    #expect(trust.reader(on: "d") == readers[trust])
    #expect(trust.reads(isOwn: false) == (trust == .person))
    #expect(trust.reads(isOwn: true) == (trust != .named))
  }

  @Test(arguments: UserAuthentication.Mode.allCases, DeviceTrust.allCases)
  func
    `nobody is vouched for while signatures are not checked, and where they are required nobody else gets anything`(
      _ mode: UserAuthentication.Mode, _ trust: DeviceTrust
    )
  {
    #expect(trust.now(mode) == (mode == .off && trust == .person ? .device : trust))
    #expect((trust.now(mode, isLab: true) == .person) == (mode != .off && trust != .named))
    #expect(trust.now(mode).admits("u:ana", mode) == (mode != .required || trust == .person))
    #expect(trust.now(mode).admits("d:phone", mode))
  }
}
