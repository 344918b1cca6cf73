// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Builds a package in a process of its own.
struct SwiftBuild {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Seconds until a build is given up.
  private static let limit = 1_800

  var package: String
  /// Where the products go.
  var scratch: URL

  /// Returns the seconds of processor time that the build took, in the program and in the system.
  /// Its output is discarded unless it fails.
  @discardableResult
  func run(_ options: [String] = []) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "timeout", "\(Self.limit)", "swift", "build", "--package-path", package, "--scratch-path",
        scratch.path, "-c", "release",
      ] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    let before = Self.processorSeconds
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(package) was not built (status \(process.terminationStatus)):\n\(text.suffix(4_000))")
    }
    return Self.processorSeconds - before
  }

  /// The object files of a module.
  func objects(of module: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: product("\(module).build"), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "o" }
  }

  func product(_ name: String) -> URL {
    scratch.appendingPathComponent("release").appendingPathComponent(name)
  }

  /// Of all processes that this one has waited for, and theirs.
  private static var processorSeconds: Double {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_CHILDREN, &usage)
    #else
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
