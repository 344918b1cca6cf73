// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Documents
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles
import Store

/// `/api/v1/people/import` and `/api/v1/people/export.*`: attributes of many people as files.
struct PeopleFileRoutes: Sendable {
  let store: any Store
  let intake: EventIntake
  let environment: MartletCore.Environment

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "people/export.csv", id: "exportPeopleCSV", tag: .people,
        """
        Get everybody who has signed in, with attributes, as CSV. The first column is `user_id`, the \
        others are attributes.
        """,
        details: """
          A cell that a spreadsheet program would take for a formula begins with an apostrophe. The \
          import removes it again.
          """,
        answers: [.ok("The file.", .csv)]
      ) { _, context in try export(.csv, context) },
      Endpoint(
        .get, "people/export.ndjson", id: "exportPeopleNDJSON", tag: .people,
        "Get everybody who has signed in, with attributes, as a JSON object in each line.",
        answers: [.ok("The file.", .lines)]
      ) { _, context in try export(.ndjson, context) },
      Endpoint(
        .post, "people/import", id: "importPeople", tag: .people,
        """
        Import attributes of people from a file of up to 4 MiB, 50,000 lines and 250,000 \
        values. Good lines are stored, also if others have problems.
        """,
        details: """
          CSV begins with a line of column names; one is `user_id`, the others are attributes, \
          and an empty cell changes nothing. In NDJSON, each line is an object with `user_id` \
          and `attributes`; null removes one. If several lines set the same attribute of a \
          person, the last one counts. If a request fails, send the same file with the same \
          `import_id` again: what was stored counts once.
          """,
        parameters: [
          .query("dry_run", .flag.with(.default(false)), "Only check the file."),
          .query(
            "import_id", .text.with(.pattern("^[0-9A-Za-z-]{1,40}$")), "Names the import. Default: a new one."
          ),
          .query(
            "type", .list(of: .text.with(.pattern("^.+:(auto|text|number|truth|date|ignore)$"))),
            """
            How a column of a CSV file is read: its name, a colon and `auto`, `text`, `number`, \
            `truth`, `date` (ISO 8601) or `ignore`. Can be repeated. `auto` reads numbers, true \
            and false.
            """),
          .query(
            "problems", .words(["json", "csv"]).with(.default("json")),
            """
            `csv` answers with the first 10,000 problems as a CSV file instead of the result.
            """),
        ],
        body: .init(.csv, .lines),
        answers: [.ok("What was stored", .json(ImportRun.Outcome.self), .csv)],
        use: add),
    ]
  }

  private func export(_ format: PeopleExport.Format, _ context: ServerRequestContext) throws -> Response {
    let export = PeopleExport(format, store: store, app: try context.appID)
    return Response(file: format.fileName, contentType: format.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func add(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let format = try format(of: request)
    let isDryRun =
      try Self.word("dry_run", ["true": true, "false": false], request.queryValue("dry_run")) ?? false
    let wantsFile =
      try Self.word("problems", ["csv": true, "json": false], request.queryValue("problems")) ?? false
    let id = request.queryValue("import_id") ?? environment.makeID()
    guard ImportRun.isID(id) else {
      throw AdminAnswers.queryInvalid(
        "import_id", expected: "1 to \(ImportRun.idLength) letters, digits and hyphens")
    }
    var types: [String: PeopleImport.ColumnType] = [:]
    for text in request.queryValues("type") {
      guard let colon = text.lastIndex(of: ":"),
        let type = PeopleImport.ColumnType(rawValue: String(text[text.index(after: colon)...]))
      else {
        throw AdminAnswers.queryInvalid(
          "type",
          expected:
            "a column, a colon and one of \(PeopleImport.ColumnType.allCases.map(\.rawValue).joined(separator: ", "))"
        )
      }
      types[String(text[..<colon])] = type
    }
    let file = PeopleImport(
      try await request.bytes(limit: PeopleImport.Limits.bytes), format: format, types: types)
    // A slip of the pen would otherwise let the column be read in another way.
    guard format == .ndjson || file.columns.isEmpty || types.keys.allSatisfy(file.columns.contains) else {
      throw AdminAnswers.queryInvalid("type", expected: "the name of a column of the file before the colon")
    }
    let run = ImportRun(file, id: id)
    let outcome =
      isDryRun
      ? run.dryRun()
      : try await run.run(at: context.receivedAt) { events in
        try await intake.store(events, undecodable: [], device: nil, app: app, at: context.receivedAt)
      }
    guard wantsFile else { return Response(json: outcome.json) }
    return Response(file: "problems.csv", contentType: PeopleExport.Format.csv.contentType) {
      [file = outcome.problemFile] put in
      try await put(file)
    }
  }

  private func format(of request: Request) throws -> PeopleExport.Format {
    let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    switch type {
    case "text/csv": return .csv
    case "application/x-ndjson", "application/jsonl": return .ndjson
    default:
      throw Wire.Problem(
        status: 415, code: "content_type_not_supported",
        title: "The Content-Type does not say what the file is.",
        remedy: "Send text/csv or application/x-ndjson.")
    }
  }

  private static func word(_ name: String, _ words: [String: Bool], _ text: String?) throws -> Bool? {
    guard let text else { return nil }
    guard let word = words[text] else {
      throw AdminAnswers.queryInvalid(name, expected: words.keys.sorted().joined(separator: " or "))
    }
    return word
  }
}
