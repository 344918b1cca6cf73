// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI

/// Whether showing messages and taking them away again leaves anything behind: by how much the
/// bytes grow that this process has allocated and not freed, in five rounds of ten thousand
/// presentations after one that does not count. The median is taken: what the allocator keeps at
/// hand differs from moment to moment, up or down, by more than a round leaves.
@MainActor
struct CycleFigures {
  private static let cycles = 10_000
  private static let rounds = 5
  /// One byte for each presentation: the smallest thing that could stay takes sixteen.
  private static let goal = cycles

  private var growth: Int?

  /// False only when it was measured and is too much.
  var isMet: Bool { growth.map { $0 <= Self.goal } ?? true }

  var figures: [JSONReport.Figure] {
    guard let growth else { return [] }
    return [
      JSONReport.Figure(
        what: "\(ResultTable.grouped(Self.cycles)) presentations and dismissals, all types in turn",
        figure: "\(ResultTable.grouped(growth)) bytes", goal: "≤ \(ResultTable.grouped(Self.goal)) bytes",
        isMet: isMet)
    ]
  }

  var lines: String {
    guard let growth else { return "" }
    return """
      | live memory | growth (median of \(Self.rounds)) | goal | met |
      |---|---|---|---|
      | \(ResultTable.grouped(Self.cycles)) presentations and dismissals, all types in turn | \(ResultTable.grouped(growth)) bytes | ≤ \(ResultTable.grouped(Self.goal)) bytes | \(isMet ? "yes" : "**no**") |
      """
  }

  init() async {
    let host = EmptyHost()
    let ui = InAppMessageUI(host: host, environment: .patient)
    let messages = SceneBenchmarks.messages.map(\.1) + [SceneBenchmarks.page]
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
    await cycle(Self.cycles)
    var growths: [Int] = []
    for _ in 0..<Self.rounds {
      guard let before = Self.allocatedBytes() else { return }
      await cycle(Self.cycles)
      guard let after = Self.allocatedBytes() else { return }
      growths.append(after - before)
    }
    growth = growths.sorted()[Self.rounds / 2]
  }

  /// nil: this system does not say.
  private static func allocatedBytes() -> Int? {
    #if canImport(Darwin)
    return Int(mstats().bytes_used)
    #else
    // The allocator's own account: what it took from the system, less what is free.
    guard let account = AllocatorAccount.text() else { return nil }
    guard let taken = AllocatorAccount.sum(of: "<system type=\"current\"", in: account),
      let rest = AllocatorAccount.sum(of: "<total type=\"rest\"", in: account),
      let fast = AllocatorAccount.sum(of: "<total type=\"fast\"", in: account),
      let mapped = AllocatorAccount.sum(of: "<total type=\"mmap\"", in: account)
    else { return nil }
    return taken - rest - fast + mapped
    #endif
  }

  /// Shows at once, takes away at once, keeps nothing.
  private final class EmptyHost: SceneHost {
    weak var client: (any SceneHostClient)?
    var isAvailable: Bool { true }
    var traits: SceneTraits { SceneBenchmarks.surroundings[0].1 }
    func show(_ scene: MessageScene) { client?.host(self, didReport: .appeared, sceneID: scene.id) }
    func update(_ scene: MessageScene) {}
    func hide(sceneID: String, animated: Bool) {
      client?.host(self, didReport: .disappeared, sceneID: sceneID)
    }
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

#if !canImport(Darwin)
/// What `malloc_info` of the GNU library says; other libraries have no such function.
private enum AllocatorAccount {
  private typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

  static func text() -> String? {
    guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else { return nil }
    defer { fclose(file) }
    // The GNU library documents this signature, and `dlsym` finds this name in no other.
    guard unsafeBitCast(symbol, to: Report.self)(0, file) == 0 else { return nil }
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The size in the last line that begins so: those before it are of single arenas.
  static func sum(of beginning: String, in text: String) -> Int? {
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(beginning) }),
      let size = line.range(of: " size=\"")
    else {
      return nil
    }
    return Int(line[size.upperBound...].prefix { $0.isNumber })
  }
}
#endif
