// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

@testable import MartletKit

@MainActor
@Suite("Random walks through notifications")
struct PushWalkTests {
  /// What the walk knows of the machine from its inputs alone.
  private struct Model {
    var isOn = true
    var isActive = false
    var isReady: Bool
    var now = Duration.zero
    /// The open answers, with the time of their call.
    var open: [(answer: PushAnswer, since: Duration)] = []
    var ended = 0
    var clicks: Set<String> = []
    var firstHeard: [String: Duration] = [:]
  }

  private func input(_ generator: inout SeededGenerator, _ model: inout Model) -> PushMachine.Input {
    let id = "d\(generator.int(0...8))"
    let payload = Payload(
      userInfo: Recorded.martlet([
        "delivery_id": id, "campaign_id": "c", "url": "shop://\(id)", "sync": generator.oneIn(2),
      ]))
    func answer() -> PushAnswer {
      let answer = PushAnswer { _ in }
      model.open.append((answer, model.now))
      return answer
    }
    switch generator.int(0...16) {
    case 0...2: return .received(payload, generator.oneIn(4) ? nil : answer())
    case 3: return .presented(payload)
    case 4...6:
      if model.isOn, model.firstHeard[id] == nil { model.firstHeard[id] = model.now }
      return .responded(
        PushMachine.Response(
          payload: payload, requestIdentifier: "r", at: Instant(milliseconds: 0), heardAt: model.now,
          answer: generator.oneIn(4) ? nil : answer()))
    case 7, 8: return .synced([.newData, .noData, .failed][generator.int(0...2)])
    case 9: return .awaited(answer())
    case 10: return .registered(token: [UInt8(generator.int(0...2))], .production)
    case 11: return .unregistered(answer())
    case 12:
      model.isActive = generator.oneIn(2)
      return .phase(isActive: model.isActive)
    case 13:
      model.isReady = true
      return .appIsReady
    case 14:
      model.isOn = generator.oneIn(2)
      return .switched(isOn: model.isOn)
    case 15: return .authorization([.denied, .authorized][generator.int(0...1)])
    default: return generator.oneIn(4) ? .userLeft : .timePassed
    }
  }

  @Test(
    arguments: PropertyCases.seeds(full: 400))
  func
    `each answer ends exactly once and in time, each click counts once, and a URL only opens in an active app that is ready`(
      seed: UInt64
    )
  {
    var generator = SeededGenerator(seed: seed)
    var push = Martlet.Configuration.Push()
    push.waitsForApp = generator.oneIn(2)
    push.clearsBadge = generator.oneIn(2)
    var machine = PushMachine(push)
    var model = Model(isReady: !push.waitsForApp)
    var given = 0
    func check(_ effects: [PushMachine.Effect]) {
      for effect in effects {
        switch effect {
        case .answer(let answer, _):
          guard let index = model.open.firstIndex(where: { $0.answer == answer }) else {
            Issue.record("An answer ended twice, seed \(seed).")
            continue
          }
          model.open.remove(at: index)
          model.ended += 1
        case .logClick: #expect(model.isOn, "seed \(seed)")
        case .publish(.opened(let payload)):
          #expect(
            model.clicks.insert(payload.deliveryId ?? "").inserted, "A click counts once, seed \(seed).")
        case .open(let link, _):
          #expect(model.isOn && model.isActive && model.isReady, "seed \(seed)")
          let heard = model.firstHeard.removeValue(forKey: link.url.host ?? "")
          #expect(
            heard.map { model.now < $0 + .seconds(60) } ?? false,
            "A URL opens once and soon after its tap, seed \(seed).")
        case .synchronize: #expect(machine.isSyncing, "seed \(seed)")
        default: break
        }
      }
    }
    for _ in 0..<200 {
      model.now += .seconds(generator.int(0...6))
      // The client's timer comes first, as it does before every command.
      if let deadline = machine.nextDeadline, deadline <= model.now {
        check(machine.handle(.timePassed, at: model.now))
      }
      #expect(
        model.open.allSatisfy { model.now < $0.since + .seconds(20) }, "Nobody waits longer, seed \(seed).")
      let before = model.open.count
      let next = input(&generator, &model)
      given += model.open.count - before
      check(machine.handle(next, at: model.now))
    }
    check(machine.handle(.ended, at: model.now))
    #expect(model.open.isEmpty && model.ended == given, "seed \(seed)")
  }
}
