// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// A message that asks in its own words before the system does.
@MainActor
@Suite("A page that asks for push permission", .timeLimit(.minutes(5)))
struct PushPermissionTests {
  private static let primer: Wire.Campaign = {
    var message = Wire.Message(
      kind: .known(.html), message: "<p>May we tell you when your order has arrived?</p>")
    message.bridge = Wire.Bridge(allows: [.known(.pushPermission)])
    return Wire.Campaign(
      id: "primer", createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.customEvent), name: "ordered")], message: message)
  }()

  private func shown(_ system: ManualNotificationSystem?) async -> DisplayBench {
    let bench = await DisplayBench([Self.primer], system: system).started()
    bench.martlet.logCustomEvent(name: "ordered")
    await bench.settle { bench.host.scene != nil }
    return bench
  }

  @Test func `by default, the client asks the system, and reports the answer`() async throws {
    let system = ManualNotificationSystem(answer: .authorized)
    let bench = await shown(system)
    var updates = bench.martlet.notifications.updates.makeAsyncIterator()
    try bench.host.call("requestPushPermission")
    #expect(await updates.next() == .authorizationChanged(.authorized))
    #expect(system.requests == [[.badge, .sound, .alert]])
  }

  @Test func `an app that asks itself is asked instead`() async throws {
    let system = ManualNotificationSystem()
    let bench = await shown(system)
    var asked = 0
    bench.ui?.requestPushPermission = { asked += 1 }
    try bench.host.call("requestPushPermission")
    await bench.martlet.settled()
    #expect(asked == 1 && system.requests.isEmpty)
  }

  @Test func `without notifications on the system, the page's call is refused`() async throws {
    let bench = await shown(nil)
    try bench.host.call("requestPushPermission")
    #expect(bench.host.refusals.map(\.reason.word) == ["unsupported"])
  }
}
