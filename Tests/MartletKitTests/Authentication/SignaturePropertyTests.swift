// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

/// Whoever signs in with whatever signature, and however often the app is launched: once good
/// signatures are given, everything has arrived, once, under its user, and nothing of one user ever
/// travelled with another's signature.
@MainActor
@Suite("Signatures over a device's life", .timeLimit(.minutes(20)))
struct SignaturePropertyTests {
  /// Two of them differ in nothing but the normal form.
  private static let users = ["ada", "an\u{E9}", "ane\u{301}"]

  @MainActor
  private final class Life {
    let server = SignatureServer()
    let clock: ManualClock
    var chance: SeededGenerator
    var bench: Bench
    var user: String?
    /// Custom events with the user at the time, in the order of the calls.
    var calls: [(name: String, user: String?)] = []
    var given = 0
    var relaunches = 0
    var isRequiredThroughout = true

    init(seed: UInt64) {
      clock = ManualClock(seed: seed)
      chance = SeededGenerator(seed: seed)
      bench = Self.launch(server, clock, nil)
    }

    private static func launch(_ server: SignatureServer, _ clock: ManualClock, _ directory: URL?) -> Bench {
      Bench(transport: server, directory: directory, clock: clock) { $0.api.sdkAuthentication = true }
    }

    func log() {
      calls.append(("event \(calls.count)", user))
      bench.martlet.logCustomEvent(name: "event \(calls.count - 1)")
    }

    func signature(_ kind: String? = nil, of user: String) -> String {
      given += 1
      return
        "\(kind ?? chance.element(of: ["good", "good", "bad", "expired"])).\(SignatureServer.inSignature(user)).\(given)"
    }

    func changeUser() {
      let next = chance.element(of: SignaturePropertyTests.users)
      user = next
      bench.martlet.changeUser(userId: next, sdkAuthSignature: chance.oneIn(3) ? nil : signature(of: next))
    }

    func setSignature() {
      if chance.oneIn(2) {
        // As an app's backend answers: for somebody who may have left.
        let owner = chance.element(of: SignaturePropertyTests.users)
        bench.martlet.setSDKAuthenticationSignature(signature(of: owner), userId: owner)
      } else if let user {
        bench.martlet.setSDKAuthenticationSignature(signature(of: user))
      }
    }

    func logOut() {
      user = nil
      bench.martlet.logOut()
    }

    /// The process is killed: what the disk holds at that moment is all there is.
    func relaunch() async {
      relaunches += 1
      await bench.martlet.settled()
      let copy = bench.copyOfDirectory()
      bench.release()
      bench = Self.launch(server, clock, copy)
      await bench.martlet.settled()
    }

    func step() async {
      switch chance.int(0...19) {
      case 0...6: log()
      case 7...9: changeUser()
      case 10, 11: setSignature()
      case 12:
        isRequiredThroughout = false
        server.set(chance.element(of: SignatureServer.Mode.allCases))
      case 13: logOut()
      case 14: await bench.advance(by: .seconds(chance.int(1...400)))
      case 15: await relaunch()
      case 16: bench.martlet.applicationDidBecomeActive()
      case 17: bench.martlet.applicationDidEnterBackground()
      case 18: bench.martlet.requestImmediateDataFlush()
      default: await bench.quiet()
      }
      if chance.oneIn(3) { await bench.quiet() }
    }

    /// The backend works again: everybody comes with a good signature.
    func finish() async {
      server.set(.required)
      for user in SignaturePropertyTests.users {
        bench.martlet.changeUser(userId: user, sdkAuthSignature: signature("good", of: user))
        // A good signature waits as long at most after bad ones.
        if !(await bench.martlet.flush().isComplete) { await bench.advance(by: .seconds(60)) }
        _ = await bench.martlet.flush()
        await bench.quiet()
      }
      _ = await bench.martlet.flush()
      await bench.quiet()
    }
  }

  @Test func `everything arrives once, under its user, vouched for by that user's signature`() async {
    var (refusals, syncRefusals, relaunches) = (0, 0, 0)
    let seeds = PropertyCases.seeds(full: 60)
    for seed in seeds {
      let life = Life(seed: seed)
      for _ in 0..<life.chance.int(10...50) { await life.step() }
      await life.finish()
      let end = life.server.now
      let arrived = end.stored.compactMap { event -> (name: String, user: String?)? in
        if case .custom(let name, _) = event.body { (name, event.userID) } else { nil }
      }
      #expect(end.faults.isEmpty, "seed \(seed): \(end.faults)")
      #expect(arrived.map(\.name).sorted() == life.calls.map(\.name).sorted(), "seed \(seed)")
      let users = Dictionary(life.calls.map { ($0.name, $0.user) }) { first, _ in first }
      #expect(arrived.allSatisfy { (users[$0.name] ?? "nobody").isExactly($0.user) }, "seed \(seed)")
      // What one user did arrives in the order in which they did it.
      for user in Self.users {
        let (came, called) = (
          arrived.filter { user.isExactly($0.user) }.map(\.name),
          life.calls.filter { user.isExactly($0.user) }.map(\.name)
        )
        #expect(came == called, "seed \(seed), \(user)")
      }
      if life.isRequiredThroughout {
        let named = end.stored.filter { $0.userID != nil }
        #expect(
          named.allSatisfy {
            end.vouched[$0.id]?.hasPrefix("good.\(SignatureServer.inSignature($0.userID ?? "")).") ?? false
          },
          "seed \(seed)")
      }
      #expect(await life.bench.martlet.flush().isComplete, "seed \(seed)")
      refusals += end.refusals
      syncRefusals += end.syncRefusals
      relaunches += life.relaunches
    }
    // Everything must have happened, or the test says nothing.
    #expect(
      refusals * 6 > seeds.count * 5 && syncRefusals * 3 > seeds.count && relaunches * 3 > seeds.count,
      "\((refusals, syncRefusals, relaunches))"
    )
  }
}
