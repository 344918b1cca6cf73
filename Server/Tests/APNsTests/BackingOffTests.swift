// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import PushEndpoint
import Testing

@testable import APNs

@Suite("What a sender does while APNs takes nothing", .timeLimit(.minutes(5)))
struct BackingOffTests {
  @Test(arguments: [true, false])
  func `a refusal that lasts costs a request for each push, and then one for each connection`(
    isShutdown: Bool
  ) async throws {
    let step = isShutdown ? EndpointScript.Step.refuse(.shutdown) : .reset(isUnprocessed: true)
    try await Stage.run(EndpointScript(otherwise: step)) { stage in
      let results = await stage.passingTime(when: \.isWaitingToConnect) { await stage.send(1...300) }
      let reason =
        isShutdown
        ? Postponement(cause: .answer(APNsAnswer(.shutdown)), wait: .forConnection)
        : Postponement(cause: .notSent, wait: .forConnection, trouble: .refused)
      #expect(Set(results.map { "\($0)" }) == ["\(PushResult.later(reason))"])
      #expect(stage.endpoint.received <= 300 + 10 * stage.endpoint.connections)
      #expect(stage.endpoint.connections <= 8)
      stage.endpoint.setScript(EndpointScript())
      #expect(await stage.passingTime(when: \.isWaitingToConnect) { await stage.send(301...400) }.allSent)
    }
  }

  @Test func `a server of APNs that shuts down is left at once, and nothing waits`() async throws {
    try await Stage.run(EndpointScript(byNumber: [1: .refuse(.shutdown)])) { stage in
      // Nobody moves the clock.
      #expect(await stage.sender.send(Stage.push()) == .sent)
      #expect(stage.endpoint.connections == 2)
    }
  }

  @Test func `when several servers in a row call a new token expired, it is this machine's clock`()
    async throws
  {
    try await Stage.run(EndpointScript(otherwise: .refuse(.expiredProviderToken))) { stage in
      let result = await stage.passingTime(when: \.isWaitingToConnect) {
        await stage.sender.send(Stage.push())
      }
      #expect(result == .stop(APNsAnswer(.expiredProviderToken)))
      #expect(stage.endpoint.connections == 4)
    }
  }

  @Test func `cancelling takes back what is not on its way, and nothing else`() async throws {
    try await Stage.run(EndpointScript(otherwise: .hold), configure: { $0.streams = 1 }) { stage in
      let first = Task { await stage.sender.send(Stage.push(1)) }
      await stage.endpoint.waitForRequests(1)
      let second = Task { await stage.sender.send(Stage.push(2)) }
      await stage.wait { $0.unfinished == 2 }
      first.cancel()
      second.cancel()
      #expect(await second.value == .later(Postponement(cause: .withdrawn, wait: .none)))
      stage.endpoint.release()
      #expect(await first.value == .sent)
      #expect(stage.endpoint.received == 1)
    }
  }
}
