// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

/// Notifications as an app meets them: through the client and its server.
@MainActor
@Suite("Notifications in the client", .timeLimit(.minutes(5)))
struct NotificationTests {
  private let transport = HeldTransport()
  private let answers = Answers()

  private static let clicked = Wire.Campaign(
    id: "clicked", createdAt: Instant(milliseconds: 0),
    triggers: [.init(kind: .known(.pushClick), name: "c-spring")],
    message: Wire.Message(kind: .known(.slideup), message: "Hello"))

  /// A client in the background, whose first session has synced.
  private func inBackground(_ change: (Martlet.Configuration) -> Void = { _ in }) async -> Bench {
    let bench = Bench(transport: transport, change)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t1", campaigns: []))
    await bench.quiet()
    bench.martlet.applicationDidEnterBackground()
    await bench.quiet()
    return bench
  }

  private func push(_ name: String, to bench: Bench) throws -> Bool {
    bench.martlet.notifications.handleBackgroundNotification(
      userInfo: try Recorded.userInfo(name), fetchCompletionHandler: answers.handler)
  }

  // MARK: - Silent notifications

  @Test(arguments: [true, false])
  func `a silent notification fetches the campaigns, and is answered when they are stored`(isNews: Bool)
    async throws
  {
    let bench = await inBackground()
    var updates = bench.martlet.notifications.updates.makeAsyncIterator()
    let isOurs = try push("silent-sync", to: bench)
    #expect(isOurs)
    let request = await transport.waitForRequest()
    #expect(request.sync?.definitionsTag == "t1")
    await bench.martlet.settled()
    #expect(answers.all.isEmpty)
    request.answerStored(definitions: isNews ? .init(tag: "t2", campaigns: [.onEvent("new")]) : nil)
    await bench.settle(until: { !answers.all.isEmpty })
    #expect(answers.all == [isNews ? .newData : .noData])
    bench.martlet.logCustomEvent(name: "new")
    await bench.quiet()
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { bench.presenter.presented.count == (isNews ? 1 : 0) })
    guard case .received(let payload) = await updates.next() else { throw Failure() }
    #expect(payload.deliveryId == "d-8c41")
  }

  private struct Failure: Error {}

  @Test func `a sync that fails is answered at once, and tried again later like any other`() async throws {
    let bench = await inBackground()
    _ = try push("silent-sync", to: bench)
    await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
    await bench.settle(until: { !answers.all.isEmpty })
    #expect(answers.all == [.failed])
    await bench.advance(by: .seconds(2))
    #expect(await transport.waitForRequest().sync != nil)
  }

  @Test func `a server that does not answer is not waited for longer than 20 seconds`() async throws {
    let bench = await inBackground()
    _ = try push("silent-sync", to: bench)
    let request = await transport.waitForRequest()
    await bench.advance(by: .seconds(19))
    #expect(answers.all.isEmpty)
    await bench.advance(by: .seconds(1))
    #expect(answers.all == [.failed])
    request.answerStored(definitions: .init(tag: "t2", campaigns: []))
    await bench.quiet()
    #expect(answers.all == [.failed])
  }

  @Test func `while the server wants no requests, a silent notification fails at once and is not sent`()
    async throws
  {
    let bench = await inBackground()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    await transport.waitForRequest().answer(TransportResponse(status: 503, headers: ["retry-after": "600"]))
    await bench.quiet()
    let before = transport.receivedCount
    _ = try push("silent-sync", to: bench)
    await bench.quiet()
    #expect(answers.all == [.failed])
    #expect(transport.receivedCount == before)
  }

  @Test(
    arguments: ["foreign", "foreign-silent"])
  func `a notification of another sender is not touched: no answer, no request, no event, no line`(
    name: String
  ) async throws {
    let bench = await inBackground()
    let before = (requests: transport.receivedCount, lines: bench.log.all.count)
    let userInfo = try Recorded.userInfo(name)
    let isOurs = try push(name, to: bench)
    #expect(!isOurs)
    let isHandled = bench.martlet.notifications.handleUserNotification(
      userInfo: userInfo, completionHandler: { Issue.record("It is another sender's.") })
    #expect(!isHandled)
    #expect(bench.martlet.notifications.handleForegroundNotification(userInfo: userInfo) == nil)
    await bench.quiet()
    #expect(
      answers.all.isEmpty && transport.receivedCount == before.requests && bench.log.all.count == before.lines
    )
  }

  @Test(arguments: [0, 1, 2, 3])
  func `nobody waits for ever: when the SDK is off, wiped, or released, the handler is called once`(way: Int)
    async throws
  {
    let bench = await inBackground()
    if way == 3 { bench.martlet.isEnabled = false }
    _ = try push("silent-sync", to: bench)
    if way < 3 { _ = await transport.waitForRequest() }
    switch way {
    case 0: bench.martlet.isEnabled = false
    case 1: bench.martlet.wipeData()
    case 2: bench.release()
    default: break
    }
    await eventually("the handler is called") { !answers.all.isEmpty }
    if way != 2 { await bench.quiet() }
    for _ in 0..<50 { await Task.yield() }
    #expect(answers.all == [way == 2 ? .failed : .noData])
  }

  @Test
  func `a change of the user during the sync asks for the new person's campaigns, and their answer counts`()
    async throws
  {
    let bench = await inBackground()
    _ = try push("silent-sync", to: bench)
    _ = await transport.waitForRequest()
    bench.martlet.changeUser(userId: "ada")
    let next = await transport.waitForRequest()
    #expect(next.sync?.userID == "ada")
    next.answerStored(definitions: .init(tag: "t2", campaigns: []))
    await bench.settle(until: { !answers.all.isEmpty })
    #expect(answers.all == [.newData])
  }

  // MARK: - Taps

  private func tap(_ name: String, _ bench: Bench, action: String? = nil) throws {
    let handler = answers.handler
    let isHandled = bench.martlet.notifications.handleUserNotification(
      userInfo: try Recorded.userInfo(name), actionIdentifier: action, requestIdentifier: "r",
      completionHandler: { handler(.noData) })
    #expect(isHandled)
  }

  @Test
  func
    `a tap before the launch is complete is counted once, triggers, and opens its URL when the app is active`()
    async throws
  {
    var opened: [String] = []
    let bench = Bench(transport: transport) {
      $0.urlOpener = {
        opened.append("\($0.url) \($0.useWebView) \($0.source) \($0.extras["section"] as? String ?? "")")
      }
    }
    // As the system passes it: directly after launch. Automation and the app forward the same one.
    try tap("alert", bench)
    try tap("alert", bench, action: Martlet.Notifications.defaultActionIdentifier)
    await bench.settle(until: { answers.all.count == 2 })
    #expect(opened.isEmpty)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t1", campaigns: [Self.clicked]))
    await bench.settle(until: { !opened.isEmpty })
    await bench.quiet()
    #expect(opened == ["https://shop.example/spring?from=push true notification spring"])
    #expect(bench.delegate.asked.count == 1)
    bench.martlet.requestImmediateDataFlush()
    #expect(await transport.waitForRequest().events.count { $0.label == "push_click" } <= 1)
  }

  @Test func `one click is one event with its campaign, and it triggers messages`() async throws {
    let server = ScriptedServer(campaigns: [Self.clicked])
    let bench = Bench(transport: server)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    try tap("alert", bench)
    try tap("alert", bench)
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "push_click" } })
    await bench.quiet()
    #expect(
      server.storedEvents.compactMap { if case .pushClick(let id) = $0.body { id } else { nil } } == [
        "c-spring"
      ])
    #expect(bench.delegate.unmatched.isEmpty || bench.delegate.unmatched == [nil])
  }

  @Test func `the delegate can veto the URL of a notification, and change it`() async throws {
    var opened: [URL] = []
    let bench = Bench(transport: transport) { $0.urlOpener = { opened.append($0.url) } }
    bench.martlet.applicationDidBecomeActive()
    bench.delegate.opens = false
    try tap("alert", bench, action: "open")
    await bench.settle(until: { bench.delegate.asked.count == 1 })
    #expect(opened.isEmpty)
  }

  @Test func `a tap while files cannot be read waits, is answered in time, and counts when they can be read`()
    async throws
  {
    let server = ScriptedServer(campaigns: [])
    let first = Bench(transport: server)
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !server.storedEvents.isEmpty })
    await first.martlet.settled()
    let folder = first.copyOfDirectory()
    let hidden = try Unreadable.hide("state", in: folder)
    let bench = Bench(transport: server, directory: folder, clock: ManualClock(seed: 2))
    try tap("alert", bench)
    _ = try push("silent-sync", to: bench)
    await bench.advance(by: .seconds(19))
    #expect(answers.all.isEmpty)
    await bench.advance(by: .seconds(1))
    #expect(answers.all.count == 2)
    let before = server.storedEvents.count
    let requests = server.requests.count
    try hidden.show()
    await bench.advance(by: .seconds(60))
    await bench.martlet.flush()
    #expect(server.storedEvents.dropFirst(before).map(\.label) == ["push_click"])
    #expect(server.requests.count > requests)
    #expect(answers.all.count == 2)
  }

  @Test func `a wipe before the files can be read forgets the tap, and answers it`() async throws {
    let server = ScriptedServer(campaigns: [])
    let folder = URL.temporary()
    let first = Bench(transport: server, directory: folder)
    await first.martlet.settled()
    let copy = first.copyOfDirectory()
    let hidden = try Unreadable.hide("state", in: copy)
    let bench = Bench(transport: server, directory: copy, clock: ManualClock(seed: 2))
    try tap("alert", bench)
    await bench.martlet.settled()
    bench.martlet.wipeData()
    await bench.settle(until: { answers.all.count == 1 })
    try hidden.show()
    bench.martlet.isEnabled = true
    await bench.advance(by: .seconds(61))
    await bench.martlet.flush()
    #expect(!server.storedEvents.contains { $0.label == "push_click" })
    #expect(answers.all.count == 1)
  }

  // MARK: - In the foreground

  @Test func `in the foreground, Martlet's notification is shown as configured, a silent one is not`()
    async throws
  {
    let bench = await inBackground { $0.push.automation.foregroundPresentationOptions = [.banner, .sound] }
    let notifications = bench.martlet.notifications
    #expect(
      notifications.handleForegroundNotification(userInfo: try Recorded.userInfo("alert")) == [
        .banner, .sound,
      ])
    #expect(notifications.handleForegroundNotification(userInfo: try Recorded.userInfo("silent-sync")) == [])
    #expect(await transport.waitForRequest().sync != nil)
  }
}
