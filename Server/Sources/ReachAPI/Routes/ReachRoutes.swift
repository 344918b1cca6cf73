// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
import Domain
import Foundation
public import HTTPSupport
import HTTPTypes
public import Hummingbird
import MartletCore
import MartletWire
public import Pushing
public import Store

/// The administration of campaigns by the paths and in the format of the old engagement service, so
/// that its scripts keep working with one of our management keys. The key decides which app it is;
/// the names in the path are accepted as they are.
///
/// A campaign that is made here is one like all others, and those of the console appear here.
public struct ReachRoutes: Sendable {
  let store: any Store
  let authoring: CampaignAuthoring
  let runs: PushRuns
  let catalogue: ReachCatalogue
  private let keys: KeyRing
  private let limiter: RequestLimiter

  /// Below this path are the campaigns of an app.
  static let base =
    "subscriptions/:subscription/resourcegroups/:group/providers/:provider/appcollections/:collection/apps/:app"

  public init(
    store: any Store, authoring: CampaignAuthoring, runs: PushRuns, keys: KeyRing, limiter: RequestLimiter
  ) {
    self.store = store
    self.authoring = authoring
    self.runs = runs
    self.keys = keys
    self.limiter = limiter
    catalogue = ReachCatalogue(store: store)
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    let group = router.group(RouterPath(Self.base))
      .add(middleware: KeyAuthentication(scope: .management, keys: keys)).add(middleware: KeyLimit(limiter))
      .add(middleware: NULGuard()).add(middleware: RejectionAnswers())
    group.get("campaigns/:kind", use: list)
    group.post("campaigns/:kind", use: create)
    group.post("campaigns/:kind/test", use: testDocument)
    group.get("campaigns/:kind/:id", use: get)
    group.put("campaigns/:kind/:id", use: update)
    group.delete("campaigns/:kind/:id", use: delete)
    group.post("campaigns/:kind/:id/activate", use: activate)
    group.post("campaigns/:kind/:id/suspend", use: suspend)
    group.post("campaigns/:kind/:id/finish", use: finish)
    group.post("campaigns/:kind/:id/test", use: test)
    group.post("campaigns/:kind/:id/push", use: push)
    group.get("campaigns/:kind/:id/statistics", use: statistics)
    group.get("campaignsByName/:kind/:name", use: getByName)
  }

  // MARK: - Reading

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let kind = try context.kind
    // Many clients encode the dollar sign, which is read here.
    let query = try CampaignQuery { request.queryValue($0) }
    let all = try await catalogue.campaigns(app: try context.appID).filter { $0.kind == kind }
    let (page, hasMore) = query.page(of: all, at: context.receivedAt)
    var fields: [String: Wire.JSONValue] = [
      "value": .array(page.map { .object($0.summary(at: context.receivedAt)) })
    ]
    if hasMore { fields["nextLink"] = .string(Self.next(request, skip: query.skip + page.count)) }
    return Response(json: Wire.JSONValue.object(fields))
  }

  /// The same request for the following page.
  private static func next(_ request: Request, skip: Int) -> String {
    let others = (request.uri.query ?? "").split(separator: "&").filter { part in
      let name = part.prefix { $0 != "=" }
      return (String(name).removingPercentEncoding ?? "") != "$skip"
    }
    return request.uri.path + "?" + (others.map(String.init) + ["$skip=\(skip)"]).joined(separator: "&")
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: Wire.JSONValue.object(try await campaign(context).document(at: context.receivedAt)))
  }

  @Sendable
  private func getByName(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let name = try context.parameters.require("name").removingPercentEncoding ?? ""
    let found = try await catalogue.campaign(named: name, try context.kind, app: try context.appID)
    return Response(json: Wire.JSONValue.object(found.document(at: context.receivedAt)))
  }

  @Sendable
  private func statistics(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (found, app) = (try await campaign(context), try context.appID)
    let report = try await store.report(campaign: found.campaign.id, app: app, from: nil, to: nil)
    let pushes = try await store.pushCounts(campaign: found.campaign.id, app: app)
    let source = ReachFigure.Source(totals: report.totals, pushes: pushes, draft: found.draft)
    return Response(json: Wire.JSONValue.object(ReachFigure.figures(source, found.kind)))
  }

  // MARK: - Writing

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (kind, app, author) = (try context.kind, try context.appID, try context.author)
    var draft = Draft()
    try draft.write(try await request.object(), as: kind)
    try await refuseTakenName(draft.name, of: nil, kind, app)
    let content = draft.content
    let name = draft.name
    let campaign = try await authoring.create(app: app, name: name, content: content, by: author)
    do throws(StoreError) {
      try await store.setNotes(draft.notes, of: campaign.id, app: app)
    } catch {
      // Without its notes it would be another campaign. The script creates it again.
      try? await authoring.deleteDraft(campaign.id, app: app)
      throw error
    }
    let number = try await store.campaignNumbers(app: app)[campaign.id] ?? 0
    let made = ReachCampaign(campaign: campaign, number: number, kind: kind, draft: draft)
    return answer(made, status: .created, headers: [.location: request.uri.path + "/\(number)"], context)
  }

  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var found = try await campaign(context)
    let (kind, app, author) = (found.kind, try context.appID, try context.author)
    let document = try await request.object()
    guard found.state(at: context.receivedAt) == .draft else {
      throw ReachAnswers.notAllowed(
        "Only drafts can be changed.", "Suspend the campaign, or create another one.")
    }
    try found.draft.write(document, as: kind)
    try await refuseTakenName(found.draft.name, of: found.campaign.id, kind, app)
    let (draft, id, revision) = (found.draft, found.campaign.id, found.campaign.revision)
    found.campaign = try await authoring.update(
      id, app: app, expectedRevision: revision, name: draft.name, content: draft.content, by: author)
    try await store.setNotes(draft.notes, of: id, app: app)
    return answer(found, context)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (found, app) = (try await campaign(context), try context.appID)
    guard found.campaign.state == .draft else {
      throw ReachAnswers.notAllowed(
        "A campaign that was activated has statistics and stays.",
        "Finish it. Lists can leave it out by $filter.")
    }
    let (id, revision) = (found.campaign.id, found.campaign.revision)
    try await authoring.deleteDraft(id, app: app, expectedRevision: revision)
    return Response(status: .noContent)
  }

  private func refuseTakenName(_ name: String, of own: CampaignID?, _ kind: CampaignKind, _ app: AppID)
    async throws
  {
    let isTaken = try await catalogue.campaigns(app: app).contains {
      $0.kind == kind && $0.campaign.id != own
        && $0.campaign.name == name.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if isTaken { throw ReachAnswers.nameTaken }
  }

  // MARK: - What the routes share

  /// The campaign in the path.
  func campaign(_ context: ServerRequestContext) async throws -> ReachCampaign {
    let kind = try context.kind
    guard let number = Int(try context.parameters.require("id")) else { throw ReachAnswers.notFound(kind) }
    return try await catalogue.campaign(number, kind, app: try context.appID)
  }

  /// Id and state, as after every change.
  func answer(
    _ campaign: ReachCampaign, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
    _ context: ServerRequestContext
  ) -> Response {
    Response(
      status: status,
      json: [
        "id": .int(Int64(campaign.number)), "state": .string(campaign.state(at: context.receivedAt).rawValue),
      ] as Wire.JSONValue,
      headers: headers.warning(campaign.draft.warnings))
  }
}

extension ServerRequestContext {
  /// The kind in the path. Throws 404 for an unknown one.
  var kind: CampaignKind {
    get throws {
      guard let kind = CampaignKind(path: try parameters.require("kind")) else { throw Answers.notFound }
      return kind
    }
  }
}

extension Request {
  /// The fields of the body. Throws 400 for anything but an object.
  func object() async throws -> [String: Wire.JSONValue] {
    guard case .object(let fields) = try await document() else {
      throw ReachAnswers.invalid("", "field_wrong_type", "Expected an object.", "Send a JSON object.")
    }
    return fields
  }
}

extension HTTPFields {
  /// With a header `Warning` for each sentence.
  func warning(_ sentences: [String]) -> HTTPFields {
    var fields = self
    guard let name = HTTPField.Name("Warning") else { return fields }
    for sentence in sentences {
      fields.append(HTTPField(name: name, value: "299 - \"\(sentence.replacing("\"", with: "'"))\""))
    }
    return fields
  }
}
