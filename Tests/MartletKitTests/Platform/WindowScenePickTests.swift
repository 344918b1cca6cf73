// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletKit

@Suite("The window scene of a message")
struct WindowScenePickTests {
  private func candidate(
    _ id: String, _ activation: WindowScenePick.Activation, key: Bool = false
  ) -> WindowScenePick.Candidate {
    .init(id: id, activation: activation, hasKeyWindow: key)
  }

  @Test(arguments: [WindowScenePick.Activation.background, .unattached])
  func `without a scene on the screen, there is none`(activation: WindowScenePick.Activation) {
    #expect(WindowScenePick.active(among: []) == nil)
    #expect(WindowScenePick.active(among: [candidate("a", activation, key: true)]) == nil)
  }

  @Test func `an active scene comes before an inactive one, even if that one has the key window`() {
    #expect(
      WindowScenePick.active(among: [candidate("a", .inactive, key: true), candidate("b", .active)]) == "b")
  }

  @Test
  func
    `of several active scenes, the one with the key window is chosen, otherwise the first by id, whatever the order`()
  {
    let scenes = [candidate("b", .active), candidate("c", .active, key: true), candidate("a", .active)]
    #expect(WindowScenePick.active(among: scenes) == "c")
    let keyless = [candidate("b", .active), candidate("a", .active)]
    #expect(WindowScenePick.active(among: keyless) == "a")
    #expect(WindowScenePick.active(among: keyless.reversed()) == "a")
  }
}
