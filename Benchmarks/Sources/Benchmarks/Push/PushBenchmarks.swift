// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletKit

/// How fast pushes go out over one connection, compared with a plain loop of AsyncHTTPClient, and
/// how much processor time each of them costs. Both send the same pushes to the same endpoint,
/// which is another process, in turn.
enum PushBenchmarks {
  private static let inFlight = 500
  private static let payloadBytes = 2_048
  private static let processorGoal = Duration.microseconds(100)

  private struct Round {
    /// Nanoseconds for one push.
    var elapsed: Double
    var processor: Double
  }

  static func run(rounds: Int, pushesOfEachTask: Int = 20) async throws -> [Comparison] {
    let keys = [PushKey(keyID: "SENDER0000"), PushKey(keyID: "PLAIN00000")]
    let sink = try PushSink(keys: keys)
    let sender = try PushSender(key: keys[0].key, host: sink.host, environment: .live)
    let plain = try PlainPushClient(host: sink.host, token: keys[1].token)
    let pushes = try (0..<inFlight * pushesOfEachTask).map { try push($0) }

    var (subject, baseline): ([Round], [Round]) = ([], [])
    for round in 0...rounds {
      let pair: (Round, Round)
      if round.isMultiple(of: 2) {
        let first = try await measure(pushes) { await sender.send($0) == .sent }
        pair = (first, try await measure(pushes) { try await plain.send($0) })
      } else {
        let first = try await measure(pushes) { try await plain.send($0) }
        pair = (try await measure(pushes) { await sender.send($0) == .sent }, first)
      }
      guard round > 0 else { continue }
      subject.append(pair.0)
      baseline.append(pair.1)
    }
    await sender.shutDown()
    try await plain.shutDown()
    return comparisons(subject, baseline)
  }

  private static func comparisons(_ subject: [Round], _ baseline: [Round]) -> [Comparison] {
    let plain = "plain AsyncHTTPClient"
    let goal = processorGoal / .nanoseconds(1)
    let processor = Timing(name: "sender", nanoseconds: subject.map(\.processor))
    return [
      Comparison(
        name: "push of 2 KB, \(inFlight) in flight, throughput",
        subject: Timing(name: "sender", nanoseconds: subject.map(\.elapsed)),
        baseline: Timing(name: plain, nanoseconds: baseline.map(\.elapsed)),
        ratios: zip(subject, baseline).map { $1.elapsed / $0.elapsed },
        goal: .atLeast(2)),
      Comparison(
        name: "push of 2 KB, processor time", subject: processor,
        baseline: Timing(name: "goal", nanoseconds: [goal]),
        ratios: subject.map { $0.processor / goal }, goal: .atMost(1)),
      Comparison(
        name: "push of 2 KB, processor time", subject: processor,
        baseline: Timing(name: plain, nanoseconds: baseline.map(\.processor)),
        ratios: zip(subject, baseline).map { $0.processor / $1.processor }, goal: .atMost(0.5)),
    ]
  }

  private static func push(_ number: Int) throws -> Push {
    let token = String(UInt64(number) + 0xAB00_0000_0000_0000, radix: 16)
    let start = #"{"aps":{"alert":{"title":"Spring is here","body":""#
    let end = #""}},"martlet":{"version":1}}"#
    let text = String(repeating: "green ", count: (payloadBytes - start.utf8.count - end.utf8.count) / 6)
    let filling = String(
      repeating: " ", count: payloadBytes - start.utf8.count - end.utf8.count - text.utf8.count)
    return try Push(
      id: APNsID(delivery: "delivery-\(number)"), deviceToken: String(repeating: token, count: 4),
      topic: "com.example.app",
      payload: Array((start + text + filling + end).utf8))
  }

  private static func measure(_ pushes: [Push], _ send: @escaping @Sendable (Push) async throws -> Bool)
    async throws -> Round
  {
    let used = Stopwatch.processorSeconds
    let seconds = try await Stopwatch.seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<inFlight {
          group.addTask {
            for index in stride(from: task, to: pushes.count, by: inFlight) {
              guard try await send(pushes[index]) else {
                throw PushSink.Failure(reason: "a push was not accepted")
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let count = Double(pushes.count)
    return Round(elapsed: seconds * 1e9 / count, processor: (Stopwatch.processorSeconds - used) * 1e9 / count)
  }
}
