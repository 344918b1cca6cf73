// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import LargeApp

// Usage: Benchmarks [core] [client] [scenes] [ingest] [sync] [audiences] [backtest] [pages] [push]
// [runs] [postgres] [postgres-people] [postgres-runs] [overload] [load] [footprint] [--quick]
// [--json] [--people=NUMBER] [--devices=NUMBER] [--warm-up=SECONDS] [--page=PART-OF-ADDRESS]
//
// Prints Markdown tables, or with --json one JSON document, and exits with 1 if a goal is not met.
// Without names of parts: all but load, which needs wrk, those with postgres, which need
// PostgreSQL, and footprint, which builds; they take minutes. With names of rows behind it
// (`LoadRow`), load measures only those. The requests of each row run for a second, or as long as
// --warm-up says, before they are measured.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == ServerChild.argument {
  do {
    try await ServerChild.serve(Array(arguments.dropFirst()))
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
    exit(2)
  }
}
if arguments.first == ClientFigures.argument, let folder = arguments.last {
  ClientFigures.makeFirst(folder: folder)
  exit(0)
}
if arguments.first == PushSink.argument, let keys = arguments.last {
  do {
    try await PushSink.serve(keys: keys)
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
    exit(2)
  }
}
let isJSON = arguments.contains("--json")
let isQuick = arguments.contains("--quick")
func option(_ name: String) -> String? {
  arguments.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
}
func number(_ name: String) -> Int? { option(name).flatMap { Int($0) } }
let wanted = arguments.filter { !$0.hasPrefix("--") }
let stopwatch = isQuick ? Stopwatch(rounds: 9, slice: .milliseconds(2)) : Stopwatch()

func includes(_ suite: String) -> Bool { wanted.isEmpty || wanted.contains(suite) }

let memory = includes("core") ? MemoryFigures.figures() : []
let cycles = includes("scenes") ? await CycleFigures() : nil
var results: [Comparison] = []
var client: ClientFigures?
var runs: RunFigures?
var postgresRuns: PostgresRunFigures?
var overload: OverloadFigures?
var load: LoadFigures?
var footprint: FootprintFigures?
let compared = [
  "core", "scenes", "sync", "pages", "ingest", "postgres", "postgres-people", "audiences", "backtest", "push",
]
if !isJSON, compared.contains(where: includes) { print(ResultTable.header) }
@MainActor
func report(_ comparisons: [Comparison]) {
  results += comparisons
  if isJSON { return }
  for comparison in comparisons { print(ResultTable.row(comparison)) }
}

do {
  if includes("core") {
    report(DecisionBenchmarks.run(stopwatch))
    report(try RulesBenchmarks.run(stopwatch))
    report(ReachBenchmarks.run(stopwatch))
    report(try FilterBenchmarks.run(stopwatch))
    report(try ReplayBenchmarks.run(stopwatch))
    report(try JournalBenchmarks.run(stopwatch))
    report(try AssignmentBenchmarks.run(stopwatch))
  }
  if includes("client") { client = try ClientFigures(rounds: isQuick ? 1 : 7) }
  if includes("scenes") { report(SceneBenchmarks.run(stopwatch)) }
  if includes("sync") { report(try await SyncBenchmarks.run(rounds: isQuick ? 3 : 15)) }
  if includes("audiences") {
    report(AudienceRuleBenchmarks.run(stopwatch))
    report(try await AudienceSyncBenchmarks.run(rounds: isQuick ? 3 : 15))
    // A fiftieth is enough to see whether it works.
    report(
      try await AudienceCountBenchmarks.run(
        people: number("people") ?? (isQuick ? 20_000 : 1_000_000), rounds: isQuick ? 3 : 9))
  }
  if includes("backtest") { report(try await BacktestBenchmarks.run(rounds: isQuick ? 2 : 7)) }
  if includes("pages") {
    report(
      try await PageBenchmarks.run(
        people: number("people") ?? LargeApp.fiftieth.people, path: option("page"), rounds: isQuick ? 5 : 21))
  }
  if includes("ingest") { report(try await IngestBenchmarks.run(batches: isQuick ? 20 : 200)) }
  if wanted.contains("postgres") { report(try await PostgresBenchmarks.run(rounds: isQuick ? 3 : 9)) }
  if wanted.contains("postgres-people") {
    report(
      try await PostgresPeopleBenchmarks.run(
        people: number("people") ?? (isQuick ? 20_000 : 1_000_000), rounds: isQuick ? 3 : 9,
        seconds: isQuick ? 2 : 4))
  }
  if wanted.contains("postgres-runs") {
    postgresRuns = try await PostgresRunFigures(devices: number("devices") ?? (isQuick ? 5_000 : 100_000))
  }
  if includes("push") { report(try await PushBenchmarks.run(rounds: isQuick ? 3 : 15)) }
  if includes("runs") {
    runs = try await RunFigures(devices: number("devices") ?? (isQuick ? 5_000 : 100_000))
  }
  // Not part of a run without arguments: it needs wrk.
  if wanted.contains("load") {
    let rows = LoadRow.allCases.filter { wanted.contains($0.rawValue) }
    load = try await LoadFigures(
      people: number("people") ?? (isQuick ? 2_000 : 100_000), rounds: isQuick ? 2 : 7,
      seconds: isQuick ? 1 : 2,
      warmUp: number("warm-up") ?? 1, only: rows.isEmpty ? LoadRow.allCases : rows)
  }
  if wanted.contains("footprint") { footprint = try FootprintFigures(isQuick: isQuick) }
  if includes("overload") { overload = try OverloadFigures(seconds: isQuick ? 3 : 15) }
} catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(2)
}
let isMet =
  results.allSatisfy { $0.isMet } && cycles?.isMet != false && client?.isMet != false && runs?.isMet != false
  && postgresRuns?.isMet != false
  && overload?.isMet != false
  && load?.isMet != false
  && footprint?.isMet != false
if isJSON {
  let report = JSONReport(
    comparisons: results.map(JSONReport.Row.init), definitionsMemory: memory,
    liveMemory: cycles?.figures ?? [],
    client: client?.rows ?? [], runs: (runs?.rows ?? []) + (postgresRuns?.rows ?? []),
    overload: overload?.rows ?? [], load: load,
    footprint: footprint, isMet: isMet)
  print(try report.text)
} else {
  if !memory.isEmpty { print("\n" + MemoryFigures.lines(memory)) }
  if let cycles, !cycles.lines.isEmpty { print("\n" + cycles.lines) }
  if let client { print("\n" + client.lines) }
  if let runs { print("\n" + runs.lines) }
  if let postgresRuns { print("\n" + postgresRuns.lines) }
  if let overload { print("\n" + overload.lines) }
  if let load { print("\n" + load.lines) }
  if let footprint { print("\n" + footprint.lines) }
}
exit(isMet ? 0 : 1)
