// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite struct EventTriggersTests {
  private func event(_ kind: Event.Kind) -> Event { Event(id: "e", at: Instant(milliseconds: 0), kind: kind) }

  private func definition(_ triggers: [Trigger], exceptions: [Trigger] = []) -> CampaignDefinition {
    CampaignDefinition(
      id: "c", createdAt: Instant(milliseconds: 0), triggers: triggers, exceptions: exceptions)
  }

  @Test func `any trigger fires, and an exception is told apart`() {
    let triggers = EventTriggers(
      definition(
        [.customEvent(name: "shipped", nil), .sessionStart], exceptions: [.customEvent(name: "returned", nil)]
      ),
      compilePattern: Pattern.compiler)
    let shipped = event(.custom(name: "shipped", properties: Properties()))
    let returned = event(.custom(name: "returned", properties: Properties()))
    #expect(
      triggers.fires(on: shipped) && triggers.fires(on: event(.sessionStart)) && !triggers.fires(on: returned)
    )
    #expect(triggers.excepts(returned) && !triggers.excepts(shipped))
    #expect(triggers.unsupported == [])
  }

  @Test func `groups and counts are named as unsupported, and never fire`() {
    let part = Trigger.customEvent(name: "a", nil)
    let triggers = EventTriggers(
      definition([part, .count(part, Repetition(.atLeast, 2, within: .session)), .any([part])]),
      compilePattern: Pattern.compiler)
    #expect(triggers.unsupported == [1, 2])
    let alone = EventTriggers(definition([.any([part])]), compilePattern: Pattern.compiler)
    #expect(!alone.fires(on: event(.custom(name: "a", properties: Properties()))))
  }
}
