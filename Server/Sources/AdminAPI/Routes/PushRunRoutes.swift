// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pushing

/// `/api/v1/campaigns/{id}/runs` and `/api/v1/runs`: sending pushes.
struct PushRunRoutes: Sendable {
  let runs: PushRuns

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.post("campaigns/:id/runs", use: start)
    group.get("campaigns/:id/runs") { request, context in
      try await list(campaign: try context.campaignID, request, context)
    }
    group.get("runs") { request, context in try await list(campaign: nil, request, context) }
    group.get("runs/:id", use: get)
    group.get("runs/:id/deliveries", use: deliveries)
    for action in PushRun.Action.allCases {
      group.post("runs/:id/\(action.rawValue)") { request, context in try await perform(action, context) }
    }
  }

  /// Answers 200 instead of 201 if there is this run already, and 409 if its id belongs to another
  /// one.
  @Sendable
  private func start(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var reader = try FieldReader(try await request.document())
    let (audience, byUser) = reader.audience()
    let asked = PushRunRequest(
      id: reader.string("id"), campaignID: try context.campaignID, audience: audience,
      values: PushValues(shared: reader.object("data"), byUser: byUser),
      startsAt: reader.instant("starts_at"),
      expiresAt: reader.instant("expires_at"), perMinute: reader.integer("per_minute"))
    reader.refuseUnknown(except: [
      "id", "audience", "users", "devices", "device", "data", "starts_at", "expires_at", "per_minute",
    ])
    try reader.finish()
    let app = try context.appID
    let started = try await answeringRun { () throws(PushRunProblem) in try await runs.start(asked, app: app)
    }
    return Response(
      status: started.isNew ? .created : .ok, json: Wire.JSONValue.object(started.run.fields),
      headers: [.location: "/api/v1/runs/\(started.run.id)"])
  }

  private func list(campaign: CampaignID?, _ request: Request, _ context: ServerRequestContext) async throws
    -> Response
  {
    let limit = try request.limit(in: PushRunLimits.page) ?? PushRunLimits.page.upperBound
    let (app, after) = (try context.appID, try request.placeAfter())
    let page = try await answeringRun { () throws(PushRunProblem) in
      try await runs.runs(campaign: campaign, app: app, after: after, limit: limit)
    }
    return Response(fields: [
      "runs": .array(page.elements.map { .object($0.fields) }), "next": page.next.map { .string($0) },
    ])
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    let (run, counts) = try await answeringRun { () throws(PushRunProblem) in try await runs.run(id, app: app)
    }
    return Response(json: Wire.JSONValue.object(run.fields.merging(["counts": counts.json]) { $1 }))
  }

  @Sendable
  private func deliveries(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    let limit = try request.limit(in: PeopleLimits.page) ?? PeopleLimits.page.upperBound
    let word = request.queryValue("outcome")
    let outcome = word.flatMap(PushOutcome.init)
    if word != nil, outcome == nil {
      throw AdminAnswers.queryInvalid(
        "outcome", expected: "one of " + PushOutcome.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let after = try request.placeAfter()
    let page = try await answeringRun { () throws(PushRunProblem) in
      try await runs.deliveries(run: id, app: app, outcome: outcome, after: after, limit: limit)
    }
    return Response(fields: [
      "deliveries": .array(page.elements.map(\.json)), "next": page.next.map { .string($0) },
    ])
  }

  private func perform(_ action: PushRun.Action, _ context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    return Response(
      json: Wire.JSONValue.object(
        try await answeringRun { () throws(PushRunProblem) in try await runs.perform(action, on: id, app: app)
        }.fields))
  }

  private func answeringRun<Value>(_ body: () async throws(PushRunProblem) -> Value) async throws -> Value {
    do throws(PushRunProblem) {
      return try await body()
    } catch {
      throw AdminAnswers.answer(to: error)
    }
  }
}

extension FieldReader {
  /// Required, so that a missing field never means everybody.
  fileprivate mutating func audience() -> (PushRun.Audience, byUser: [String: [String: Wire.JSONValue]]) {
    enum Word: String, CaseIterable { case everybody, users, devices, event, device, lab }
    let word = choice("audience", as: Word.self)
    require("audience")
    let names: [Word: String] = [.users: "users", .devices: "devices", .device: "device"]
    for (other, name) in names where other != word && value(name) != nil {
      refuse(name, "This field belongs to another audience. Remove it, or send the audience \(name).")
    }
    switch word {
    case .users?:
      require("users")
      return users()
    case .devices?:
      require("devices")
      return (.devices(texts("devices")), [:])
    case .device?:
      require("device")
      return (.device(string("device") ?? ""), [:])
    case .lab?: return (.lab, [:])
    case .event?: return (.event, [:])
    case .everybody?, nil: return (.everybody, [:])
    }
  }

  private mutating func texts(_ key: String) -> [String] {
    var texts: [String] = []
    for (index, element) in list(key).enumerated() {
      if case .string(let text) = element {
        texts.append(text)
      } else {
        wrongType("\(key)[\(index)]", expected: "a string")
      }
    }
    return texts
  }

  /// Each is an id, or `{"id", "data"}`.
  private mutating func users() -> (PushRun.Audience, byUser: [String: [String: Wire.JSONValue]]) {
    var (ids, values): ([String], [String: [String: Wire.JSONValue]]) = ([], [:])
    for (index, element) in list("users").enumerated() {
      switch element {
      case .string(let id): ids.append(id)
      case .object(let fields):
        guard case .string(let id)? = fields["id"] else {
          wrongType("users[\(index)].id", expected: "a string")
          continue
        }
        ids.append(id)
        for key in fields.keys.sorted() where key != "id" && key != "data" {
          refuse("users[\(index)].\(key)", "There is no such field. A user has id and data.")
        }
        switch fields["data"] {
        case .object(let data)?: values[id] = data
        case nil, .null?: break
        default: wrongType("users[\(index)].data", expected: "an object")
        }
      default: wrongType("users[\(index)]", expected: "a string, or an object with id and data")
      }
    }
    return (.users(ids), values)
  }
}

extension PushRun {
  fileprivate var fields: [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "campaign_id": .string(campaignID.rawValue),
      "campaign_version": .int(Int64(definition.version)),
      "state": .string(state.rawValue), "starts_at": .int(startsAt.milliseconds),
      "created_at": .int(createdAt.milliseconds),
      "allowed_actions": .array(allowedActions.map { .string($0.rawValue) }),
    ]
    switch audience {
    case .everybody: fields["audience"] = "everybody"
    case .lab: fields["audience"] = "lab"
    case .users: fields["audience"] = "users"
    case .devices: fields["audience"] = "devices"
    case .event: fields["audience"] = "event"
    case .device(let id): (fields["audience"], fields["device"]) = ("device", .string(id))
    }
    if !values.shared.isEmpty { fields["data"] = .object(values.shared) }
    fields["reason"] = reason.map { .string($0) }
    fields["per_minute"] = perMinute.map { .int(Int64($0)) }
    for (key, instant) in [("expires_at", expiresAt), ("started_at", startedAt), ("finished_at", finishedAt)]
    {
      fields[key] = instant.map { .int($0.milliseconds) }
    }
    return fields
  }
}

extension PushCounts {
  fileprivate var json: Wire.JSONValue {
    let outcomes = Dictionary(outcomes.map { ($0.key.rawValue, Wire.JSONValue.int(Int64($0.value))) }) { $1 }
    return ["total": .int(Int64(total)), "waiting": .int(Int64(waiting)), "outcomes": .object(outcomes)]
  }
}

extension PushDelivery {
  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "device_id": .string(deviceID), "person_id": .string(personID), "attempt": .int(Int64(attempt)),
      "occurrence": .int(Int64(occurrence)), "at": .int(at.milliseconds),
    ]
    fields["arm"] = arm.map { .string($0) }
    fields["outcome"] = outcome.map { .string($0.rawValue) }
    fields["detail"] = detail.map { .string($0) }
    fields["due_at"] = dueAt.map { .int($0.milliseconds) }
    return .object(fields)
  }
}

extension AdminAnswers {
  fileprivate static func answer(to problem: PushRunProblem) -> any Error {
    switch problem {
    case .noCampaign: return answer(to: .notFound, isPrecondition: false)
    case .noRun:
      return Wire.Problem(
        status: 404, code: "run_not_found", title: "There is no such run in this key's app.",
        remedy: "List the runs with GET /api/v1/runs."
      )
    case .idUsed:
      return Wire.Problem(
        status: 409, code: "id_used",
        title: "There is a run with this id for another campaign, audience or data.",
        remedy: "Repeat the first request unchanged to get that run, or choose another id.", field: "id")
    case .invalid(let diagnostics):
      return invalid(diagnostics, code: "run_invalid", title: "The run is not valid.")
    case .noPush:
      return Wire.Problem(
        status: 409, code: "push_missing", title: "The campaign has no push.",
        remedy:
          "Add the field push to it. Of a campaign without triggers, a run also delivers the banner or the data."
      )
    case .notRunning(let state):
      return Wire.Problem(
        status: 409, code: "not_allowed_in_state", title: "A \(state.rawValue) campaign sends nothing.",
        remedy: "Launch or resume it first. A test device gets the push of a campaign in any state.")
    case .noKey:
      return Wire.Problem(
        status: 409, code: Diagnostic.pushKeyMissing.code, title: Diagnostic.pushKeyMissing.message,
        remedy: Diagnostic.pushKeyMissing.remedy ?? "")
    case .notAllowed(let action, let state):
      return Wire.Problem(
        status: 409, code: "not_allowed_in_state",
        title: "You cannot \(action.rawValue) a \(state.rawValue) run.",
        remedy: "Read the run: allowed_actions has what is possible.")
    case .store(let error): return error
    }
  }
}
