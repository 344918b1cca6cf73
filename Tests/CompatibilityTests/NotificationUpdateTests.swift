// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import Foundation
import Testing

extension Compatibility {
  @MainActor
  @Suite
  struct NotificationUpdateTests {
    private func arrive(_ id: String, _ braze: Braze) {
      let isOurs = braze.notifications.handleBackgroundNotification(
        userInfo: ["aps": ["content-available": 1], "martlet": ["version": 1, "delivery_id": id]],
        fetchCompletionHandler: { _ in })
      #expect(isOurs)
    }

    @Test func `a subscription hears of each notification of the types that it asks for, until it ends`()
      async
    {
      let bench = await Bench().started()
      var all: [String?] = []
      var opened: [String?] = []
      let subscription = bench.braze.notifications.subscribeToUpdates { all.append($0.deliveryId) }
      let other = bench.braze.notifications.subscribeToUpdates(payloadTypes: [.opened]) {
        opened.append($0.deliveryId)
      }
      let stream = bench.braze.notifications.notificationsStream
      defer { other.cancel() }
      arrive("d-1", bench.braze)
      await bench.wait { all == ["d-1"] }
      subscription.cancel()
      arrive("d-2", bench.braze)
      var heard: [String?] = []
      for await payload in stream.prefix(2) { heard.append(payload.deliveryId) }
      #expect(heard == ["d-1", "d-2"])
      #expect(all == ["d-1"] && opened.isEmpty)
    }
  }
}
