// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletKit

/// Where a page opens inside the app, as a value.
@Suite struct PagePlaceTests {
  private typealias Window = PagePlace.Window
  private typealias Controller = PagePlace.Controller

  @Test func `the key window of the app has the page, otherwise its frontmost usual window`() {
    #expect(PagePlace.window(among: [Window(), Window(isKey: true), Window()]) == 1)
    #expect(PagePlace.window(among: [Window(), Window(), Window(isAtUsualLevel: false)]) == 1)
    #expect(
      PagePlace.window(among: [Window(isAtUsualLevel: false), Window(isKey: true, isAtUsualLevel: false)])
        == 1)
    #expect(PagePlace.window(among: [Window(), Window(isUsable: false, isKey: true)]) == 0)
    #expect(PagePlace.window(among: []) == nil)
    #expect(PagePlace.window(among: [Window(isAtUsualLevel: false)]) == nil)
  }

  @Test
  func
    `a page never opens on the window of a message, and nowhere while a message that stays covers the app`()
  {
    #expect(PagePlace.window(among: [Window(), Window(isKey: true, message: .beside)]) == 0)
    #expect(PagePlace.window(among: [Window(message: .beside)]) == nil)
    #expect(PagePlace.window(among: [Window(isKey: true), Window(message: .covering)]) == nil)
    #expect(PagePlace.window(among: [Window(isKey: true), Window(isUsable: false, message: .covering)]) == 0)
  }

  @Test
  func `the last controller presents it, unless the system would ignore that or take the page away again`() {
    #expect(PagePlace.canPresent(on: [Controller()]))
    #expect(PagePlace.canPresent(on: [Controller(isMoving: true), Controller()]))
    #expect(!PagePlace.canPresent(on: []))
    #expect(!PagePlace.canPresent(on: [Controller(), Controller(isInWindow: false)]))
    #expect(!PagePlace.canPresent(on: [Controller(), Controller(isMoving: true)]))
    #expect(!PagePlace.canPresent(on: [Controller(), Controller(isAlert: true)]))
  }
}
