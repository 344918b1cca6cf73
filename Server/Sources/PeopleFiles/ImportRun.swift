// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
import Domain
public import MartletCore
public import MartletWire

/// Stores what a file says, a few hundred statements at a time, or only says what it would store.
public struct ImportRun: Sendable {
  /// What became of a file.
  public struct Outcome: Equatable, Codable, Sendable {
    public var importID: String
    public var isDryRun: Bool
    public var columns: [String]
    public var lines: Int
    /// Lines that are stored, or would be.
    public var goodLines: Int
    /// Statements about attributes that are stored now, or would be.
    public var stored: Int
    /// Statements that an earlier attempt with the same id has stored.
    public var known: Int
    /// The first problems, by line.
    public var problems: [PeopleImport.Problem]
    /// How many problems there are, also beyond those that are kept.
    public var problemCount: Int
  }

  /// Stores events, and returns a result for each.
  public typealias Intake = @Sendable (_ events: [Wire.EventRecord]) async throws -> [Wire.EventResult]

  private let file: PeopleImport
  private let id: String

  /// - Parameter id: Names the import: the same file with the same id is stored once, so an import
  ///   that was cut off can be sent again.
  public init(_ file: PeopleImport, id: String) {
    self.file = file
    self.id = id
  }

  /// The longest id of an import, which has the characters of event ids.
  public static let idLength = 40

  public static func isID(_ text: String) -> Bool { text.isPlainID(upTo: idLength) }

  public func dryRun() -> Outcome {
    Outcome(
      importID: id, isDryRun: true, columns: file.columns, lines: file.lineCount, goodLines: file.lines.count,
      stored: statements, known: 0, problems: file.problems,
      problemCount: file.problemCount)
  }

  /// How many statements there are to store.
  public var statements: Int { file.lines.reduce(0) { $0 + $1.attributes.count } }

  /// When storing fails in the middle, what was stored before stays, and the error is thrown.
  ///
  /// - Parameter progress: Is told how many statements were sent so far.
  public func run(at now: Instant, progress: (Int) async -> Void = { _ in }, _ intake: Intake)
    async throws -> Outcome
  {
    var outcome = dryRun()
    (outcome.isDryRun, outcome.stored) = (false, 0)
    var (waiting, lines): ([Wire.EventRecord], [Int]) = ([], [])
    var refused: Set<Int> = []
    var sent = 0
    func send() async throws {
      guard !waiting.isEmpty else { return }
      for ((result, event), line) in zip(zip(try await intake(waiting), waiting), lines) {
        switch result.status.known {
        case .stored: outcome.stored += 1
        case .duplicate: outcome.known += 1
        default:
          refused.insert(line)
          outcome.problemCount += 1
          guard outcome.problems.count < PeopleImport.Limits.kept else { continue }
          outcome.problems.append(
            PeopleImport.Problem(
              line: line, column: event.body.attributeKey,
              message: result.message ?? "The value cannot be stored.",
              remedy: "The other values of the line are stored."))
        }
      }
      sent += waiting.count
      (waiting, lines) = ([], [])
      await progress(sent)
    }
    for line in file.lines {
      let events = line.events(import: id, at: now)
      if waiting.count + events.count > Wire.Limits.eventsPerRequest { try await send() }
      waiting += events
      lines += events.map { _ in line.number }
    }
    try await send()
    outcome.goodLines -= refused.count
    outcome.problems.sort { $0.line < $1.line }
    return outcome
  }
}

extension ImportRun.Outcome {
  /// The problems as a file for a spreadsheet program.
  public var problemFile: [UInt8] {
    problems.reduce(into: CSVCell.row(["line", "column", "message", "remedy"])) { file, problem in
      file += CSVCell.row(["\(problem.line)", problem.column ?? "", problem.message, problem.remedy])
    }
  }
}

extension ImportRun.Outcome: Shaped {
  public static let shape = Shape<Self>(
    "ImportResult", "", .field("import_id", \.importID), .field("dry_run", \.isDryRun),
    .field("columns", \.columns, "The attributes that the file names."),
    .field("lines", \.lines, "Lines that are neither empty nor the names of the columns."),
    .field("good_lines", \.goodLines, "Lines that are stored, or would be."),
    .field("stored", \.stored, "Values that are stored now, or would be."),
    .field("known", \.known, "Values that an earlier request with the same `import_id` has stored."),
    .field("problem_count", \.problemCount, "All problems, also beyond those that are listed."),
    .field("problems", { Array($0.problems.prefix(PeopleImport.Limits.listed)) }, "The first 1,000."))
}

extension PeopleImport.Problem: Shaped {
  public static let shape = Shape<Self>(
    "ImportProblem", "", .field("line", \.line),
    .optional("column", \.column, "Absent if it is about the whole line."), .field("message", \.message),
    .field("remedy", \.remedy))
}
