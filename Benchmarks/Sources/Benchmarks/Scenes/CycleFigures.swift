// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI

/// Whether showing messages and taking them away again leaves anything behind: the bytes that this process has allocated and not freed, after a
/// thousand presentations and after ten thousand more.
@MainActor
struct CycleFigures {
  private static let cycles = 10_000
  /// Less than a twentieth of a byte a presentation: what stays is not of the presentations.
  private static let goal = 512

  private var growth: Int?

  /// False only when it was measured and is too much.
  var isMet: Bool { growth.map { $0 <= Self.goal } ?? true }

  var lines: String {
    guard let growth else { return "" }
    return """
      | live memory | growth | goal | met |
      |---|---|---|---|
      | \(Self.cycles) presentations and dismissals, all native kinds in turn | \(growth) bytes | ≤ \(Self.goal) bytes | \(isMet ? "yes" : "**no**") |
      """
  }

  init() async {
    let host = EmptyHost()
    let ui = InAppMessageUI(host: host, environment: .patient)
    let messages = SceneBenchmarks.messages.map(\.1)
    func cycle(_ count: Int) async {
      for number in 0..<count {
        var message = messages[number % messages.count]
        message.data.id = "campaign"
        message.data.context = .init(presentationID: "presentation", userID: nil, endsAt: nil) { _ in }
        ui.present(message: message)
        ui.dismiss()
        // Timers that were cancelled end before the next begin.
        for _ in 0..<4 { await Task.yield() }
      }
    }
    await cycle(1_000)
    guard let before = Self.allocatedBytes() else { return }
    await cycle(Self.cycles)
    guard let after = Self.allocatedBytes() else { return }
    growth = after - before
  }

  /// nil: this system does not say.
  private static func allocatedBytes() -> Int? {
    #if canImport(Glibc)
    let figures = mallinfo2()
    return Int(figures.uordblks + figures.hblkhd)
    #elseif canImport(Darwin)
    return Int(mstats().bytes_used)
    #else
    return nil
    #endif
  }

  /// Shows at once, takes away at once, keeps nothing.
  private final class EmptyHost: SceneHost {
    weak var client: (any SceneHostClient)?
    var isAvailable: Bool { true }
    var traits: SceneTraits { SceneBenchmarks.surroundings[0].1 }
    func show(_ scene: Scene) { client?.host(self, didReport: .appeared, sceneID: scene.id) }
    func update(_ scene: Scene) {}
    func hide(sceneID: String, animated: Bool) { client?.host(self, didReport: .disappeared, sceneID: sceneID) }
  }
}

extension Environment {
  /// Nothing ever becomes due; who waits does so until that is cancelled.
  fileprivate static let patient = Environment(
    now: { DecisionBenchmarks.now }, monotonicNow: { .zero }, makeID: { "id" }, random: { 0 },
    sleep: { _ in
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      continuation.finish()
      throw CancellationError()
    })
}
