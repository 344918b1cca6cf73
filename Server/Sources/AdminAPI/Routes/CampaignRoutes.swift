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

/// `/api/v1/campaigns`: everything that authors can do.
struct CampaignRoutes: Sendable {
  /// The number of campaigns in one answer.
  static let listLimit = 1...500

  let authoring: CampaignAuthoring

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "campaigns", id: "listCampaigns", tag: .campaigns,
        "List the campaigns of the key's app, newest first, up to 500 per page.",
        parameters: [
          .query("state", .words(of: CampaignState.self)),
          .limit(Self.listLimit, default: Self.listLimit.upperBound), .after,
        ],
        answer: "The campaigns.",
        use: list),
      Endpoint(
        .post, "campaigns", id: "createCampaign", tag: .campaigns,
        "Create a draft. It can be incomplete.",
        body: .json(.named("CampaignInput")),
        answers: [.created("The draft.", .json(Campaign.self))],
        use: create),
      Endpoint(
        .post, "campaigns/validate", id: "validateDocument", tag: .campaigns,
        "Validate a document as if it were launched now. Stores nothing.",
        body: .json(.named("CampaignInput")),
        answer: "The problems found.",
        use: validateDocument),
      Endpoint(
        .get, "campaigns/{id}", id: "getCampaign", tag: .campaigns,
        "Get a campaign.",
        answers: [.ok("The campaign.", .json(Campaign.self))],
        use: get),
      Endpoint(
        .put, "campaigns/{id}", id: "updateCampaign", tag: .campaigns,
        "Replace the name and content of a campaign.",
        details: """
          Send the revision that you read, in `If-Match` or in the field `revision`. A request \
          with an outdated revision gets 412 or 409. A running or paused campaign must stay \
          valid, and gets the next version.
          """,
        parameters: [.named("IfMatch")],
        body: .json(.named("CampaignInput")),
        answers: [.ok("The current campaign.", .json(Campaign.self))],
        use: update),
      Endpoint(
        .delete, "campaigns/{id}", id: "deleteDraft", tag: .campaigns,
        "Delete a draft.",
        parameters: [.named("IfMatch")],
        answers: [.empty("Deleted.")],
        use: delete),
      Endpoint(
        .post, "campaigns/{id}/validate", id: "validateCampaign", tag: .campaigns,
        "Validate a stored campaign as if it were launched now.",
        answer: "The problems found.",
        use: validateStored),
      Endpoint(
        .post, "campaigns/{id}/duplicate", id: "duplicateCampaign", tag: .campaigns,
        "Create a draft with the same content.",
        answers: [.created("The draft.", .json(Campaign.self))],
        use: duplicate),
    ] + CampaignAction.allCases.map(endpoint)
  }

  private func endpoint(of action: CampaignAction) -> Endpoint {
    let (summary, answer) =
      switch action {
      case .launch:
        (
          "Launch a draft. An invalid campaign is rejected with a list of all problems (422).",
          "The running campaign."
        )
      case .pause:
        ("Pause a running campaign. Devices stop showing it at their next sync.", "The paused campaign.")
      case .resume: ("Resume a paused campaign.", "The running campaign.")
      case .finish: ("Finish a running or paused campaign. This cannot be undone.", "The finished campaign.")
      }
    return Endpoint(
      .post, "campaigns/{id}/\(action.rawValue)", id: "\(action.rawValue)Campaign", tag: .campaigns, summary,
      parameters: [.named("IfMatch")], answers: [.ok(answer, .json(Campaign.self))]
    ) { request, context in
      try await perform(action, request, context)
    }
  }

  // MARK: - Reading

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> ListingPage<Campaign> {
    let campaigns = try await authoring.campaigns(app: try context.appID)
    let state = request.queryValue("state")
    if let state, CampaignState(rawValue: state) == nil {
      throw AdminAnswers.queryInvalid("state", expected: "draft, running, paused or finished")
    }
    let limit = try request.limit(in: Self.listLimit)
    var rest = campaigns[...]
    if let after = request.queryValue("after") {
      guard let place = campaigns.firstIndex(where: { $0.id.rawValue == after }) else {
        throw AdminAnswers.queryInvalid("after", expected: "the value of `next` from the previous response")
      }
      rest = campaigns[(place + 1)...]
    }
    let chosen = rest.filter { campaign in state.map { $0 == campaign.state.rawValue } ?? true }
    let page = chosen.prefix(limit ?? Self.listLimit.upperBound)
    let next = page.count < chosen.count ? page.last?.id.rawValue : nil
    return ListingPage(Array(page), next: next)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    answer(try await authoring.campaign(context))
  }

  // MARK: - Writing

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let document = try CampaignDocument(json: try await request.document())
    let author = try context.author
    let campaign = try await authoring.create(
      app: try context.appID, name: document.name, content: document.content, by: author)
    return answer(campaign, status: .created, location: "/api/v1/campaigns/\(campaign.id)")
  }

  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let id = try context.campaignID
    let precondition = try Precondition(headers: request.headers)
    let document = try CampaignDocument(json: try await request.document())
    guard let revision = precondition?.revision ?? document.revision else {
      throw AdminAnswers.revisionMissing
    }
    let author = try context.author
    let campaign = try await authoring.update(
      id, app: try context.appID, expectedRevision: revision, name: document.name,
      content: document.content, by: author)
    return answer(campaign)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let id = try context.campaignID
    let precondition = try Precondition(headers: request.headers)
    try await authoring.deleteDraft(id, app: try context.appID, expectedRevision: precondition?.revision)
    return Response(status: .noContent)
  }

  @Sendable
  private func duplicate(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let id = try context.campaignID
    let author = try context.author
    let campaign = try await authoring.duplicate(id, app: try context.appID, by: author)
    return answer(campaign, status: .created, location: "/api/v1/campaigns/\(campaign.id)")
  }

  private func perform(_ action: CampaignAction, _ request: Request, _ context: ServerRequestContext)
    async throws -> Response
  {
    let id = try context.campaignID
    let precondition = try Precondition(headers: request.headers)
    let author = try context.author
    return answer(
      try await authoring.perform(
        action, on: id, app: try context.appID, expectedRevision: precondition?.revision, by: author))
  }

  // MARK: - Checking

  @Sendable
  private func validateDocument(_ request: Request, context: ServerRequestContext) async throws -> Validation
  {
    let document = try CampaignDocument(json: try await request.document())
    return try await answer(document.name, document.content, context)
  }

  @Sendable
  private func validateStored(_ request: Request, context: ServerRequestContext) async throws -> Validation {
    let campaign = try await authoring.campaign(context)
    return try await answer(campaign.name, campaign.content, of: campaign, context)
  }

  // MARK: - Answers

  private func answer(_ campaign: Campaign, status: HTTPResponse.Status = .ok, location: String? = nil)
    -> Response
  {
    var headers: HTTPFields = [.eTag: "\"\(campaign.revision)\""]
    if let location { headers[.location] = location }
    return Response(status: status, json: campaign.json, headers: headers)
  }

  /// Everything that is wrong, as if the campaign were launched now.
  private func answer(
    _ name: String, _ content: CampaignContent, of campaign: Campaign? = nil, _ context: ServerRequestContext
  ) async throws -> Validation {
    let further = try await authoring.launchProblems(content: content, app: try context.appID)
    return Validation(
      diagnostics: authoring.diagnostics(name: name, content: content, of: campaign) + further)
  }
}

private struct Validation: Shaped {
  var diagnostics: [Diagnostic]

  static let shape = Shape<Self>(
    "Validation", "", .field("can_launch", { !$0.diagnostics.contains { $0.severity == .error } }),
    .field("diagnostics", \.diagnostics))
}

extension Diagnostic: Shaped {
  public static let shape = Shape<Self>(
    "Diagnostic", "", .field("severity", \.severity.rawValue, "", .words(["error", "warning"])),
    .field("field", \.field), .field("code", \.code),
    .field("message", \.message), .optional("remedy", \.remedy))
}

extension CampaignAuthoring {
  /// The campaign in the path.
  func campaign(_ context: ServerRequestContext) async throws -> Campaign {
    let id = try context.campaignID
    return try await campaign(id, app: try context.appID)
  }
}

/// `If-Match: "3"`
struct Precondition {
  var revision: Int

  /// nil without the header. Throws 400 if the header contains no revision.
  init?(headers: HTTPFields) throws {
    guard let text = headers[.ifMatch] else { return nil }
    guard let revision = Int(text.filter { $0 != "\"" }) else { throw AdminAnswers.ifMatchInvalid }
    self.revision = revision
  }
}
