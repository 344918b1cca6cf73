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

/// `/api/v1/campaigns/:id/versions`: the history of a campaign, and putting back what it was.
struct CampaignVersionRoutes: Sendable {
  let authoring: CampaignAuthoring

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "campaigns/{id}/versions", id: "listVersions", tag: .campaigns,
        "List the changes of a campaign, newest first, with their authors.",
        details: """
          The newest 200 changes of a campaign are kept, and for ever its first change, \
          launches, ends, and the content with which it ran.
          """,
        parameters: [
          .limit(CampaignHistoryLimits.page, default: 50),
          .query("after", .integer.with(.from(1)), "`next` from the previous response."),
        ],
        answer: "The changes.",
        use: list),
      Endpoint(
        .get, "campaigns/{id}/versions/{number}", id: "getVersion", tag: .campaigns,
        """
        Get what a campaign was from one change on, and how that differs from the version \
        before, or from another.
        """,
        parameters: [
          .query(
            "against", .integer.with(.from(1)), "The revision to compare with. Absent: the version before.")
        ],
        answer: "The version.",
        use: get),
      Endpoint(
        .post, "campaigns/{id}/versions/{number}/restore", id: "restoreVersion", tag: .campaigns,
        "Put back the name and content of a version.",
        details: """
          Send the revision that you read, in `If-Match` or in the field `revision`. Restoring \
          is a new change, validated like an update: what is not valid today is listed by \
          field (422), and nothing changes. Devices get the content of a running campaign on \
          their next sync.
          """,
        parameters: [.named("IfMatch")],
        body: .init(.json(Restoration.self), isRequired: false),
        answers: [.ok("The current campaign.", .json(Campaign.self))],
        use: restore),
    ]
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> ChangeList {
    let campaign = try await authoring.campaign(context)
    let limit = try request.limit(in: CampaignHistoryLimits.page) ?? 50
    let after = try request.number("after", expected: "the value of `next` from the previous response")
    // One more reveals whether there are more.
    let changes = try await authoring.changes(of: campaign, before: after, limit: limit + 1)
    let page = changes.prefix(limit)
    return ChangeList(
      versions: Array(page), next: page.count < changes.count ? page.last?.number : nil)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> VersionDocument {
    let campaign = try await authoring.campaign(context)
    let number = try context.versionNumber
    let against = try request.number("against", expected: "a revision of the campaign")
    let change = try await authoring.change(number, of: campaign)
    let version = try await authoring.version(number, of: campaign)
    let base =
      if let against {
        try await authoring.version(atRevision: against, of: campaign)
      } else {
        try await authoring.versions(of: campaign, before: number, limit: 1).first
      }
    return VersionDocument(change: change, version: version, base: base)
  }

  @Sendable
  private func restore(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, number, author) = (try context.campaignID, try context.versionNumber, try context.author)
    let precondition = try Precondition(headers: request.headers)
    var expected = precondition?.revision
    if expected == nil {
      let bytes = try await request.bytes()
      if !bytes.isEmpty {
        expected = try Restoration(body: try Wire.decode(Wire.JSONValue.self, from: bytes)).revision
      }
    }
    guard let revision = expected else { throw AdminAnswers.revisionMissing }
    let campaign = try await authoring.restore(
      number, of: id, app: try context.appID, expectedRevision: revision, by: author)
    return Response(status: .ok, json: campaign.json, headers: [.eTag: "\"\(campaign.revision)\""])
  }
}

// MARK: - Documents

private struct Restoration: ShapedRequest {
  var revision: Int?

  static let shape = Shape<Self>("Restoration", "", .accepted("revision", \.revision, "", .from(1)))
}

private struct ChangeList: Shaped {
  var versions: [CampaignChange]
  var next: Int?

  static let shape = Shape<Self>(
    "CampaignChangeList", "",
    .field("versions", \.versions, "", .most(CampaignHistoryLimits.page.upperBound)),
    .optional("next", \.next, "Present if there are more. Send it as `after` to get them."))
}

extension CampaignChange: Shaped {
  public static let shape = Shape<Self>(
    "CampaignChange", "",
    .field("number", \.number, "The revision that the campaign has from this change on."),
    .field("version", \.version, "The version that devices and reports carry from this change on."),
    .field(
      "change", \.kind.name, "",
      .words(["created", "edited", "restored"] + CampaignAction.allCases.map(\.rawValue))),
    .optional(
      "restored_from", { if case .restored(let source) = $0.kind { source } else { nil } },
      "The number of the version that was restored."), .field("at", \.at), .field("author", \.author),
    .field("has_run", \.hasRun, "Whether the campaign ran with the content that this change wrote."))
}

extension Author: Shaped {
  public static let shape = Shape<Self>(
    "Author", "Who made a change, as they were called then.",
    .field(
      "kind", \.documentKind,
      """
      A member of the team, a management key, somebody whom a link of the server signed in, or the server \
      itself.
      """, .words(["member", "key", "link", "system", "automatic_winner"])),
    .optional("id", \.named?.id), .optional("name", \.named?.name))

  private var documentKind: String {
    switch self {
    case .member: "member"
    case .key: "key"
    case .link: "link"
    case .system: "system"
    case .automaticWinner: "automatic_winner"
    }
  }

  private var named: (id: String, name: String)? {
    switch self {
    case .member(let id, let name), .key(let id, let name): (id, name)
    default: nil
    }
  }
}

private struct VersionDocument: Shaped {
  var change: CampaignChange
  var version: CampaignVersion
  /// What it is compared with.
  var base: CampaignVersion?

  static let shape = Shape<Self>(
    "CampaignVersion", "",
    CampaignChange.shape.fields(of: \.change) + [
      .field(
        "campaign", { Wire.JSONValue.object($0.version.snapshot.fields) },
        "The name and content of the campaign, as in its document.", .object),
      .optional(
        "compared_with", \.base?.number,
        "The number of the version that it is compared with. Absent if there is none."),
      .optional(
        "differences",
        { document in
          document.base.map {
            ContentDifference(from: $0.snapshot, to: document.version.snapshot).changes
          }
        }, "What differs from that version, by field."),
    ])
}

extension ContentDifference.Change: Shaped {
  public static let shape = Shape<Self>(
    "ContentChange", "", .field("field", \.field, "The place, for example `message.buttons[1].text`."),
    .optional("before", \.before, "Absent if there was nothing."),
    .optional("after", \.after, "Absent if there is nothing now."))
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
