// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire

/// `/api/v1/audiences`: audiences, and how many people are in them.
struct AudienceRoutes: Sendable {
  let audiences: AudienceAuthoring

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("audiences", use: list)
    group.post("audiences", use: create)
    group.post("audiences/count", use: count)
    group.get("audiences/:id", use: get)
    group.put("audiences/:id", use: update)
    group.delete("audiences/:id", use: delete)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let all = try await answering { () throws(AudienceAuthoringProblem) in try await audiences.audiences(app: app) }
    return Response(json: ["audiences": .array(all.map(\.json))] as Wire.JSONValue)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    return Response(
      json: try await answering { () throws(AudienceAuthoringProblem) in try await audiences.audience(id, app: app) }.json)
  }

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let (name, rule, _) = try await document(request)
    let made = try await answering { () throws(AudienceAuthoringProblem) in
      try await audiences.create(name: name, rule: rule, app: app)
    }
    return Response(status: .created, json: made.json, headers: [.location: "/api/v1/audiences/\(made.id)"])
  }

  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.audienceID, try context.appID)
    let (name, rule, revision) = try await document(request)
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
    let app = try context.appID
    var reader = try FieldReader(try await request.decode(Wire.JSONValue.self))
    let rule = reader.value("rule") ?? .null
    reader.require("rule")
    reader.refuseUnknown(except: ["rule"])
    try reader.finish()
    let count = try await answering { () throws(AudienceAuthoringProblem) in try await audiences.count(rule, app: app) }
    return Response(fields: [
      "people": .int(Int64(count.people)), "reachable": .int(Int64(count.reachable)), "total": .int(Int64(count.total)),
      "at": .int(count.at.milliseconds), "sample": .array(count.sample.map { .string($0) }),
    ])
  }

  private func document(_ request: Request) async throws -> (name: String, rule: Wire.JSONValue, revision: Int?) {
    var reader = try FieldReader(try await request.decode(Wire.JSONValue.self))
    let name = reader.string("name") ?? ""
    let rule = reader.value("rule") ?? .null
    let revision = reader.integer("revision")
    reader.require("name")
    reader.require("rule")
    reader.refuseUnknown(except: ["name", "rule", "revision", "id", "created_at", "updated_at"])
    try reader.finish()
    return (name, rule, revision)
  }

  private func answering<Value>(_ body: () async throws(AudienceAuthoringProblem) -> Value) async throws -> Value {
    do throws(AudienceAuthoringProblem) {
      return try await body()
    } catch {
      switch error {
      case .notFound:
        throw Wire.Problem(
          status: 404, code: "audience_not_found", title: "There is no such audience in this key's app.",
          remedy: "List the audiences with GET /api/v1/audiences.")
      case .conflict: throw Answers.conflict
      case .invalid(let problems): throw AdminAnswers.invalid(problems, code: "audience_invalid", title: "The audience is not valid.")
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

extension Audience {
  fileprivate var json: Wire.JSONValue {
    [
      "id": .string(id.rawValue), "name": .string(name), "rule": rule, "revision": .int(Int64(revision)),
      "created_at": .int(createdAt.milliseconds), "updated_at": .int(updatedAt.milliseconds),
    ]
  }
}
