// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@Suite struct ContrastTests {
  /// Ratios from the definition in WCAG 2.2.
  @Test(
    arguments: [
      (0xFF00_0000, 0xFFFF_FFFF, 21.0), (0xFFFF_FFFF, 0xFFFF_FFFF, 1.0), (0xFF77_7777, 0xFFFF_FFFF, 4.48),
      (0xFFFF_0000, 0xFFFF_FFFF, 4.0),
      (0xFF00_00FF, 0xFFFF_FFFF, 8.59), (0x8000_0000, 0xFFFF_FFFF, 4.0), (0x0000_0000, 0xFFFF_FFFF, 1.0),
      (0xFFFF_FFFF, 0x0000_0000, 1.0),
    ] as [(UInt32, UInt32, Double)])
  func `the ratio is that of the standard`(_ text: UInt32, _ background: UInt32, _ ratio: Double) {
    let found = Contrast.ratio(
      of: Wire.Color(argb: text), on: Wire.Color(argb: background), canvas: Wire.Color(argb: 0xFFFF_FFFF))
    #expect(abs(found - ratio) < 0.01)
  }

  @Test func `the ratio does not depend on which colour is the text`() {
    let white = Wire.Color(argb: 0xFFFF_FFFF)
    for argb in stride(from: UInt32(0xFF00_0000), to: 0xFFFF_FFFF, by: 1_234_567) {
      let colour = Wire.Color(argb: argb)
      #expect(
        Contrast.ratio(of: colour, on: white, canvas: white)
          == Contrast.ratio(of: white, on: colour, canvas: white))
    }
  }
}
