// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire

/// `/api/v1/campaigns/:id/versions`: the history of a campaign, and putting back what it was.
struct CampaignVersionRoutes: Sendable {
  let authoring: CampaignAuthoring

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/versions", use: list)
    group.get("campaigns/:id/versions/:number", use: get)
    group.post("campaigns/:id/versions/:number/restore", use: restore)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaign = try await authoring.campaign(context)
    let limit = try request.limit(in: CampaignHistoryLimits.page) ?? 50
    let after = try request.number("after", expected: "the value of `next` from the previous response")
    // One more reveals whether there are more.
    let changes = try await answering { () throws(AuthoringProblem) in
      try await authoring.changes(of: campaign, before: after, limit: limit + 1)
    }
    let page = changes.prefix(limit)
    let next = page.count < changes.count ? page.last.map { Wire.JSONValue.int(Int64($0.number)) } : nil
    return Response(fields: ["versions": .array(page.map { .object($0.fields) }), "next": next])
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaign = try await authoring.campaign(context)
    let number = try context.versionNumber
    let against = try request.number("against", expected: "a revision of the campaign")
    let (change, version) = try await answering { () throws(AuthoringProblem) in
      (try await authoring.change(number, of: campaign), try await authoring.version(number, of: campaign))
    }
    let base = try await answering { () throws(AuthoringProblem) -> CampaignVersion? in
      if let against { return try await authoring.version(atRevision: against, of: campaign) }
      return try await authoring.versions(of: campaign, before: number, limit: 1).first
    }
    var fields: [String: Wire.JSONValue?] = change.fields
    fields["campaign"] = .object(version.snapshot.fields)
    if let base {
      fields["compared_with"] = .int(Int64(base.number))
      fields["differences"] = .array(
        ContentDifference(from: base.snapshot, to: version.snapshot).changes.map(\.json))
    }
    return Response(fields: fields)
  }

  @Sendable
  private func restore(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, number, author) = (try context.campaignID, try context.versionNumber, try context.author)
    let precondition = try Precondition(headers: request.headers)
    var expected = precondition?.revision
    if expected == nil {
      let bytes = try await request.bytes()
      if !bytes.isEmpty {
        var reader = try FieldReader(try Wire.decode(Wire.JSONValue.self, from: bytes))
        expected = reader.integer("revision")
        reader.refuseUnknown(except: ["revision"])
        try reader.finish()
      }
    }
    guard let revision = expected else { throw AdminAnswers.revisionMissing }
    let campaign = try await answering(precondition) { () throws(AuthoringProblem) in
      try await authoring.restore(
        number, of: id, app: try context.app(), expectedRevision: revision, by: author)
    }
    return Response(status: .ok, json: campaign.documentJSON, headers: [.eTag: "\"\(campaign.revision)\""])
  }
}

extension CampaignChange {
  fileprivate var fields: [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "number": .int(Int64(number)), "version": .int(Int64(version)), "change": .string(kind.name),
      "at": .int(at.milliseconds),
      "author": author.json, "has_run": .bool(hasRun),
    ]
    if case .restored(let source) = kind { fields["restored_from"] = .int(Int64(source)) }
    return fields
  }
}

extension Author {
  fileprivate var json: Wire.JSONValue {
    switch self {
    case .member(let id, let name): ["kind": "member", "id": .string(id), "name": .string(name)]
    case .key(let id, let name): ["kind": "key", "id": .string(id), "name": .string(name)]
    case .link: ["kind": "link"]
    case .system: ["kind": "system"]
    case .automaticWinner: ["kind": "automatic_winner"]
    }
  }
}

extension ContentDifference.Change {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["field": .string(field)]
    fields["before"] = before
    fields["after"] = after
    return .object(fields)
  }
}

extension Request {
  /// A whole number in the query; nil without it.
  fileprivate func number(_ name: String, expected: String) throws -> Int? {
    guard let text = queryValue(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw AdminAnswers.queryInvalid(name, expected: expected)
    }
    return number
  }
}

extension ServerRequestContext {
  /// The version in the path; 0, which no version has, when it is no number.
  fileprivate var versionNumber: Int {
    get throws { Int(try parameters.require("number")) ?? 0 }
  }
}
