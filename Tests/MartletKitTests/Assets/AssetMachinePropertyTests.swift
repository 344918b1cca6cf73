// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport
import Testing

@testable import MartletKit

@Suite struct AssetMachinePropertyTests {
  /// A random life of one machine, and what must be true at each moment of it.
  private struct Life {
    var machine: AssetMachine
    var random: SeededGenerator
    var now = Duration.zero
    var running: [Int: AssetMachine.Key] = [:]
    var planned: Set<AssetAddress> = []
    var waiting: [String: Duration] = [:]
    var answered: Set<String> = []
    var presentations = 0
    let addresses = (0..<8).compactMap {
      AssetAddress("https://a.test/\($0)" + ($0 == 7 ? "?cache=false" : ""))
    }

    let seed: UInt64

    init(seed: UInt64) {
      self.seed = seed
      random = SeededGenerator(seed: seed)
      let cellular = random.element(
        of: [.always, .never, .smallOnly(maximumBytes: 5)]
          as [Martlet.Configuration.AssetPolicy.CellularPolicy])
      machine = AssetMachine(
        limits: .init(parallel: random.int(1...3), networkFailures: random.int(1...5), cellular: cellular))
    }

    /// Cheaper than `#expect`, which looks at each of a million conditions.
    func expect(_ condition: Bool, _ promise: @autoclosure () -> String) {
      if !condition { Issue.record("seed \(seed): \(promise())") }
    }

    mutating func requirements(_ count: ClosedRange<Int>, cacheableOnly: Bool) -> [AssetRequirement] {
      var seen: Set<AssetAddress> = []
      return random.array(count) { $0.element(of: addresses) }
        .filter { (!cacheableOnly || $0.isCacheable) && seen.insert($0).inserted }.map {
          AssetRequirement(address: $0, role: .image)
        }
    }

    mutating func step() {
      switch random.int(0...9) {
      case 0:
        let plan = requirements(0...8, cacheableOnly: true)
        planned = Set(plan.map(\.address))
        let held = random.element(of: [.nothing, .nothing, .fresh, .stale] as [AssetMachine.Held])
        follow(machine.adopt(plan) { $0.text.hasSuffix("1") ? held : .nothing })
      case 1...2:
        presentations += 1
        let deadline = now + .milliseconds(random.int(0...6_000))
        waiting["p\(presentations)"] = deadline
        follow(
          machine.prepare(
            "p\(presentations)", missing: requirements(0...3, cacheableOnly: false), deadline: deadline,
            now: now))
      case 3:
        guard let presentation = waiting.keys.sorted().first else { return }
        waiting[presentation] = nil
        answered.insert(presentation)
        follow(machine.withdraw(presentation))
      case 4...7:
        guard let download = running.keys.sorted().randomElement(using: &random) else { return }
        running[download] = nil
        let failures: [AssetFailure] = [
          .network("x"), .server(status: 503), .notFound(status: 404), .tooLarge, .notAllowedOnCellular,
          .noRoom,
        ]
        let answer: AssetMachine.Answer =
          random.oneIn(2)
          ? .stored
          : .failed(
            random.element(of: failures), retryAfter: random.oneIn(3) ? .seconds(random.int(0...9)) : nil)
        follow(machine.answered(download, answer, now: now, random: Double(random.int(0...99)) / 100))
      default:
        now += .milliseconds(random.int(0...3_000))
        follow(machine.timePassed(now: now))
        for (presentation, deadline) in waiting {
          expect(deadline > now, "\(presentation) waits beyond its deadline")
        }
      }
    }

    mutating func follow(_ effects: [AssetMachine.Effect]) {
      for effect in effects {
        switch effect {
        case .start(let download, let key, _, _):
          expect(running.updateValue(key, forKey: download) == nil, "a number is used twice")
          expect(
            running.values.filter { $0 == key }.count == 1, "\(key.address.text) is fetched twice at a time")
        case .cancel(let download):
          expect(running.removeValue(forKey: download) != nil, "what does not run was cancelled")
        case .ready(let presentation), .failed(let presentation, _, _):
          expect(
            waiting.removeValue(forKey: presentation) != nil && answered.insert(presentation).inserted,
            "a second answer for \(presentation)")
        case .skipped(let address, _): expect(planned.contains(address), "what was not planned is skipped")
        }
      }
      check()
    }

    /// Everything that still runs fails; time passes until nothing is due.
    mutating func runToTheEnd() {
      var rounds = 0
      while machine.isBusy || machine.earliest != nil {
        rounds += 1
        guard rounds < 500 else {
          Issue.record("it never ends")
          break
        }
        if let download = running.keys.min() {
          running[download] = nil
          follow(machine.answered(download, .failed(.server(status: 500)), now: now, random: 0.5))
        } else if let earliest = machine.earliest {
          now = max(now, earliest)
          follow(machine.timePassed(now: now))
        }
      }
      expect(waiting.isEmpty && running.isEmpty, "something is left")
    }

    func check() {
      expect(running == machine.running, "the effects say something else than the state")
      expect(running.count <= machine.limits.parallel, "too many run")
      expect(Set(machine.displays.keys) == Set(waiting.keys), "a message is forgotten")
      let urgent = machine.urgentKeys
      for key in running.values {
        expect(urgent.contains(key) || planned.contains(key.address), "what nobody wants is fetched")
      }
      let urgentWaits = urgent.contains { machine.items[$0]?.phase == .waiting }
      expect(
        !urgentWaits || running.values.allSatisfy { urgent.contains($0) },
        "a message waits behind what is fetched in advance")
      let anyWaits = machine.items.values.contains { $0.phase == .waiting }
      expect(!anyWaits || running.count == machine.limits.parallel, "something waits although there is room")
      for (key, item) in machine.items {
        expect(item.rank != nil || urgent.contains(key), "what nobody wants is remembered")
      }
    }
  }

  @Test func `whatever happens in whatever order, the machine keeps its promises and comes to an end`() {
    for seed in PropertyCases.seeds(full: 500) {
      var life = Life(seed: seed)
      for _ in 0..<60 { life.step() }
      life.runToTheEnd()
    }
  }
}
