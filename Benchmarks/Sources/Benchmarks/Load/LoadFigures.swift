// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// What a server bears that many people use: the release server in a process of its own, `wrk` with
/// 32 connections, 200 running campaigns, people drawn from 100,000; each request in turn with the
/// empty route, round by round.
struct LoadFigures: Encodable {
  struct Row: Encodable {
    var name: String
    /// Medians over the rounds.
    var requestsPerSecond: Double
    var ratio: Double
    var lowestRatio: Double
    var highestRatio: Double
    var p50Milliseconds: Double
    var p99Milliseconds: Double
    var processorMicroseconds: Double
    var answerBytes: Double
    var memoryMegabytes: Double
    var errors: Int
    var goals: [Goal] = []

    var isMet: Bool { goals.allSatisfy(\.isMet) && errors == 0 }
  }

  struct Goal: Encodable {
    var text: String
    var isMet: Bool
  }

  private struct Sample {
    var run: Wrk.Run
    var processor: Double
    var memory: Double
  }

  let people: Int
  let campaigns = LoadFolder.campaigns
  let rows: [Row]
  let peakMemoryMegabytes: Double

  var isMet: Bool { rows.allSatisfy(\.isMet) }

  var lines: String {
    let head = """
      | load | requests/s | share of the empty route (median, lowest–highest) | p50 | p99 | processor time | response | memory | goals |
      |---|---|---|---|---|---|---|---|---|
      """
    let lines = rows.map { row in
      let goals =
        row.goals.map { "\($0.text): \($0.isMet ? "yes" : "**no**")" }
        + (row.errors > 0 ? ["**\(row.errors) errors**"] : [])
      let range = String(format: "%.2f (%.2f–%.2f)", row.ratio, row.lowestRatio, row.highestRatio)
      return
        "| \(row.name) | \(ResultTable.grouped(Int(row.requestsPerSecond))) | \(range) | \(String(format: "%.1f ms", row.p50Milliseconds)) | "
        + String(format: "%.1f ms | %.0f µs | ", row.p99Milliseconds, row.processorMicroseconds)
        + String(format: "%.1f KB | %.0f MB | ", row.answerBytes / 1_000, row.memoryMegabytes)
        + goals.joined(separator: "; ") + " |"
    }
    return ([head] + lines).joined(separator: "\n")
      + "\n\n\(campaigns) campaigns, \(ResultTable.grouped(people)) people, \(Wrk.connections) connections; peak memory of the server: "
      + String(format: "%.0f MB.", peakMemoryMegabytes)
  }

  /// Takes about eleven times `rounds` times `seconds`, and a minute for filling the folder.
  init(people: Int, rounds: Int, seconds: Int, warmUp: Int = 1, only wanted: [LoadRow] = LoadRow.allCases)
    async throws
  {
    self.people = people
    let wrk = try Wrk()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-load-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: url) }
    let now = Stopwatch.now
    let folder = try await LoadFolder(url: url, people: people, now: now)
    let server = try ServerChild(folder: url)

    var salt = 0
    func sample(_ request: String, seconds: Int) throws -> Sample {
      salt += 1
      let before = server.processorSeconds
      let run = try wrk.run(
        port: server.port, seconds: seconds,
        options: [
          ("row", request), ("people", "\(people)"), ("salt", "\(salt)"), ("seed", "\(salt * 7_919)"),
          ("key", folder.key),
          ("credential", folder.credential), ("tag", folder.tag), ("now", "\(now.milliseconds)"),
        ])
      return Sample(
        run: run, processor: (server.processorSeconds - before) / Double(run.requests),
        memory: Double(server.memory?.now ?? 0) / 1_048_576)
    }
    // One that is not measured: everything is read for the first time. The longer it takes, the
    // more people the server has seen.
    for row in wanted { _ = try sample(row.rawValue, seconds: warmUp) }
    var empty = [try sample(LoadRow.empty, seconds: seconds)]
    var samples: [LoadRow: [Sample]] = [:]
    var ratios: [LoadRow: [Double]] = [:]
    for _ in 0..<rounds {
      for row in wanted {
        let subject = try sample(row.rawValue, seconds: seconds)
        let (before, after) = (empty[empty.count - 1], try sample(LoadRow.empty, seconds: seconds))
        empty.append(after)
        samples[row, default: []].append(subject)
        ratios[row, default: []].append(subject.run.rate * 2 / (before.run.rate + after.run.rate))
      }
    }
    peakMemoryMegabytes = Double(server.memory?.peak ?? 0) / 1_048_576
    _ = server.stop()

    var rows = [Self.row("empty route", empty, [1])]
    for row in wanted {
      var line = Self.row(row.name, samples[row] ?? [], ratios[row] ?? [])
      if let goal = row.ratioGoal { line.goals.append(Goal(text: "≥ \(goal)", isMet: line.ratio >= goal)) }
      if let goal = row.timeGoal {
        line.goals.append(Goal(text: "≤ \(Int(goal)) µs", isMet: line.processorMicroseconds <= goal))
      }
      if let (other, factor) = row.costGoal, let samples = samples[other] {
        let cost = line.processorMicroseconds / Self.median(samples.map { $0.processor * 1e6 })
        line.goals.append(
          Goal(text: String(format: "%.1f times a known one, ≤ %.0f", cost, factor), isMet: cost <= factor))
      }
      rows.append(line)
    }
    self.rows = rows
  }

  private static func row(_ name: String, _ samples: [Sample], _ ratios: [Double]) -> Row {
    Row(
      name: name, requestsPerSecond: median(samples.map(\.run.rate)), ratio: median(ratios),
      lowestRatio: ratios.min() ?? 0,
      highestRatio: ratios.max() ?? 0, p50Milliseconds: median(samples.map(\.run.p50)),
      p99Milliseconds: median(samples.map(\.run.p99)),
      processorMicroseconds: median(samples.map { $0.processor * 1e6 }),
      answerBytes: median(samples.map(\.run.bytesOfAnswer)),
      memoryMegabytes: samples.map(\.memory).max() ?? 0, errors: samples.reduce(0) { $0 + $1.run.errors })
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
