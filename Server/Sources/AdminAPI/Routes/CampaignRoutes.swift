// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
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

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns", use: list)
    group.post("campaigns", use: create)
    group.post("campaigns/validate", use: validateDocument)
    group.get("campaigns/:id", use: get)
    group.put("campaigns/:id", use: update)
    group.delete("campaigns/:id", use: delete)
    group.post("campaigns/:id/validate", use: validateStored)
    group.post("campaigns/:id/duplicate", use: duplicate)
    for action in CampaignAction.allCases {
      group.post("campaigns/:id/\(action.rawValue)") { request, context in
        try await perform(action, request, context)
      }
    }
  }

  // MARK: - Reading

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaigns = try await answering { () throws(AuthoringProblem) in
      try await authoring.campaigns(app: try context.app())
    }
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
    return Response(fields: ["campaigns": .array(page.map(\.documentJSON)), "next": next.map { .string($0) }])
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
    let campaign = try await answering { () throws(AuthoringProblem) in
      try await authoring.create(
        app: try context.app(), name: document.name, content: document.content, by: author)
    }
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
    let campaign = try await answering(precondition) { () throws(AuthoringProblem) in
      try await authoring.update(
        id, app: try context.app(), expectedRevision: revision, name: document.name,
        content: document.content, by: author)
    }
    return answer(campaign)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let id = try context.campaignID
    let precondition = try Precondition(headers: request.headers)
    try await answering(precondition) { () throws(AuthoringProblem) in
      try await authoring.deleteDraft(id, app: try context.app(), expectedRevision: precondition?.revision)
    }
    return Response(status: .noContent)
  }

  @Sendable
  private func duplicate(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let id = try context.campaignID
    let author = try context.author
    let campaign = try await answering { () throws(AuthoringProblem) in
      try await authoring.duplicate(id, app: try context.app(), by: author)
    }
    return answer(campaign, status: .created, location: "/api/v1/campaigns/\(campaign.id)")
  }

  private func perform(_ action: CampaignAction, _ request: Request, _ context: ServerRequestContext)
    async throws -> Response
  {
    let id = try context.campaignID
    let precondition = try Precondition(headers: request.headers)
    let author = try context.author
    return answer(
      try await answering(precondition) { () throws(AuthoringProblem) in
        try await authoring.perform(
          action, on: id, app: try context.app(), expectedRevision: precondition?.revision, by: author)
      })
  }

  // MARK: - Checking

  @Sendable
  private func validateDocument(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let document = try CampaignDocument(json: try await request.document())
    return try await answer(document.name, document.content, context)
  }

  @Sendable
  private func validateStored(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaign = try await authoring.campaign(context)
    return try await answer(campaign.name, campaign.content, of: campaign, context)
  }

  // MARK: - Answers

  private func answer(_ campaign: Campaign, status: HTTPResponse.Status = .ok, location: String? = nil)
    -> Response
  {
    var headers: HTTPFields = [.eTag: "\"\(campaign.revision)\""]
    if let location { headers[.location] = location }
    return Response(status: status, json: campaign.documentJSON, headers: headers)
  }

  /// Everything that is wrong, as if the campaign were launched now.
  private func answer(
    _ name: String, _ content: CampaignContent, of campaign: Campaign? = nil, _ context: ServerRequestContext
  ) async throws -> Response {
    let further = try await answering { () throws(AuthoringProblem) in
      try await authoring.launchProblems(content: content, app: try context.app())
    }
    let diagnostics = authoring.diagnostics(name: name, content: content, of: campaign) + further
    let canLaunch = !diagnostics.contains { $0.severity == .error }
    return Response(fields: ["can_launch": .bool(canLaunch), "diagnostics": .array(diagnostics.map(\.json))])
  }
}

/// Runs a use case and turns its errors into problems. A stale revision from `If-Match` is answered
/// with 412, as HTTP requires.
func answering<Value>(
  _ precondition: Precondition? = nil, _ body: () async throws(AuthoringProblem) -> Value
) async throws -> Value {
  do throws(AuthoringProblem) {
    return try await body()
  } catch {
    throw AdminAnswers.answer(to: error, isPrecondition: precondition != nil)
  }
}

extension CampaignAuthoring {
  /// The campaign in the path.
  func campaign(_ context: ServerRequestContext) async throws -> Campaign {
    let id = try context.campaignID
    return try await answering { () throws(AuthoringProblem) in try await campaign(id, app: try context.app())
    }
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

extension ServerRequestContext {
  /// The app of the management key. There always is one, because the routes are behind
  /// `KeyAuthentication`.
  func app() throws(AuthoringProblem) -> AppID {
    guard let app = principal?.appID else { throw .notFound }
    return app
  }
}
