// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@testable import MartletKit

/// What notifications cause, as a value.
@MainActor
@Suite("What notifications cause")
struct PushMachineTests {
  private var machine = PushMachine(.init())
  private let answers = Answers()

  private static func machine(_ change: (inout Martlet.Configuration.Push) -> Void = { _ in }) -> PushMachine
  {
    var push = Martlet.Configuration.Push()
    change(&push)
    return PushMachine(push)
  }

  private func response(
    _ name: String = "alert", action: String? = nil, request: String? = nil, isDismissal: Bool = false,
    heardAt: Duration = .zero,
    answer: PushAnswer? = nil
  ) throws -> PushMachine.Input {
    .responded(
      PushMachine.Response(
        payload: try Recorded.payload(name, action: action), requestIdentifier: request,
        isDismissal: isDismissal,
        at: Instant(milliseconds: 5), heardAt: heardAt, answer: answer))
  }

  private func labels(_ effects: [PushMachine.Effect]) -> [String] { effects.map(\.label) }

  // MARK: - Taps

  @Test func `a tap in an active app is counted, published, opened and answered`() throws {
    var machine = machine
    #expect(labels(machine.handle(.phase(isActive: true), at: .zero)) == ["read authorization"])
    let effects = machine.handle(try response(answer: answers.one), at: .zero)
    #expect(
      labels(effects) == [
        "click c-spring", "store", "opened", "find c-spring tapped",
        "open https://shop.example/spring?from=push inside", "answer noData",
      ])
    #expect(machine.nextDeadline == nil)
  }

  @Test(arguments: [nil, "later"])
  func `a tap on a notification with content opens it once, and its buttons do not`(action: String?) {
    var machine = machine
    _ = machine.handle(.phase(isActive: true), at: .zero)
    let payload = Payload(
      userInfo: Recorded.martlet(["campaign_id": "c", "delivery_id": "d", "opens_content": true]),
      actionIdentifier: action)
    let tap = PushMachine.Input.responded(
      PushMachine.Response(payload: payload, at: Instant(milliseconds: 5), heardAt: .zero))
    #expect(labels(machine.handle(tap, at: .zero)).contains("open the content of c") == (action == nil))
    #expect(labels(machine.handle(tap, at: .zero)) == [])
  }

  @Test func `a button opens its own URL, and one without a URL only counts`() throws {
    var machine = machine
    _ = machine.handle(.phase(isActive: true), at: .zero)
    #expect(
      labels(machine.handle(try response(action: "open"), at: .zero)) == [
        "click c-spring", "store", "opened open", "find c-spring tapped", "open shop://spring",
      ])
    #expect(
      labels(machine.handle(try response(action: "later"), at: .zero)) == [
        "click c-spring", "store", "opened later", "find c-spring tapped",
      ])
  }

  @Test func `a dismissal counts nothing, but is answered`() throws {
    var machine = machine
    #expect(
      labels(machine.handle(try response(isDismissal: true, answer: answers.one), at: .zero)) == [
        "answer noData"
      ])
  }

  @Test func `the same response counts once, and each of its handlers is answered`() throws {
    var machine = machine
    #expect(labels(machine.handle(try response(request: "r1", answer: answers.one), at: .zero)).count == 5)
    #expect(
      labels(machine.handle(try response(request: nil, answer: answers.one), at: .zero)) == ["answer noData"])
    // Another button of the same notification is another click.
    #expect(
      labels(machine.handle(try response(action: "later"), at: .zero)) == [
        "click c-spring", "store", "opened later", "find c-spring tapped",
      ])
  }

  @Test
  func
    `without a delivery id, the system's name of the notification tells two apart; without both, each counts`()
    throws
  {
    var machine = machine
    func clicks(_ request: String?) throws -> Int {
      labels(machine.handle(try response("damaged-url", request: request), at: .zero)).count {
        $0.hasPrefix("click")
      }
    }
    let counts = try ["r1", "r1", "r2", nil, nil].map(clicks)
    #expect(counts == [1, 0, 1, 1, 1])
  }

  // MARK: - Waiting for the app

  @Test func `a URL waits until the app is active, and is then opened once`() throws {
    var machine = machine
    #expect(
      labels(machine.handle(try response(), at: .zero)) == [
        "click c-spring", "store", "opened", "find c-spring tapped",
      ])
    #expect(machine.nextDeadline == .seconds(60))
    #expect(
      labels(machine.handle(.phase(isActive: true), at: .seconds(59)))
        == ["read authorization", "open https://shop.example/spring?from=push inside"])
    #expect(labels(machine.handle(.phase(isActive: true), at: .seconds(59))) == ["read authorization"])
  }

  @Test(arguments: [true, false])
  func `a URL is given up a minute after the tap, with a line in the log`(byTimer: Bool) throws {
    var machine = machine
    _ = machine.handle(try response(heardAt: .seconds(5)), at: .seconds(30))
    let input: PushMachine.Input = byTimer ? .timePassed : .phase(isActive: true)
    #expect(labels(machine.handle(input, at: .seconds(65))).contains("error"))
    #expect(
      !labels(machine.handle(.phase(isActive: true), at: .seconds(65))).contains { $0.hasPrefix("open") })
  }

  @Test func `if the app says when it is ready, URLs and updates wait for it, in their order`() throws {
    var machine = Self.machine { $0.waitsForApp = true }
    _ = machine.handle(.phase(isActive: true), at: .zero)
    #expect(
      labels(machine.handle(try response(), at: .zero)) == [
        "click c-spring", "store", "find c-spring tapped",
      ])
    #expect(labels(machine.handle(.received(try Recorded.payload("text"), nil), at: .zero)) == [])
    #expect(
      labels(machine.handle(.appIsReady, at: .zero)) == [
        "opened", "received", "open https://shop.example/spring?from=push inside",
      ])
    #expect(labels(machine.handle(.appIsReady, at: .zero)) == [])
  }

  @Test func `what waits is bounded, and what is dropped is in the log`() throws {
    var machine = Self.machine { $0.waitsForApp = true }
    var lines = 0
    for number in 0..<(PushMachine.maximumUpdates + 5) {
      let payload = Payload(
        userInfo: Recorded.martlet(["delivery_id": "d\(number)", "url": "shop://\(number)"]))
      let tap = PushMachine.Response(payload: payload, at: Instant(milliseconds: 0), heardAt: .zero)
      lines += labels(machine.handle(.responded(tap), at: .zero)).count { $0 == "error" }
    }
    #expect(lines == 5 + PushMachine.maximumUpdates + 5 - LinkQueue<Int>.maximumCount)
    _ = machine.handle(.phase(isActive: true), at: .zero)
    let released = labels(machine.handle(.appIsReady, at: .zero))
    #expect(released.count { $0 == "opened" } == PushMachine.maximumUpdates)
    #expect(released.suffix(10) == (95..<105).map { "open shop://\($0)" }[...])
  }

  @Test(arguments: [0, 1, 2])
  func `a URL of a person who leaves is not opened`(way: Int) throws {
    var machine = machine
    _ = machine.handle(try response(), at: .zero)
    let inputs: [PushMachine.Input] = [.userLeft, .wiped, .switched(isOn: false)]
    #expect(labels(machine.handle(inputs[way], at: .zero)) == ["info"])
    _ = machine.handle(.switched(isOn: true), at: .zero)
    #expect(labels(machine.handle(.phase(isActive: true), at: .zero)) == ["read authorization"])
  }

  // MARK: - Silent notifications

  @Test(arguments: FetchResult.allCases)
  func `a silent notification that says sync is answered when the sync has ended`(result: FetchResult) throws
  {
    var machine = machine
    #expect(
      labels(machine.handle(.received(try Recorded.payload("silent-sync"), answers.one), at: .zero))
        == ["received", "badge 4", "synchronize"])
    #expect(machine.isSyncing && machine.nextDeadline == .seconds(20))
    #expect(labels(machine.handle(.synced(result), at: .seconds(3))) == ["answer \(result)"])
    #expect(!machine.isSyncing && machine.nextDeadline == nil)
    #expect(labels(machine.handle(.synced(result), at: .seconds(3))) == [])
  }

  @Test func `it is answered after 20 seconds at the latest, and not again`() throws {
    var machine = machine
    _ = machine.handle(.received(try Recorded.payload("silent-sync"), answers.one), at: .seconds(1))
    #expect(labels(machine.handle(.timePassed, at: .seconds(20))) == [])
    #expect(labels(machine.handle(.timePassed, at: .seconds(21))) == ["answer failed"])
    #expect(labels(machine.handle(.synced(.newData), at: .seconds(22))) == [])
  }

  @Test func `what arrives during a sync gets another one, however much it is`() throws {
    var machine = machine
    let silent = try Recorded.payload("silent-sync")
    _ = machine.handle(.received(silent, answers.one), at: .zero)
    #expect(labels(machine.handle(.received(silent, answers.one), at: .zero)) == ["badge 4"])
    #expect(labels(machine.handle(.received(silent, answers.one), at: .zero)) == ["badge 4"])
    #expect(labels(machine.handle(.synced(.noData), at: .zero)) == ["answer noData", "synchronize"])
    #expect(labels(machine.handle(.synced(.newData), at: .zero)) == ["answer newData", "answer newData"])
  }

  @Test func `a notification without sync is answered at once`() throws {
    var machine = machine
    #expect(
      labels(machine.handle(.received(try Recorded.payload("text"), answers.one), at: .zero)) == [
        "received", "answer noData",
      ])
  }

  @Test func `a notification that the system passes twice is published once`() throws {
    var machine = machine
    let payload = try Recorded.payload("text")
    #expect(labels(machine.handle(.presented(payload), at: .zero)) == ["received"])
    #expect(labels(machine.handle(.received(payload, answers.one), at: .zero)) == ["answer noData"])
  }

  @Test func `an answer that waits for the stored state has its deadline from the call on`() throws {
    var machine = machine
    let answer = answers.one
    _ = machine.handle(.awaited(answer), at: .zero)
    _ = machine.handle(.received(try Recorded.payload("silent-sync"), answer), at: .seconds(15))
    #expect(machine.nextDeadline == .seconds(20))
  }

  @Test func `damaged fields are in the log, each with its name`() throws {
    var machine = machine
    let effects = machine.handle(.received(try Recorded.payload("damaged-fields"), nil), at: .zero)
    #expect(labels(effects).filter { $0 == "error" }.count == 9)
    #expect(
      labels(machine.handle(.presented(try Recorded.payload("later-version")), at: .zero)) == [
        "info", "received",
      ])
  }

  // MARK: - Off, wipe and end

  @Test func `while the SDK is off, nothing happens but answers`() throws {
    var machine = machine
    _ = machine.handle(.switched(isOn: false), at: .zero)
    #expect(labels(machine.handle(.phase(isActive: true), at: .zero)) == [])
    #expect(
      labels(machine.handle(.received(try Recorded.payload("silent-sync"), answers.one), at: .zero)) == [
        "answer noData"
      ])
    #expect(labels(machine.handle(try response(answer: answers.one), at: .zero)) == ["answer noData"])
    #expect(labels(machine.handle(.presented(try Recorded.payload("text")), at: .zero)) == [])
    #expect(labels(machine.handle(.registered(token: [1], .production), at: .zero)) == [])
    #expect(labels(machine.handle(.authorization(.denied), at: .zero)) == [])
    #expect(labels(machine.handle(.unregistered(answers.one), at: .zero)) == ["answer noData"])
  }

  @Test(arguments: [0, 1, 2])
  func `whoever waits is answered when the SDK is turned off, wiped or released`(way: Int) throws {
    var machine = machine
    let silent = try Recorded.payload("silent-sync")
    for _ in 0..<3 { _ = machine.handle(.received(silent, answers.one), at: .zero) }
    let inputs: [PushMachine.Input] = [.switched(isOn: false), .wiped, .ended]
    #expect(labels(machine.handle(inputs[way], at: .zero)).count { $0.hasPrefix("answer") } == 3)
    #expect(labels(machine.handle(.synced(.newData), at: .zero)).filter { $0.hasPrefix("answer") } == [])
    #expect(machine.nextDeadline == nil)
  }

  // MARK: - Token, permission and badge

  @Test
  func
    `a tap that was counted before the process ended does not count again; taps on other buttons and notifications do`()
    throws
  {
    var machine = machine
    _ = machine.handle(try response(), at: .zero)
    var next = self.machine
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(labels(next.handle(try response(answer: answers.one), at: .zero)) == ["answer noData"])
    #expect(labels(next.handle(try response(action: "later"), at: .zero)).contains("click c-spring"))
    for number in 1...PushFacts.maximumOpened {
      let payload = Payload(userInfo: Recorded.martlet(["delivery_id": "d-\(number)"]))
      _ = next.handle(
        .responded(.init(payload: payload, at: Instant(milliseconds: 5), heardAt: .zero)), at: .zero)
    }
    #expect(next.facts.opened.count == PushFacts.maximumOpened)
    #expect(next.facts.opened.last == " d-\(PushFacts.maximumOpened)")
  }

  @Test func `a token is stored and sent when it has changed`() {
    var machine = machine
    #expect(
      labels(machine.handle(.registered(token: [1, 2], .development), at: .zero)) == ["store", "synchronize"])
    #expect(labels(machine.handle(.registered(token: [1, 2], .development), at: .zero)) == [])
    #expect(labels(machine.handle(.registered(token: [1, 2], .production), at: .zero)) == ["store"])
    #expect(machine.facts == PushFacts(token: [1, 2], environment: .production))
    var next = Self.machine()
    _ = next.handle(.restored(machine.facts), at: .zero)
    #expect(labels(next.handle(.registered(token: [1, 2], .production), at: .zero)) == [])
  }

  @Test func `a token that is given back is forgotten, and the server is told`() {
    var machine = machine
    _ = machine.handle(.registered(token: [1], .production), at: .zero)
    _ = machine.handle(.synced(.noData), at: .zero)
    #expect(
      labels(machine.handle(.unregistered(answers.one), at: .zero))
        == ["perform unregisterForRemoteNotifications", "store", "synchronize"])
    #expect(machine.facts.token == nil)
    #expect(labels(machine.handle(.synced(.noData), at: .zero)) == ["answer noData"])
    #expect(labels(machine.handle(.unregistered(answers.one), at: .zero)) == ["answer noData"])
  }

  @Test func `a change of the permission is stored and published, and the same one again is not`() {
    var machine = machine
    #expect(
      labels(machine.handle(.authorization(.notDetermined), at: .zero)) == [
        "store", "authorization notDetermined",
      ])
    #expect(labels(machine.handle(.authorization(.notDetermined), at: .zero)) == [])
    #expect(
      labels(machine.handle(.authorization(.authorized), at: .zero)) == ["store", "authorization authorized"])
  }

  @Test func `whether the badge is removed can change while the app runs`() {
    var machine = Self.machine { $0.clearsBadge = false }
    #expect(!labels(machine.handle(.phase(isActive: true), at: .zero)).contains("badge 0"))
    #expect(labels(machine.handle(.clearsBadge(true), at: .zero)) == ["badge 0"])
    #expect(labels(machine.handle(.clearsBadge(false), at: .zero)) == [])
    #expect(!labels(machine.handle(.phase(isActive: true), at: .zero)).contains("badge 0"))
  }

  @Test
  func
    `if it is wanted, the number on the icon goes when the app becomes active, and when a notification brings one meanwhile`()
    throws
  {
    var machine = Self.machine { $0.clearsBadge = true }
    #expect(labels(machine.handle(.received(try Recorded.payload("alert"), nil), at: .zero)) == ["received"])
    #expect(labels(machine.handle(.phase(isActive: true), at: .zero)) == ["read authorization", "badge 0"])
    #expect(labels(machine.handle(.presented(try Recorded.payload("alert")), at: .zero)) == ["badge 0"])
  }

  // MARK: - Automation

  @Test(arguments: [true, false])
  func `the steps of automation are done once, in their order, when the SDK is on`(isAutomatic: Bool) {
    var machine = Self.machine {
      $0.automation = true
      $0.automation.automaticSetup = isAutomatic
      $0.categories = [.init(identifier: "offer", actions: [])]
    }
    let steps = [
      "perform addCategories", "perform registerForRemoteNotifications", "perform requestAuthorization",
    ]
    #expect(labels(machine.handle(.switched(isOn: false), at: .zero)) == [])
    #expect(labels(machine.handle(.switched(isOn: true), at: .zero)) == (isAutomatic ? steps : []))
    #expect(labels(machine.handle(.setUpWanted, at: .zero)) == (isAutomatic ? [] : steps))
    #expect(labels(machine.handle(.setUpWanted, at: .zero)) == [])
    #expect(labels(machine.handle(.switched(isOn: true), at: .zero)) == [])
  }

  @Test func `each switch stands for its own step`() {
    for (change, step): (@Sendable (inout Martlet.Configuration.Push.Automation) -> Void, String) in [
      ({ $0.setNotificationCategories = false }, "perform addCategories"),
      ({ $0.registerDeviceToken = false }, "perform registerForRemoteNotifications"),
      ({ $0.requestAuthorizationAtLaunch = false }, "perform requestAuthorization"),
    ] {
      var machine = Self.machine {
        $0.automation = true
        change(&$0.automation)
        $0.categories = [.init(identifier: "offer", actions: [])]
      }
      let done = labels(machine.handle(.switched(isOn: true), at: .zero))
      #expect(done.count == 2 && !done.contains(step))
    }
  }
}
