// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletKit

@Suite struct AssetMachineTests {
  /// A machine whose effects are written down as short words.
  private final class Rig {
    var machine: AssetMachine
    var now = Duration.zero
    /// Name to download.
    var running: [String: Int] = [:]
    var routes: [String: AssetMachine.Route] = [:]
    var held: [String: AssetMachine.Held] = [:]

    init(_ limits: AssetMachine.Limits = .init()) {
      machine = AssetMachine(limits: limits)
    }

    func words(_ effects: [AssetMachine.Effect]) -> [String] {
      effects.map { effect in
        switch effect {
        case .start(let download, let key, _, let route):
          let name = Self.name(key.address)
          running[name] = download
          routes[name] = route
          return "start \(name)"
        case .cancel(let download):
          let name = running.first { $0.value == download }?.key ?? "?"
          running[name] = nil
          return "cancel \(name)"
        case .ready(let presentation): return "ready \(presentation)"
        case .failed(let presentation, let address, let failure):
          return "failed \(presentation) \(Self.name(address)) \(failure)"
        case .skipped(let address, let failure): return "skipped \(Self.name(address)) \(failure)"
        }
      }
    }

    static func name(_ address: AssetAddress) -> String {
      String(address.text.split(separator: "/").last ?? "")
    }

    static func requirements(_ names: [String]) -> [AssetRequirement] {
      names.compactMap { AssetAddress(Sample.url($0)) }.map { AssetRequirement(address: $0, role: .image) }
    }

    func adopt(_ names: String...) -> [String] {
      words(machine.adopt(Self.requirements(names)) { held[Self.name($0)] ?? .nothing })
    }

    func prepare(_ presentation: String, _ names: String..., patience: Duration = .seconds(10)) -> [String] {
      words(
        machine.prepare(presentation, missing: Self.requirements(names), deadline: now + patience, now: now))
    }

    func answer(_ name: String, _ answer: AssetMachine.Answer = .stored) -> [String] {
      words(machine.answered(running.removeValue(forKey: name) ?? -1, answer, now: now, random: 0.5))
    }

    func fail(_ name: String, _ failure: AssetFailure, retryAfter: Duration? = nil) -> [String] {
      answer(name, .failed(failure, retryAfter: retryAfter))
    }

    func advance(by duration: Duration) -> [String] {
      now += duration
      return words(machine.timePassed(now: now))
    }

    func withdraw(_ presentation: String) -> [String] { words(machine.withdraw(presentation)) }
  }

  @Test(arguments: [1, 2, 4, 7])
  func `the plan is fetched in its order, so many at a time`(count: Int) {
    let rig = Rig(.init(parallel: count))
    let names = ["a", "b", "c", "d", "e"]
    #expect(rig.adopt("a", "b", "c", "d", "e") == names.prefix(count).map { "start \($0)" })
    for name in names {
      let next = names.firstIndex(of: name).map { $0 + count } ?? 0
      #expect(rig.answer(name) == (next < names.count ? ["start \(names[next])"] : []))
    }
    #expect(!rig.machine.isBusy)
  }

  @Test func `what is held is not fetched; what is stale is asked for last`() {
    let rig = Rig(.init(parallel: 1))
    rig.held = ["a": .stale, "b": .fresh]
    #expect(rig.adopt("a", "b", "c") == ["start c"])
    #expect(rig.answer("c") == ["start a"])
    #expect(rig.answer("a", .stored) == [])
    #expect(!rig.machine.isBusy)
  }

  @Test(
    arguments: [.network("x"), .notFound(status: 404)] as [AssetFailure])
  func `what is stale and cannot be asked for serves on, without another try`(failure: AssetFailure) {
    let rig = Rig()
    rig.held = ["a": .stale]
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.fail("a", failure) == [])
    #expect(rig.machine.earliest == nil && !rig.machine.isBusy)
  }

  @Test
  func
    `a message that waits takes the place of the least important download in advance, which goes on afterwards`()
  {
    let rig = Rig(.init(parallel: 2))
    #expect(rig.adopt("a", "b", "c") == ["start a", "start b"])
    #expect(rig.prepare("p", "x") == ["cancel b", "start x"])
    #expect(rig.prepare("q", "y") == ["cancel a", "start y"])
    // Only messages' downloads run now: the next waits its turn, before all that is in advance.
    #expect(rig.prepare("r", "z") == [])
    #expect(rig.answer("x") == ["ready p", "start z"])
    #expect(rig.answer("y") == ["ready q", "start a"])
    #expect(rig.answer("z") == ["ready r", "start b"])
  }

  @Test func `a download in advance that a message turns out to need is not stopped and not started again`() {
    let rig = Rig(.init(parallel: 1))
    #expect(rig.adopt("a", "b") == ["start a"])
    #expect(rig.prepare("p", "a") == [])
    #expect(rig.prepare("q", "x") == [])
    #expect(rig.answer("a") == ["ready p", "start x"])
  }

  @Test
  func
    `one download serves all messages that wait for it, and each is ready when its own last asset is there`()
  {
    let rig = Rig()
    #expect(rig.prepare("p", "a") == ["start a"])
    #expect(rig.prepare("q", "a", "b") == ["start b"])
    #expect(rig.answer("a") == ["ready p"])
    #expect(rig.answer("b") == ["ready q"])
  }

  @Test func `what may not be kept is fetched for each message alone`() {
    let rig = Rig()
    #expect(rig.prepare("p", "a?cache=false") == ["start a?cache=false"])
    let first = rig.running["a?cache=false"]
    #expect(rig.prepare("q", "a?cache=false") == ["start a?cache=false"])
    #expect(rig.running["a?cache=false"] != first)
  }

  @Test func `a message with nothing missing is ready at once`() {
    #expect(Rig().prepare("p") == ["ready p"])
  }

  @Test
  func `at its deadline a message fails, what only it needed is stopped, and what the plan wants goes on`() {
    let rig = Rig()
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.prepare("p", "a", "x", patience: .seconds(3)) == ["start x"])
    #expect(rig.machine.earliest == .seconds(3))
    #expect(rig.advance(by: .milliseconds(2_999)) == [])
    #expect(rig.advance(by: .milliseconds(1)) == ["cancel x", "failed p a timed_out"])
    #expect(rig.answer("a") == [])
    #expect(rig.machine.earliest == nil)
  }

  @Test func `with no time to wait, a message fails at once and nothing is fetched`() {
    let rig = Rig()
    #expect(rig.prepare("p", "a", patience: .zero) == ["failed p a timed_out"])
    #expect(!rig.machine.isBusy)
  }

  @Test(
    arguments: [.network("x"), .server(status: 503)] as [AssetFailure])
  func `a failure that may pass is tried again after a growing pause, three times in all`(
    failure: AssetFailure
  ) {
    let rig = Rig()
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.fail("a", failure) == [])
    // Half way between 1 s and the bound, which is 2 s and then 4 s.
    #expect(rig.machine.earliest == .milliseconds(1_500))
    #expect(rig.advance(by: .milliseconds(1_499)) == [])
    #expect(rig.advance(by: .milliseconds(1)) == ["start a"])
    #expect(rig.fail("a", failure) == [])
    #expect(rig.advance(by: .milliseconds(2_500)) == ["start a"])
    #expect(rig.fail("a", failure) == ["skipped a \(failure)"])
    #expect(rig.machine.earliest == nil)
    // The next sync is a new beginning.
    #expect(rig.adopt("a") == ["start a"])
  }

  @Test(
    arguments: [
      .notFound(status: 404), .tooLarge, .wrongType, .corrupt("x"), .notAllowedOnCellular, .disk("x"),
    ] as [AssetFailure])
  func `any other failure is final until the next plan or the next message`(failure: AssetFailure) {
    let rig = Rig()
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.fail("a", failure) == ["skipped a \(failure)"])
    #expect(rig.machine.earliest == nil)
    #expect(rig.prepare("p", "a") == ["start a"])
    #expect(rig.fail("a", failure).first == "failed p a \(failure)")
    #expect(rig.adopt("a") == ["start a"])
  }

  @Test
  func
    `a pause that the server names is kept; a message that cannot wait for it fails at once with the true reason`()
  {
    let rig = Rig()
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.prepare("p", "a") == [])
    #expect(rig.prepare("q", "a", patience: .seconds(60)) == [])
    #expect(
      rig.fail("a", .server(status: 503), retryAfter: .seconds(30)) == ["failed p a server_error (503)"])
    #expect(rig.machine.earliest == .seconds(30))
    #expect(rig.advance(by: .seconds(30)) == ["start a"])
    #expect(rig.answer("a") == ["ready q"])
  }

  @Test func `a pause does not hold up a message`() {
    let rig = Rig()
    #expect(rig.adopt("a") == ["start a"])
    #expect(rig.fail("a", .server(status: 503), retryAfter: .seconds(600)) == [])
    #expect(rig.prepare("p", "a") == ["start a"])
  }

  @Test
  func
    `when the network fails again and again, nothing more is fetched in advance until the next plan, and messages still try`()
  {
    let rig = Rig(.init(parallel: 1, networkFailures: 2))
    #expect(rig.adopt("a", "b", "c") == ["start a"])
    #expect(rig.fail("a", .network("x")) == ["start b"])
    #expect(
      rig.fail("b", .network("x")) == [
        "skipped a network (x)", "skipped b network (x)", "skipped c network (x)",
      ])
    #expect(rig.machine.earliest == nil)
    #expect(rig.prepare("p", "c") == ["start c"])
    #expect(rig.answer("c") == ["ready p"])
    #expect(rig.adopt("a", "b", "c").first == "start a")
  }

  @Test func `when the cache is full, what is less important is not even asked for`() {
    let rig = Rig(.init(parallel: 1))
    #expect(rig.adopt("a", "b", "c") == ["start a"])
    #expect(rig.fail("a", .noRoom) == ["skipped a no_room", "skipped b no_room", "skipped c no_room"])
  }

  @Test
  func
    `a new plan stops what is no longer wanted, keeps what runs, and never stops what a message waits for`()
  {
    let rig = Rig(.init(parallel: 4))
    #expect(rig.adopt("a", "b") == ["start a", "start b"])
    #expect(rig.prepare("p", "x") == ["start x"])
    #expect(rig.adopt("b", "c") == ["cancel a", "start c"])
    #expect(rig.answer("b") == [])
    #expect(rig.answer("x") == ["ready p"])
    #expect(rig.adopt() == ["cancel c"])
    #expect(rig.machine.items.isEmpty)
  }

  @Test func `a withdrawn message gets no answer, and what only it needed is stopped`() {
    let rig = Rig()
    #expect(rig.prepare("p", "a", "b") == ["start a", "start b"])
    #expect(rig.prepare("q", "b") == [])
    #expect(rig.withdraw("p") == ["cancel a"])
    #expect(rig.answer("b") == ["ready q"])
    #expect(rig.withdraw("p") == [])
    #expect(rig.machine.items.isEmpty && rig.machine.displays.isEmpty)
  }

  @Test func `one final failure discards the message, once, and the rest of its downloads stop`() {
    let rig = Rig()
    #expect(rig.prepare("p", "a", "b", "c") == ["start a", "start b", "start c"])
    #expect(rig.fail("b", .wrongType) == ["cancel a", "cancel c", "failed p b wrong_type"])
    #expect(rig.machine.items.isEmpty && rig.machine.running.isEmpty)
  }

  @Test func `after a stop no answer counts and nothing is due`() {
    let rig = Rig()
    _ = rig.adopt("a")
    _ = rig.prepare("p", "x")
    let late = rig.running["a"]
    #expect(rig.words(rig.machine.stop()) == ["cancel a", "cancel x"])
    #expect(rig.machine.answered(late ?? 0, .stored, now: .zero, random: 0) == [])
    #expect(rig.machine.earliest == nil && !rig.machine.isBusy)
  }

  @Test(
    arguments: [
      (Martlet.Configuration.AssetPolicy.CellularPolicy.always, AssetMachine.Route.any),
      (.never, .notCellular),
      (.smallOnly(maximumBytes: 9), .notCellular),
    ])
  func `the policy for cellular networks decides the route of each download`(
    policy: Martlet.Configuration.AssetPolicy.CellularPolicy, route: AssetMachine.Route
  ) {
    let rig = Rig(.init(cellular: policy))
    _ = rig.adopt("a")
    #expect(rig.routes["a"] == route)
  }

  @Test
  func
    `small assets come over a cellular network when there is no other; longer ones wait for another, and say so`()
  {
    let rig = Rig(.init(cellular: .smallOnly(maximumBytes: 9)))
    #expect(rig.prepare("p", "a") == ["start a"])
    #expect(rig.fail("a", .notAllowedOnCellular) == ["start a"])
    #expect(rig.routes["a"] == .upTo(bytes: 9))
    #expect(rig.fail("a", .tooLarge) == ["failed p a not_allowed_on_cellular"])
    // Another network may be there by now.
    #expect(rig.prepare("q", "a") == ["start a"])
    #expect(rig.routes["a"] == .notCellular)
    #expect(rig.fail("a", .tooLarge) == ["failed q a too_large"])
  }
}
