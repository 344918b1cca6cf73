// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles
import Statistics
import Store

/// `/api/v1/audiences`: audiences, and how many people are in them.
struct AudienceRoutes: Sendable {
  let audiences: AudienceAuthoring
  let store: any AudienceStore

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("audiences", use: list)
    group.post("audiences", use: create)
    group.post("audiences/count", use: count)
    group.post("audiences/estimate", use: estimate)
    group.get("audiences/:id", use: get)
    group.put("audiences/:id", use: update)
    group.delete("audiences/:id", use: delete)
    group.put("audiences/:id/list", use: changeList)
    group.get("audiences/:id/people.csv", use: export)
    group.get("audiences/:id/sizes", use: sizes)
    group.get("audiences/:id/overlap", use: overlap)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let all = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.audiences(app: app)
    }
    return Response(json: ["audiences": .array(all.map(\.json))] as Wire.JSONValue)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    return Response(
      json: try await answering { () throws(AudienceAuthoringProblem) in
        try await audiences.audience(id, app: app)
      }.json)
  }

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let (name, rule, userIDs, _) = try await document(request, canBeList: true)
    let made = try await answering { () throws(AudienceAuthoringProblem) in
      let made = try await audiences.create(name: name, rule: userIDs == nil ? rule : nil, app: app)
      if let userIDs { _ = try await audiences.changeList(of: made.id, .replace, userIDs: userIDs, app: app) }
      return made
    }
    return Response(status: .created, json: made.json, headers: [.location: "/api/v1/audiences/\(made.id)"])
  }

  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let (name, rule, _, revision) = try await document(request)
    guard let revision else { throw AdminAnswers.revisionMissing }
    let changed = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.update(id, name: name, rule: rule, expectedRevision: revision, app: app)
    }
    return Response(json: changed.json)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.delete(id, expectedRevision: nil, app: app)
    }
    return Response(status: .noContent)
  }

  @Sendable
  private func count(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (app, rule) = (try context.appID, try await rule(of: request))
    let count = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.count(rule, app: app)
    }
    return Response(fields: [
      "people": .int(Int64(count.people)), "reachable": .int(Int64(count.reachable)),
      "total": .int(Int64(count.total)),
      "at": .int(count.at.milliseconds), "sample": .array(count.sample.map { .string($0) }),
    ])
  }

  @Sendable
  private func estimate(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (app, rule) = (try context.appID, try await rule(of: request))
    let estimate = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.estimate(rule, app: app)
    }
    func figure(_ estimate: Estimate?) -> Wire.JSONValue {
      guard let estimate else { return ["value": 0, "lower": 0, "upper": 0] }
      func whole(_ number: Double) -> Wire.JSONValue { .int(Int64(number.rounded())) }
      return [
        "value": whole(estimate.value), "lower": whole(estimate.interval.lower),
        "upper": whole(estimate.interval.upper),
      ]
    }
    return Response(fields: [
      "people": figure(estimate?.people), "reachable": figure(estimate?.reachable),
      "total": figure(estimate?.total),
      "asked": .int(Int64(estimate?.asked ?? 0)),
      "at": .int((estimate?.at ?? context.receivedAt).milliseconds),
      "sample": .array((estimate?.sample ?? []).map { .string($0) }),
    ])
  }

  private func rule(of request: Request) async throws -> Wire.JSONValue {
    var reader = try FieldReader(try await request.document())
    let rule = reader.value("rule") ?? .null
    reader.require("rule")
    reader.refuseUnknown(except: ["rule"])
    try reader.finish()
    return rule
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
  private func changeList(_ request: Request, context: ServerRequestContext) async throws -> Response {
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
    let length = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.changeList(of: id, change, userIDs: file.userIDs, app: app)
    }
    return Response(fields: ["user_ids": .int(Int64(length)), "wrong_lines": .int(Int64(file.problemCount))])
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let audience = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.audience(id, app: app)
    }
    let export = try await AudienceExport(of: audience, store: store, at: context.receivedAt)
    return Response(file: AudienceExport.fileName, contentType: AudienceExport.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func sizes(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let sizes = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.sizes(of: try await audiences.audience(id, app: app).id, app: app)
    }
    return Response(fields: [
      "sizes": .array(
        sizes.map {
          [
            "at": .int($0.at.milliseconds), "people": .int(Int64($0.people)),
            "reachable": .int(Int64($0.reachable)),
          ]
        })
    ])
  }

  @Sendable
  private func overlap(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let overlap = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.overlap(of: id, app: app)
    }
    return Response(fields: [
      "people": .int(Int64(overlap.people)), "at": .int(overlap.at.milliseconds),
      "campaigns": .array(
        overlap.shares.map {
          [
            "id": .string($0.campaign.id.rawValue), "name": .string($0.campaign.name),
            "people": .int(Int64($0.people)),
          ]
        }),
      "for_everybody": .int(Int64(overlap.forEverybody)), "not_compared": .int(Int64(overlap.others)),
    ])
  }

  private func answering<Value>(_ body: () async throws(AudienceAuthoringProblem) -> Value) async throws
    -> Value
  {
    do throws(AudienceAuthoringProblem) {
      return try await body()
    } catch {
      switch error {
      case .notFound:
        throw Wire.Problem(
          status: 404, code: "audience_not_found", title: "There is no such audience in this key's app.",
          remedy: "List the audiences with GET /api/v1/audiences.")
      case .conflict: throw Answers.conflict
      case .invalid(let problems):
        throw AdminAnswers.invalid(problems, code: "audience_invalid", title: "The audience is not valid.")
      case .inUse(let uses):
        let names = uses.campaigns.map(\.name) + uses.audiences.map(\.name)
        throw Wire.Problem(
          status: 409, code: "audience_in_use",
          title:
            "The audience is used by \(names.prefix(5).map { "“\($0)”" }.joined(separator: ", "))\(names.count > 5 ? " and others" : "").",
          remedy: "Choose another audience there first.")
      case .store(let error): throw error
      }
    }
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

extension Audience {
  fileprivate var json: Wire.JSONValue {
    [
      "id": .string(id.rawValue), "name": .string(name), "rule": rule, "revision": .int(Int64(revision)),
      "created_at": .int(createdAt.milliseconds), "updated_at": .int(updatedAt.milliseconds),
    ]
  }
}
