// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

// What waits for the app.
extension PushMachine {
  mutating func add(_ link: Link, tappedAt time: Duration) -> [Effect] {
    guard links.add(link, tappedAt: time) else { return [] }
    return [
      .log(
        .error,
        "More than \(LinkQueue<Link>.maximumCount) URLs of notifications wait for the app. The oldest was dropped."
      )
    ]
  }

  mutating func dropLinks(_ reason: String) -> [Effect] {
    let count = links.dropAll()
    guard count > 0 else { return [] }
    return [.log(.info, "\(count) URLs of notifications are not opened: \(reason).")]
  }

  mutating func publish(_ update: Notifications.Update) -> [Effect] {
    guard !isAppReady else { return [.publish(update)] }
    updates.append(update)
    guard updates.count > Self.maximumUpdates else { return [] }
    updates.removeFirst()
    return [
      .log(
        .error,
        "More than \(Self.maximumUpdates) updates of notifications wait for appIsReady(). The oldest was dropped."
      )
    ]
  }

  /// Opens and publishes what waited, in its order.
  mutating func release(at now: Duration) -> [Effect] {
    guard isOn, isAppReady else { return [] }
    var effects = updates.map { Effect.publish($0) }
    updates = []
    guard isActive else { return effects }
    effects += expire(at: now)
    while let next = links.takeFirst() { effects.append(.open(next.link, next.extras)) }
    return effects
  }
}
