// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// What the SDK adds to a program, and what building it costs.
struct FootprintFigures: Encodable {
  /// Bytes that a program gains over the one that links nothing.
  struct Row: Encodable {
    var name: String
    var bytes: Int
    var gzippedBytes: Int
    /// Without tables for unwinding and relocations (`ELFFile.withoutTables`).
    var codeAndDataBytes: Int
    var gzippedCodeAndDataBytes: Int
    /// For the two last.
    var goals: [Goal]

    var isMet: Bool { goals.allSatisfy(\.isMet) }
  }

  struct Goal: Encodable {
    var text: String
    var isMet: Bool
  }

  struct Module: Encodable {
    var name: String
    /// Of its object files.
    var codeBytes: Int
  }

  private static let folder = "Benchmarks/Footprint"
  private static let secondsGoal = 120.0

  let emptyBytes: Int
  let rows: [Row]
  let modules: [Module]
  /// Of the root package, from nothing; nil if it was not measured.
  let buildSeconds: Double?

  var isMet: Bool { rows.allSatisfy(\.isMet) && (buildSeconds ?? 0) <= Self.secondsGoal }

  /// Builds the programs, which takes minutes the first time, and then, unless `isQuick`, the root
  /// package.
  init(isQuick: Bool) throws {
    guard FileManager.default.fileExists(atPath: Self.folder) else {
      throw SwiftBuild.Failure(
        description: "\(Self.folder) does not exist. Start the benchmarks with scripts/bench.")
    }
    let build = SwiftBuild(package: Self.folder, scratch: URL(fileURLWithPath: "Benchmarks/.build/footprint"))
    try build.run(["-Xswiftc", "-Osize", "-Xlinker", "-s"])
    let empty = try ELFFile(build.product("Nothing"))
    emptyBytes = empty.bytes.count
    let emptyCounts = try Self.counts(empty)
    rows = try [
      ("MartletKit", "Kit", 1_400_000, 450_000), ("MartletKit and MartletUI", "KitAndUI", 2_000_000, 650_000),
    ].map {
      name, program, goal, gzippedGoal in
      let counts = zip(try Self.counts(ELFFile(build.product(program))), emptyCounts).map { $0 - $1 }
      return Row(
        name: name, bytes: counts[0], gzippedBytes: counts[1], codeAndDataBytes: counts[2],
        gzippedCodeAndDataBytes: counts[3],
        goals: [
          Goal(text: "≤ \(Self.kilobytes(goal))", isMet: counts[2] <= goal),
          Goal(text: "≤ \(Self.kilobytes(gzippedGoal)) gzipped", isMet: counts[3] <= gzippedGoal),
        ])
    }
    modules = try ["MartletCore", "MartletWire", "MartletKit", "MartletUI"].map { name in
      Module(
        name: name, codeBytes: try build.objects(of: name).reduce(0) { $0 + (try ELFFile($1).codeBytes) })
    }
    let root = SwiftBuild(
      package: ".",
      scratch: FileManager.default.temporaryDirectory.appendingPathComponent(
        "martlet-footprint-\(ProcessInfo.processInfo.processIdentifier)"))
    defer { try? FileManager.default.removeItem(at: root.scratch) }
    buildSeconds = isQuick ? nil : try root.run()
  }

  /// All bytes and those without tables, each as they are and gzipped.
  private static func counts(_ file: ELFFile) throws -> [Int] {
    try [file.bytes, file.withoutTables].flatMap { [$0.count, try Wire.Gzip.compress($0).count] }
  }

  var lines: String {
    var lines = [
      "| a program that links | size | gzipped | without unwind tables and relocations | gzipped | goals for the two last |",
      "|---|---|---|---|---|---|",
      "| nothing but Foundation | \(Self.kilobytes(emptyBytes)) | | | | |",
    ]
    for row in rows {
      let sizes = [row.bytes, row.gzippedBytes, row.codeAndDataBytes, row.gzippedCodeAndDataBytes].map {
        "+\(Self.kilobytes($0))"
      }
      let goals = row.goals.map { "\($0.text): \($0.isMet ? "yes" : "**no**")" }
      lines.append("| \(row.name) | \(sizes.joined(separator: " | ")) | \(goals.joined(separator: "; ")) |")
    }
    lines += ["", "| module | code of its object files |", "|---|---|"]
    lines += modules.map { "| \($0.name) | \(Self.kilobytes($0.codeBytes)) |" }
    if let buildSeconds {
      lines += [
        "", "| building | processor time | goal | met |", "|---|---|---|---|",
        "| the root package in release mode, from nothing | \(Int(buildSeconds.rounded())) s | ≤ \(Int(Self.secondsGoal)) s | "
          + (buildSeconds <= Self.secondsGoal ? "yes |" : "**no** |"),
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func kilobytes(_ bytes: Int) -> String { "\(ResultTable.grouped((bytes + 500) / 1_000)) KB" }
}
