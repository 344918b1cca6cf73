// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@Suite("Delivery engine")
struct DeliveryEngineTests {
  @Test("the campaign with the highest priority is presented and the others are recorded as suppressed (D5)")
  func priority() throws {
    var engine = DeliveryEngine(environment: .plain)
    _ = engine.handle(.definitionsReceived([.named("low", .low), .named("high", .high), .named("medium")]), at: 0)
    let effects = engine.handle(.eventLogged(.custom("e1", "tap")), at: 1)
    #expect(effects.presented.map(\.campaign) == ["high"])
    #expect(effects.records.map(\.campaign) == ["medium", "low"])
    #expect(effects.records.allSatisfy { $0.outcome == .suppressed(.priority) })
    #expect(effects.decisions.map(\.chosen) == ["high"])
  }
}
