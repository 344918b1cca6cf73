// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Documents
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles
import Store

/// `/api/v1/audiences`: audiences, and how many people are in them.
struct AudienceRoutes: Sendable {
  let audiences: AudienceAuthoring
  let store: any AudienceStore

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "audiences", id: "listAudiences", tag: .audiences,
        "List the audiences of the app, by name.",
        answer: "The audiences.",
        use: list),
      Endpoint(
        .post, "audiences", id: "createAudience", tag: .audiences,
        "Create an audience.",
        body: .json(.named("AudienceInput")),
        answers: [.created("The new audience.", .json(Audience.self))],
        use: create),
      Endpoint(
        .post, "audiences/count", id: "countAudience", tag: .audiences,
        "Count the people who match a rule now.",
        body: .json(AudienceQuestion.self),
        answer: "The count.",
        use: count),
      Endpoint(
        .post, "audiences/estimate", id: "estimateAudience", tag: .audiences,
        "Estimate how many people match a rule now.",
        details: """
          Evaluates the rule for up to 1,000 people, drawn at random, and for nobody else once \
          it has read 25,000 rows. So it takes about as long for a million people as for ten \
          thousand. Each figure comes with its 95% interval. The same people are drawn each \
          time. Of what a person did, the newest 1,000 events count, or all in an app with up \
          to 1,000 people.
          """,
        body: .json(AudienceQuestion.self),
        answer: "The estimate.",
        use: estimate),
      Endpoint(
        .get, "audiences/{id}", id: "getAudience", tag: .audiences,
        "Get an audience.",
        answer: "The audience.",
        use: get),
      Endpoint(
        .put, "audiences/{id}", id: "updateAudience", tag: .audiences,
        "Change an audience. Campaigns that name it follow at once.",
        body: .json(.named("AudienceInput")),
        answer: "The audience.",
        use: update),
      Endpoint(
        .delete, "audiences/{id}", id: "deleteAudience", tag: .audiences,
        """
        Delete an audience that no campaign and no other audience names. Finished campaigns \
        do not count.
        """,
        answers: [.empty("Deleted.")],
        use: delete),
      Endpoint(
        .put, "audiences/{id}/list", id: "changeAudienceList", tag: .audiences,
        """
        Change the user ids of an audience that is a list. Until everything is stored, the \
        list stays as it was.
        """,
        details: """
          One user id in each line, or a CSV file with a column `user_id`. If a line is wrong, \
          nothing changes, and the answer lists the lines.
          """,
        parameters: [
          .query("change", .words(of: ListChange.self).with(.default("replace"))),
          .query(
            "skip_wrong_lines", .flag.with(.default(false)),
            "Leaves out wrong lines instead of changing nothing."),
        ],
        body: .init(.csv, .plain),
        answer: "How many user ids the list has now.",
        use: changeList),
      Endpoint(
        .get, "audiences/{id}/people.csv", id: "exportAudience", tag: .audiences,
        """
        The people who match now, as a CSV file with the columns `person_id` and `user_id`.
        """,
        answers: [.ok("The file.", .csv)],
        use: export),
      Endpoint(
        .get, "audiences/{id}/sizes", id: "getAudienceSizes", tag: .audiences,
        """
        How many people the audience had, once a day, oldest first. The last 400 days are \
        kept.
        """,
        answer: "The sizes.",
        use: sizes),
      Endpoint(
        .get, "audiences/{id}/overlap", id: "getAudienceOverlap", tag: .audiences,
        """
        How many people of the audience are also in the audiences of the 20 newest running \
        campaigns that have one.
        """,
        answer: "The overlap.",
        use: overlap),
    ]
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Listing<Audience> {
    let app = try context.appID
    return Listing(
      try await audiences.audiences(app: app))
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Audience {
    let (id, app) = (try context.audienceID, try context.appID)
    return try await audiences.audience(id, app: app)
  }

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let (name, rule, userIDs, _) = try await document(request, canBeList: true)
    let made = try await audiences.create(name: name, rule: userIDs == nil ? rule : nil, app: app)
    if let userIDs { _ = try await audiences.changeList(of: made.id, .replace, userIDs: userIDs, app: app) }
    return Response(status: .created, json: made.json, headers: [.location: "/api/v1/audiences/\(made.id)"])
  }

  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Audience {
    let (id, app) = (try context.audienceID, try context.appID)
    let (name, rule, _, revision) = try await document(request)
    guard let revision else { throw AdminAnswers.revisionMissing }
    return try await audiences.update(id, name: name, rule: rule, expectedRevision: revision, app: app)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    try await audiences.delete(id, expectedRevision: nil, app: app)
    return Response(status: .noContent)
  }

  @Sendable
  private func count(_ request: Request, context: ServerRequestContext) async throws
    -> AudienceAuthoring.Count
  {
    let app = try context.appID
    let question = try AudienceQuestion(body: try await request.document())
    return try await audiences.count(question.rule, app: app)
  }

  @Sendable
  private func estimate(_ request: Request, context: ServerRequestContext) async throws
    -> EstimatedAudience
  {
    let app = try context.appID
    let question = try AudienceQuestion(body: try await request.document())
    return EstimatedAudience(
      estimate: try await audiences.estimate(question.rule, app: app), now: context.receivedAt)
  }

  /// - Parameter canBeList: Whether `list`, user ids, can stand in place of the rule.
  private func document(
    _ request: Request, canBeList: Bool = false
  ) async throws -> (name: String, rule: Wire.JSONValue, userIDs: [String]?, revision: Int?) {
    var reader = try FieldReader(try await request.document())
    let name = reader.string("name") ?? ""
    let rule = reader.value("rule") ?? .null
    let revision = reader.integer("revision")
    reader.require("name")
    var userIDs: [String]?
    if canBeList, rule == .null, let list = reader.value("list") {
      let read = UserIDFile(list)
      guard read.problems.isEmpty else {
        throw AdminAnswers.invalid(
          read.diagnostics, code: "audience_invalid", title: "The list is not valid.")
      }
      userIDs = read.userIDs
    } else {
      reader.require("rule")
    }
    let known: Set = ["name", "rule", "revision", "id", "created_at", "updated_at"]
    reader.refuseUnknown(except: canBeList ? known.union(["list"]) : known)
    try reader.finish()
    return (name, rule, userIDs, revision)
  }

  /// Changes who is in a list. If a line is wrong, nothing changes, unless the caller leaves out
  /// wrong lines.
  @Sendable
  private func changeList(_ request: Request, context: ServerRequestContext) async throws -> ChangedList {
    let (id, app) = (try context.audienceID, try context.appID)
    guard let change = request.queryValue("change").map({ ListChange(rawValue: $0) }) ?? .replace else {
      throw AdminAnswers.queryInvalid(
        "change", expected: ListChange.allCases.map(\.rawValue).joined(separator: ", "))
    }
    guard let skips = ["true": true, "false": false][request.queryValue("skip_wrong_lines") ?? "false"] else {
      throw AdminAnswers.queryInvalid("skip_wrong_lines", expected: "true or false")
    }
    let file = UserIDFile(try await request.bytes(limit: UserIDFile.bytes))
    guard file.problems.isEmpty || skips else {
      throw AdminAnswers.invalid(
        file.diagnostics, code: "list_invalid",
        title: "\(file.problemCount) lines are wrong, and nothing was changed.")
    }
    let length = try await audiences.changeList(of: id, change, userIDs: file.userIDs, app: app)
    return ChangedList(userIDs: length, wrongLines: file.problemCount)
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let audience = try await audiences.audience(id, app: app)
    let export = try await AudienceExport(of: audience, store: store, at: context.receivedAt)
    return Response(file: AudienceExport.fileName, contentType: AudienceExport.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func sizes(_ request: Request, context: ServerRequestContext) async throws
    -> Listing<AudienceSize>
  {
    let (id, app) = (try context.audienceID, try context.appID)
    return Listing(
      try await audiences.sizes(of: try await audiences.audience(id, app: app).id, app: app))
  }

  @Sendable
  private func overlap(_ request: Request, context: ServerRequestContext) async throws
    -> AudienceAuthoring.Overlap
  {
    let (id, app) = (try context.audienceID, try context.appID)
    return try await audiences.overlap(of: id, app: app)
  }
}

extension ServerRequestContext {
  fileprivate var audienceID: AudienceID { get throws { AudienceID(try parameters.require("id")) } }
}

extension UserIDFile {
  /// One for each problem that is kept, and one for all others.
  fileprivate var diagnostics: [Diagnostic] {
    let more = problemCount - problems.count
    let rest =
      more == 0
      ? []
      : [
        Diagnostic(
          field: "list", code: "lines_wrong", message: "\(more) further lines are wrong.",
          remedy: "Correct these first, or leave out wrong lines with skip_wrong_lines=true.")
      ]
    return problems.map {
      Diagnostic(field: "line \($0.line)", code: "line_wrong", message: $0.message, remedy: $0.remedy)
    } + rest
  }
}
