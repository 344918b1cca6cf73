// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sends requests with `wrk`, a load generator of Debian that costs the machine little.
struct Wrk {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  struct Run {
    var requests: Int
    var seconds: Double
    /// Milliseconds until half and 99 of 100 were answered.
    var p50: Double
    var p99: Double
    var bytesOfAnswer: Double
    var errors: Int

    var rate: Double { Double(requests) / seconds }
  }

  static let connections = 32

  private let program: String
  private let script: String

  /// Throws when `wrk` is not installed.
  init() throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/wrk") })
    else {
      throw Failure(description: "wrk is not installed. Install it with: apt-get install wrk")
    }
    program = "\(folder)/wrk"
    script = "Benchmarks/Scripts/load.lua"
    guard FileManager.default.fileExists(atPath: script) else {
      throw Failure(description: "\(script) does not exist. Start the benchmarks with scripts/bench.")
    }
  }

  func run(port: Int, seconds: Int, options: [(String, String)]) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["-t1", "-c\(Self.connections)", "-d\(seconds)s", "-s", script, "http://127.0.0.1:\(port)", "--"]
      + options.flatMap { [$0.0, $0.1] }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let line = text.split(separator: "\n").first { $0.hasPrefix("LOAD ") }
    let numbers = line?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
    guard numbers.count == 6, numbers[0] > 0 else {
      throw Failure(description: "The output of wrk cannot be read: \(text)")
    }
    return Run(
      requests: Int(numbers[0]), seconds: numbers[1] / 1e6, p50: numbers[2] / 1e3, p99: numbers[3] / 1e3,
      bytesOfAnswer: numbers[4] / numbers[0], errors: Int(numbers[5]))
  }
}
