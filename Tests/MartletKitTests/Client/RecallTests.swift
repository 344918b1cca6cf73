// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// A campaign that was paused or edited stops at the device's next contact with the server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RecallTests {
  private let transport = HeldTransport()

  /// A client that holds a campaign under the tag `t1`, whose message was handed over, and visible
  /// when `isShown`.
  private func bench(isShown: Bool) async -> Bench {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    if isShown { bench.presenter.onPresent = { $0.context?.logImpression() } }
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(
      definitions: .init(tag: "t1", campaigns: [.onEvent("hello")]))
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    await bench.martlet.settled()
    bench.martlet.requestImmediateDataFlush()
    return bench
  }

  private func answer(tag: String?) async {
    let request = await transport.waitForRequest()
    let results = request.events.map { Wire.EventResult(id: $0.id, status: .known(.stored)) }
    request.answer(Wire.EventsResponse(results: results, definitionsTag: tag))
  }

  @Test(
    arguments: [true, false], [true, false])
  func `a campaign that was paused or edited goes at the next contact, whether it waits or is visible`(
    isShown: Bool, isPaused: Bool
  ) async {
    let bench = await bench(isShown: isShown)
    await answer(tag: "t2")
    let sync = await transport.waitForRequest()
    #expect(sync.sync?.definitionsTag == "t1")
    var edited = Wire.Campaign.onEvent("hello")
    edited.version = 2
    sync.answerStored(definitions: .init(tag: "t2", campaigns: isPaused ? [] : [edited]))
    await bench.settle(until: { !bench.presenter.dismissals.isEmpty })
    let id = bench.presenter.presented[0].context?.presentationID ?? ""
    #expect(bench.presenter.dismissals == [.ended(presentationIDs: [id])])
  }

  @Test func `the tag that is held, and none at all, lead to no question`() async {
    let bench = await bench(isShown: true)
    await answer(tag: "t1")
    await bench.quiet()
    bench.martlet.logCustomEvent(name: "more")
    bench.martlet.requestImmediateDataFlush()
    await answer(tag: nil)
    await bench.quiet()
    #expect(transport.openCount == 0)
    #expect(transport.receivedCount == 3)
  }

  @Test func `a server that goes on naming another tag is asked once a minute, not in circles`() async {
    let bench = await bench(isShown: true)
    await answer(tag: "other-1")
    await transport.waitForRequest().answerStored()
    for number in 2...4 {
      bench.martlet.logCustomEvent(name: "more")
      bench.martlet.requestImmediateDataFlush()
      await answer(tag: "other-\(number)")
      await bench.quiet()
    }
    #expect(transport.openCount == 0)
    await bench.advance(by: .seconds(60))
    bench.martlet.logCustomEvent(name: "more")
    bench.martlet.requestImmediateDataFlush()
    await answer(tag: "other-5")
    let sync = await transport.waitForRequest()
    #expect(sync.sync != nil)
  }

  @Test func `the request says whose definitions the device holds`() async {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.changeUser(userId: "A")
    bench.martlet.requestImmediateDataFlush()
    var request = await transport.waitForRequest()
    if request.sync != nil { request = await transport.waitForRequest() }
    #expect((try? Wire.decode(Wire.EventsRequest.self, from: request.request.plainBody))?.userID == "A")
  }
}
