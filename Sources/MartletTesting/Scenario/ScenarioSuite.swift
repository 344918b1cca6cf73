// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs several scenario files, as `martlet scenario` does.
@MainActor
public enum ScenarioSuite {
  /// What happens while files run.
  public enum Event {
    /// A file starts. `number` is its number, from 1, and `of` the number of files.
    case began(file: String, number: Int, of: Int)
    case line(ScenarioLine, file: String)
    case ended(FileReport)
  }

  /// The result of a file.
  public struct FileReport: Hashable, Sendable {
    /// The path as it was given.
    public var file: String
    /// The name of the scenario, or of the file if it cannot be read.
    public var name: String
    public var steps: Int
    /// The expectations that did not hold.
    public var failures: [ScenarioFailure]
    /// Why the file is not a scenario.
    public var diagnostics: [Scenario.Diagnostic]

    public var isPassed: Bool { failures.isEmpty && diagnostics.isEmpty }

    /// One line for each problem: `file:line: message`.
    public var messages: [String] {
      diagnostics.map {
        "\(file):\($0.line):\($0.column): \($0.field.isEmpty ? "" : "\($0.field): ")\($0.message)"
      }
        + failures.map { "\(file):\($0.line): \($0)" }
    }
  }

  /// The result of all files.
  public struct Report: Hashable, Sendable {
    public var files: [FileReport] = []

    fileprivate var failed: Int { files.count { !$0.failures.isEmpty } }
    fileprivate var unreadable: Int { files.count { !$0.diagnostics.isEmpty } }

    /// 0: all expectations held. 1: an expectation failed. 2: a file cannot be read.
    public var status: Int32 { unreadable > 0 ? 2 : failed > 0 ? 1 : 0 }

    /// `24 scenarios, 130 steps: all passed`
    public var summary: String {
      let steps = files.reduce(0) { $0 + $1.steps }
      var words: [String] = []
      if failed > 0 { words.append("\(failed) failed") }
      if unreadable > 0 { words.append("\(unreadable) could not be read") }
      let count = files.count == 1 ? "1 scenario" : "\(files.count) scenarios"
      return
        "\(count), \(steps) \(steps == 1 ? "step" : "steps"): \(words.isEmpty ? "all passed" : words.joined(separator: ", "))"
    }
  }

  /// The files at these paths: a file itself, or all `.json` files in a folder and its subfolders,
  /// in the order of their paths, without JSON Schemas (`.schema.json`). A path that does not exist
  /// is kept, and fails when it runs.
  public nonisolated static func files(at paths: [String]) -> [String] {
    paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        return [path]
      }
      let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return inside.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
  }

  /// Runs the files in this order. A file that cannot be read does not stop the others.
  public static func run(_ files: [String], onEvent: (Event) -> Void = { _ in }) async -> Report {
    var report = Report()
    for (index, file) in files.enumerated() {
      onEvent(.began(file: file, number: index + 1, of: files.count))
      let ended = await run(file, onEvent: onEvent)
      report.files.append(ended)
      onEvent(.ended(ended))
    }
    return report
  }

  private static func run(_ file: String, onEvent: (Event) -> Void) async -> FileReport {
    var report = FileReport(
      file: file, name: URL(fileURLWithPath: file).lastPathComponent, steps: 0, failures: [], diagnostics: [])
    // For an empty file, `read` is nil.
    guard let handle = FileHandle(forReadingAtPath: file),
      case .success(let read) = Result(catching: { try handle.read(upToCount: Scenario.Limits.fileBytes + 1) }
      )
    else {
      report.diagnostics = [
        .init(line: 1, column: 1, field: "", message: "The file cannot be read. Is the path right?")
      ]
      return report
    }
    let data = read ?? Data()
    do throws(Scenario.Invalid) {
      let scenario = try Scenario(reading: Array(data))
      report.name = scenario.name
      let run = await ScenarioRunner(scenario).run { onEvent(.line($0, file: file)) }
      report.steps = run.lines.count
      report.failures = run.failures
    } catch {
      report.diagnostics = error.diagnostics
    }
    return report
  }
}

extension ScenarioSuite.Report {
  /// The report in JUnit format, which most CI systems show. It has no durations, because time is
  /// virtual.
  public var junit: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<testsuite name=\"martlet scenario\" tests=\"\(files.count)\" failures=\"\(failed)\" errors=\"\(unreadable)\">"
    )
    for file in files {
      let opening = "  <testcase classname=\"\(Self.escaped(file.file))\" name=\"\(Self.escaped(file.name))\""
      guard !file.isPassed else {
        lines.append("\(opening)/>")
        continue
      }
      let kind = file.diagnostics.isEmpty ? "failure" : "error"
      let first = file.messages.first ?? ""
      lines.append("\(opening)>")
      lines.append(
        "    <\(kind) message=\"\(Self.escaped(first))\">\(Self.escaped(file.messages.joined(separator: "\n")))</\(kind)>"
      )
      lines.append("  </testcase>")
    }
    lines.append("</testsuite>\n")
    return lines.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
