// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Documents
public import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pushing

/// `/api/v1/campaigns/{id}/runs` and `/api/v1/runs`: sending pushes.
struct PushRunRoutes: Sendable {
  let runs: PushRuns

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .post, "campaigns/{id}/runs", id: "startRun", tag: .pushes,
        "Send the push of a campaign to an audience, once for each device.",
        details: """
          The campaign must run, unless the push is for a test device, and the app needs an \
          APNs key. The run sends the campaign as it is now. With an `id`, the request can be \
          repeated: if there is a run with this id, it is returned with status 200.
          """,
        body: .json(.named("PushRunInput")),
        answers: [
          .ok("The run that has this id already.", .json(PushRun.self)),
          .created("The new run.", .json(PushRun.self)),
        ],
        use: start),
      Endpoint(
        .get, "campaigns/{id}/runs", id: "listRunsOfCampaign", tag: .pushes,
        "List the runs of a campaign, newest first.",
        parameters: [.limit(PushRunLimits.page, default: PushRunLimits.page.upperBound), .after],
        answer: "The runs."
      ) { request, context in
        try await list(campaign: try context.campaignID, request, context)
      },
      Endpoint(
        .get, "runs", id: "listRuns", tag: .pushes,
        "List the runs of the app, newest first.",
        parameters: [.limit(PushRunLimits.page, default: PushRunLimits.page.upperBound), .after],
        answer: "The runs."
      ) { request, context in try await list(campaign: nil, request, context) },
      Endpoint(
        .get, "runs/{id}", id: "getRun", tag: .pushes,
        "Get a run with its counts.",
        answer: "The run.",
        use: get),
      Endpoint(
        .get, "runs/{id}/deliveries", id: "listDeliveries", tag: .pushes,
        "List the devices of a run by their ids, each with its outcome.",
        parameters: [
          .query("outcome", .words(of: PushOutcome.self)),
          .limit(PeopleLimits.page, default: PeopleLimits.page.upperBound), .after,
        ],
        answer: "The deliveries.",
        use: deliveries),
    ] + PushRun.Action.allCases.map(endpoint)
  }

  private func endpoint(of action: PushRun.Action) -> Endpoint {
    let summary =
      switch action {
      case .pause: "Pause a run. What is on its way to APNs at this moment is still sent."
      case .resume: "Resume a paused run where it stopped."
      case .cancel: "Cancel a run for good. What is on its way to APNs at this moment is still sent."
      }
    return Endpoint(
      .post, "runs/{id}/\(action.rawValue)", id: "\(action.rawValue)Run", tag: .pushes, summary,
      answer: "The run."
    ) { _, context in
      try await perform(action, context)
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
    let started = try await runs.start(asked, app: app)
    return Response(
      status: started.isNew ? .created : .ok, json: started.run.json,
      headers: [.location: "/api/v1/runs/\(started.run.id)"])
  }

  private func list(campaign: CampaignID?, _ request: Request, _ context: ServerRequestContext) async throws
    -> ListingPage<PushRun>
  {
    let limit = try request.limit(in: PushRunLimits.page) ?? PushRunLimits.page.upperBound
    let (app, after) = (try context.appID, try request.placeAfter())
    let page = try await runs.runs(campaign: campaign, app: app, after: after, limit: limit)
    return ListingPage(page.elements, next: page.next)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> CountedRun {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    let (run, counts) = try await runs.run(id, app: app)
    return CountedRun(run: run, counts: counts)
  }

  @Sendable
  private func deliveries(_ request: Request, context: ServerRequestContext) async throws -> ListingPage<
    PushDelivery
  > {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    let limit = try request.limit(in: PeopleLimits.page) ?? PeopleLimits.page.upperBound
    let word = request.queryValue("outcome")
    let outcome = word.flatMap(PushOutcome.init)
    if word != nil, outcome == nil {
      throw AdminAnswers.queryInvalid(
        "outcome", expected: "one of " + PushOutcome.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let after = try request.placeAfter()
    let page = try await runs.deliveries(run: id, app: app, outcome: outcome, after: after, limit: limit)
    return ListingPage(page.elements, next: page.next)
  }

  private func perform(_ action: PushRun.Action, _ context: ServerRequestContext) async throws -> PushRun {
    let (id, app) = (try context.parameters.require("id"), try context.appID)
    return try await runs.perform(action, on: id, app: app)
  }
}

extension FieldReader {
  /// Required, so that a missing field never means everybody.
  fileprivate mutating func audience() -> (PushRun.Audience, byUser: [String: [String: Wire.JSONValue]]) {
    let word = choice("audience", as: PushRun.Audience.Kind.self)
    require("audience")
    let names: [PushRun.Audience.Kind: String] = [.users: "users", .devices: "devices", .device: "device"]
    for (other, name) in names where other != word && value(name) != nil {
      refuse(name, "This field belongs to another audience. Remove it, or send the audience \(name).")
    }
    switch word {
    case .users?:
      require("users")
      return users()
    case .devices?:
      require("devices")
      return (.devices(read("devices") ?? []), [:])
    case .device?:
      require("device")
      return (.device(string("device") ?? ""), [:])
    case .lab?: return (.lab, [:])
    case .event?: return (.event, [:])
    case .everybody?, nil: return (.everybody, [:])
    }
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

extension PushRun: Listed {
  public static let listing = "runs"
  public static let shape = Shape<Self>(
    "PushRun", "", .field("id", \.id), .field("campaign_id", \.campaignID.rawValue),
    .field("campaign_version", \.definition.version), .field("state", \.state),
    .optional(
      "reason", \.reason,
      """
      Why the server paused or cancelled it, or why nothing of it can be sent for now: `no_key`, \
      `no_key_production`, `no_key_development`, `encryption_key`, `tls`, `campaign_finished`, \
      `campaign_paused`, `quiet_hours`, `not_started`, `no_listener`, `unknown_host`, `host_unreachable`, \
      `certificate_not_trusted`, `tls_failed`, `connection_timeout`, `connection_closed`, \
      `connection_silent`, `streams_refused`, `no_connection`, `no_answer`, or APNs' reason.
      """), .field("audience", \.audience.kind),
    .optional("device", { if case .device(let id) = $0.audience { id } else { nil } }),
    .optional(
      "data", { $0.values.shared.isEmpty ? nil : $0.values.shared },
      "Values for the texts, without those of single users."), .field("starts_at", \.startsAt),
    .optional("expires_at", \.expiresAt), .optional("per_minute", \.perMinute),
    .field("created_at", \.createdAt), .optional("started_at", \.startedAt),
    .optional("finished_at", \.finishedAt), .field("allowed_actions", \.allowedActions))
}

extension PushRun.State: DocumentValue {}
extension PushRun.Action: DocumentValue {}
extension PushRun.Audience.Kind: DocumentValue {}
extension PushOutcome: DocumentValue {}

/// One run that is read by itself.
private struct CountedRun: Shaped {
  var run: PushRun
  var counts: PushCounts

  static let shape = Shape<Self>(
    "CountedPushRun", "", PushRun.shape.fields(of: \.run) + [.field("counts", \.counts)])
}

extension PushCounts: Shaped {
  public static let shape = Shape<Self>(
    "PushCounts", "", .field("total", \.total, "The devices of the audience so far."),
    .field("waiting", \.waiting, "Those that have no outcome yet."),
    .field(
      "outcomes", { Dictionary(uniqueKeysWithValues: $0.outcomes.map { ($0.key.rawValue, $0.value) }) },
      "By outcome."))
}

extension PushDelivery: Listed {
  public static let listing = "deliveries"
  public static let shape = Shape<Self>(
    "PushDelivery", "", .field("device_id", \.deviceID), .field("person_id", \.personID),
    .field("attempt", \.attempt, "How often a sender took it."),
    .field(
      "occurrence", \.occurrence,
      """
      The number of the push in the run, from 0: the same on all devices of the person. Only runs by events \
      have several.
      """),
    .optional(
      "arm", \.arm,
      """
      The arm of the campaign's experiment for which it is: the id of a variant, `control` or `holdout`. \
      Absent: there is none, it does not count the person, or the push has not come to its turn.
      """), .optional("outcome", \.outcome, "Absent: it has not ended."),
    .optional(
      "detail", \.detail,
      "More about the outcome, for example APNs' reason; without an outcome, why it waits."),
    .optional("due_at", \.dueAt, "When it is tried again."), .field("at", \.at, "When it changed last."))
}
