// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

@testable import MartletKit

/// The way to an open folder, as a value.
@Suite struct LaunchTests {
  private static let error = FileError(operation: "open", file: "state", code: 1, reason: "not permitted")

  @Test func `a folder that can be read at once is open after one attempt, and nothing has waited`() {
    var launch = Launch()
    #expect(launch.handle(.begin).map(\.label) == ["open"])
    #expect(launch.handle(.opened).map(\.label) == ["perform []"])
    #expect(!launch.isWaiting)
    #expect(launch.handle(.hinted).isEmpty && launch.handle(.timePassed).isEmpty)
  }

  @Test
  func
    `it is tried again after longer and longer times, up to a minute; what stands in the way is said once`()
  {
    var launch = Launch()
    _ = launch.handle(.begin)
    var labels: [String] = []
    for _ in 0..<11 {
      labels += launch.handle(.obstructed(.unreadable(Self.error), holdsFolder: true)).map(\.label)
      #expect(launch.handle(.timePassed).map(\.label) == ["open"])
    }
    #expect(
      labels == ["log unreadable"]
        + ["0.2", "0.4", "0.8", "1.6", "3.2", "6.4", "12.8", "25.6", "51.2", "60.0", "60.0"].map {
          "retry \($0)"
        })
    // Something else stands in the way now.
    #expect(
      launch.handle(.obstructed(.taken, holdsFolder: false)).map(\.label) == ["log taken", "retry 60.0"])
  }

  @Test(arguments: [true, false])
  func `the app that becomes active and a hint of the system try it at once, and the waiting begins anew`(
    isActivation: Bool
  ) {
    var launch = Launch()
    _ = launch.handle(.begin)
    for _ in 0..<9 { _ = launch.handle(.obstructed(.unreadable(Self.error), holdsFolder: true)) }
    let hint: Launch.Input =
      isActivation ? .told(.becameActive(at: Instant(milliseconds: 5)), bytes: 1) : .hinted
    #expect(launch.handle(hint).map(\.label) == ["open"])
    #expect(
      launch.handle(.obstructed(.unreadable(Self.error), holdsFolder: true)).map(\.label) == ["retry 0.2"])
  }

  @Test
  func
    `what stands in the way for a minute in the foreground is said again, once, because nothing is locked then`()
  {
    var launch = Launch()
    func attempts(_ count: Int) -> [String] {
      (0..<count).flatMap { _ -> [String] in
        _ = launch.handle(.timePassed)
        return launch.handle(.obstructed(.unreadable(Self.error), holdsFolder: false)).map(\.label).filter {
          $0.hasPrefix("log")
        }
      }
    }
    _ = launch.handle(.begin)
    #expect(
      attempts(20) == ["log unreadable"], "before the app comes to the foreground, the device may be locked")
    _ = launch.handle(.told(.becameActive(at: Instant(milliseconds: 5)), bytes: 1))
    #expect(attempts(8) == [], "half a minute")
    _ = launch.handle(.told(.enteredBackground(at: Instant(milliseconds: 6)), bytes: 1))
    #expect(attempts(20) == [])
    _ = launch.handle(.told(.becameActive(at: Instant(milliseconds: 7)), bytes: 1))
    #expect(attempts(20) == ["log lasting"])
  }

  @Test(arguments: [0, 3])
  func `that minute is not longer than one, also if the app becomes active again on the way`(activations: Int)
  {
    var launch = Launch()
    func active() { _ = launch.handle(.told(.becameActive(at: Instant(milliseconds: 5)), bytes: 1)) }
    _ = launch.handle(.begin)
    active()
    var waited = Duration.zero
    for attempt in 0..<100 {
      let effects = launch.handle(.obstructed(.unreadable(Self.error), holdsFolder: false))
      if effects.contains(where: { $0.label == "log lasting" }) { break }
      for case .retry(let delay) in effects { waited += delay }
      _ = launch.handle(.timePassed)
      if attempt % 3 == 2, attempt / 3 < activations { active() }
    }
    #expect(waited == .seconds(60))
  }

  @Test(arguments: [true, false])
  func `a switch is noted beside a state that cannot be read, but not in a folder that another client holds`(
    holdsFolder: Bool
  ) {
    var launch = Launch()
    _ = launch.handle(.begin)
    _ = launch.handle(.obstructed(holdsFolder ? .unreadable(Self.error) : .taken, holdsFolder: holdsFolder))
    #expect(
      launch.handle(.told(.off, bytes: 1)).map(\.label) == [
        "note false\(holdsFolder ? " in the folder" : "")"
      ])
    #expect(launch.handle(.told(.wiped, bytes: 1)).map(\.label) == (holdsFolder ? ["erase", "open"] : []))
  }

  @Test(
    arguments: PropertyCases.seeds(full: 200))
  func
    `whatever happens in whatever order: all that was told after the last wipe is performed once, in order, when the folder is open`(
      seed: UInt64
    )
  {
    var random = SeededGenerator(seed: seed)
    var launch = Launch()
    var expected: [String] = []
    var performed: [String]?
    var said: [String] = []
    var isOpening = false
    func take(_ effects: [Launch.Effect]) {
      for effect in effects {
        switch effect {
        case .open: isOpening = true
        case .retry(let delay): #expect(Launch.shortestDelay...Launch.longestDelay ~= delay, "seed \(seed)")
        case .log, .logLasting: said.append(effect.label)
        case .perform(let commands):
          #expect(performed == nil, "seed \(seed)")
          performed = commands.map(\.label)
        case .dropped: Issue.record("seed \(seed): nothing is dropped within the limits")
        case .erase, .noteSwitch: break
        }
      }
    }
    take(launch.handle(.begin))
    for number in 0..<random.int(1...60) {
      if isOpening {
        isOpening = false
        let obstacle: Launch.Obstacle = random.oneIn(2) ? .taken : .unreadable(Self.error)
        take(launch.handle(.obstructed(obstacle, holdsFolder: random.oneIn(2))))
      }
      switch random.int(0...9) {
      case 0: take(launch.handle(.timePassed))
      case 1: take(launch.handle(.hinted))
      case 2:
        expected = ["wipe"]
        take(launch.handle(.told(.wiped, bytes: 10)))
      case 3:
        if expected.last?.hasPrefix("user") == true { expected.removeLast() }
        expected.append("user \(number)")
        take(
          launch.handle(
            .told(
              .changeUser("\(number)", signature: nil, epoch: nil, at: Instant(milliseconds: 0)), bytes: 10)))
      case 4:
        if expected.last != "active" { expected.append("active") }
        take(launch.handle(.told(.becameActive(at: Instant(milliseconds: 0)), bytes: 10)))
      case 5:
        expected.append("off")
        take(launch.handle(.told(.off, bytes: 10)))
      default:
        expected.append("event \(number)")
        take(launch.handle(.told(.event(number), bytes: 10)))
      }
      #expect(performed == nil, "seed \(seed): nothing takes effect before the folder is open")
    }
    take(launch.handle(.opened))
    #expect(performed == expected, "seed \(seed)")
    #expect(said.count == Set(said).count, "seed \(seed)")
  }

  @Test(arguments: [10, 1_000_000])
  func `memory is bounded: the oldest events go, and what is left still belongs to the same person`(
    bytesEach: Int
  ) {
    var held = HeldCommands(limits: .init(count: 100, bytes: 100_000_000))
    held.append(.changeUser("A", signature: nil, epoch: nil, at: Instant(milliseconds: 0)), bytes: 10)
    var dropped = 0
    for number in 0..<10_000 {
      dropped += held.append(.event(number), bytes: bytesEach)
      #expect(held.count <= 126 && held.bytes <= 126_000_000)
    }
    let left = held.takeAll().map(\.label)
    #expect(left.first == "user A")
    #expect(left.last == "event 9999")
    let last: [String] = (0..<10_000).suffix(left.count - 1).map { "event \($0)" }
    #expect(Array(left.dropFirst()) == last)
    #expect(dropped == 10_000 - left.count + 1)
  }

  @Test
  func
    `a signature stays with its user: a call without one takes none away, and one of before is not the next user's`()
  {
    var held = HeldCommands(limits: .init(count: 4, bytes: 1_000))
    func user(_ id: String, _ signature: String?) -> Command {
      .changeUser(id, signature: signature, epoch: nil, at: Instant(milliseconds: 0))
    }
    for command in [user("A", "s"), user("A", nil)] { held.append(command, bytes: 10) }
    #expect(held.takeAll().map(\.label) == ["user A s"])
    for command in [given("x"), user("B", nil), given("y"), given("z")] { held.append(command, bytes: 10) }
    for number in 0..<20 { held.append(.event(number), bytes: 10) }
    let left = held.takeAll().map(\.label)
    #expect(left.prefix(2) == ["user B z", "event 16"], "\(left)")
    for command in [given("x"), .event(0), user("B", nil)] { held.append(command, bytes: 10) }
    for number in 0..<20 { held.append(.event(number), bytes: 10) }
    #expect(!held.takeAll().map(\.label).contains("signature x"))
  }

  private func given(_ signature: String, of userID: String? = nil) -> Command {
    .setSignature(signature, userID: userID)
  }

  @Test
  func `the latest signature of each user is kept, whoever comes between and whatever has to make room`() {
    func user(_ id: String, _ signature: String?, _ epoch: Int? = nil) -> Command {
      .changeUser(id, signature: signature, epoch: epoch, at: Instant(milliseconds: 0))
    }
    func labels(_ commands: [Command], events: Int = 0) -> [String] {
      var held = HeldCommands(limits: .init(count: 4, bytes: 1_000))
      for command in commands { held.append(command, bytes: 10) }
      for number in 0..<events { held.append(.event(number), bytes: 10) }
      return held.takeAll().map(\.label).filter { !$0.hasPrefix("event") }
    }
    // Somebody between.
    #expect(labels([user("A", "s"), user("B", nil, 1), user("A", nil, 2)]) == ["user A s"])
    #expect(
      labels([user("A", "s"), .event(0), user("B", "t", 1), .event(1), user("A", nil, 2)]) == [
        "user A s", "user B t", "user A s",
      ])
    // Something between, and room to make.
    #expect(labels([user("A", "s"), .event(0), user("A", nil)], events: 20) == ["user A s"])
    #expect(
      labels(
        [user("A", "s"), given("s2"), .event(0), user("B", nil, 1), .event(1), user("A", nil, 2)], events: 20)
        == ["user A s2"])
    // For somebody by name: also who is not among those who are held.
    #expect(labels([given("s", of: "A"), given("t", of: "A")]) == ["signature t of A"])
    #expect(
      labels([user("A", "s"), .event(0), user("B", nil, 1), given("s2", of: "A")]) == ["user A s2", "user B"])
    #expect(
      labels([user("an\u{E9}", "s"), user("ane\u{301}", nil, 1)]) == [
        "user ane\u{301}", "signature s of an\u{E9}",
      ])
  }

  @Test func `the same user again takes away neither the epoch that began with them nor their place`() {
    var held = HeldCommands()
    for (id, epoch) in [("A", nil), ("B", 1), ("B", nil)] as [(String, Int?)] {
      held.append(.changeUser(id, signature: nil, epoch: epoch, at: Instant(milliseconds: 0)), bytes: 10)
    }
    let epochs = held.takeAll().map {
      if case .changeUser(let id, _, let epoch, _) = $0 { "\(id) \(epoch ?? 0)" } else { "" }
    }
    #expect(epochs == ["B 1"])
  }
}

extension Launch.Effect {
  fileprivate var label: String {
    switch self {
    case .open: "open"
    case .retry(let delay): "retry \(Double(delay.wholeMilliseconds) / 1_000)"
    case .log(.taken): "log taken"
    case .log(.unreadable): "log unreadable"
    case .logLasting: "log lasting"
    case .dropped(let count): "dropped \(count)"
    case .erase: "erase"
    case .noteSwitch(let enabled, let inFolder): "note \(enabled)\(inFolder ? " in the folder" : "")"
    case .perform(let commands): "perform \(commands.map(\.label))"
    }
  }
}

extension Command {
  fileprivate static func event(_ number: Int) -> Command {
    .log(.custom(name: "\(number)", properties: [:]), at: Instant(milliseconds: Int64(number)))
  }
  fileprivate static var off: Command { .setEnabled(false, epoch: 1, at: Instant(milliseconds: 0)) }
  fileprivate static var wiped: Command { .wipe(epoch: 1, at: Instant(milliseconds: 0)) }

  fileprivate var label: String {
    switch self {
    case .log(.custom(let name, _), _): "event \(name)"
    case .changeUser(let id, let signature, _, _): "user \(id)\(signature.map { " " + $0 } ?? "")"
    case .setSignature(let signature, let userID): "signature \(signature)\(userID.map { " of " + $0 } ?? "")"
    case .becameActive: "active"
    case .setEnabled(let enabled, _, _): enabled ? "on" : "off"
    case .wipe: "wipe"
    default: "another"
    }
  }
}
