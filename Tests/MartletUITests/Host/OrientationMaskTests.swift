// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletUI

@Suite("The orientations of a message's window")
struct OrientationMaskTests {
  @Test func `a message never turns an app to an orientation that the app does not support`() {
    let phone: OrientationMask = [.portrait, .landscapeLeft, .landscapeRight]
    #expect(phone.limited(to: nil) == phone)
    #expect(phone.limited(to: .portrait) == .portrait)
    #expect(phone.limited(to: .landscape) == .anyLandscape)
    #expect(OrientationMask.anyLandscape.limited(to: .portrait) == .anyLandscape)
  }

  @Test func `the bits are those of the platform`() {
    #expect(OrientationMask.portrait.rawValue == 2)
    #expect(OrientationMask.all.rawValue == 0b11110)
    #expect(OrientationMask.anyLandscape.orientations == [.landscape])
    #expect(OrientationMask.all.orientations == [.portrait, .landscape])
  }
}
