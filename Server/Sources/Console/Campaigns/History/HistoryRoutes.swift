// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Pages
import Store

/// `/campaigns/{id}/history`: who changed what, each version, and putting one back.
struct HistoryRoutes: Sendable {
  let console: Console

  /// The versions that a page offers for comparison.
  private static let compared = 50

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/history", use: list)
    group.get("campaigns/:id/history/:number", use: version)
    group.get("campaigns/:id/history/:number/restore", use: ask)
    group.post("campaigns/:id/history/:number/restore", use: restore)
  }

  // MARK: - Looking

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let before = request.queryValue("before").flatMap { Int($0) }
    let authoring = console.authoring
    let changes = try await authoring.changes(of: campaign, before: before, limit: HistoryPage.length + 1)
    let shown = changes.prefix(HistoryPage.length)
    let versions = try await authoring.versions(
      of: campaign, before: (shown.first?.number ?? 0) + 1, limit: shown.count { $0.hasContent } + 1)
    var restored = Dictionary(changes.map { ($0.number, $0.at) }) { first, _ in first }
    for case .restored(let number) in shown.map(\.kind) where restored[number] == nil {
      restored[number] = try? await authoring.change(number, of: campaign).at
    }
    let current = try await authoring.versions(of: campaign, before: Int.max, limit: 1).first?.number
    let source = HistoryPage.Source(
      campaign: campaign, changes: changes, versions: versions, restored: restored, current: current,
      suggestions: FormSuggestions(audiences: await console.audienceNames(app: visit.app.id)),
      isLater: before != nil,
      now: context.receivedAt)
    return console.response(
      "campaigns/history", HistoryPage(source),
      visit.frame(title: "History of \(campaign.name)", trail: Self.trail(campaign)))
  }

  @Sendable
  private func version(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let version = try await version(context, of: campaign)
    let number = try context.versionNumber
    let against = request.queryValue("against").flatMap { Int($0) }
    // A change of the state is no version of its own.
    guard version.number == number else {
      return Response(
        seeOther: QueryString.url(
          HistoryPage.path(campaign.id, version.number), [("against", against.map(String.init) ?? "")]))
    }
    let nonce = console.environment.makeID()
    let pictures = await CampaignPictures(
      version.snapshot.content, nonce: nonce, sceneSheet: console.site.assets.path(of: "scene.css") ?? "",
      showsMessage: true)
    let authoring = console.authoring
    var base = try await authoring.versions(of: campaign, before: number, limit: 1).first
    if let against, against != number {
      base = try await authoring.version(atRevision: against, of: campaign)
    }
    let others = try await authoring.versions(of: campaign, before: Int.max, limit: Self.compared).map(
      \.change)
    let source = VersionPage.Source(
      campaign: campaign, version: version, base: base, others: others,
      suggestions: FormSuggestions(audiences: await console.audienceNames(app: visit.app.id)),
      pictures: pictures,
      role: visit.session.role,
      now: context.receivedAt)
    let model = VersionPage(source)
    var frame = visit.frame(
      title: model.title, trail: Self.trail(campaign) + [Self.history(campaign)], isWide: true)
    frame.styleSheets.append("editor.css")
    var response = console.response("campaigns/version", model, frame)
    response.headers[.contentSecurityPolicy] = SecurityHeaders.pagePolicy(
      images: "'self' data: https: http:", styles: "'self' 'nonce-\(nonce)'")
    return response
  }

  // MARK: - Restoring

  @Sendable
  private func ask(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await editable(context, visit)
    guard campaign.state != .finished else { return finished(campaign) }
    return try await page(campaign, try await version(context, of: campaign), visit)
  }

  @Sendable
  private func restore(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await editable(context, visit)
    let version = try await version(context, of: campaign)
    let form = try await request.formFields()
    let path = "/campaigns/\(campaign.id.rawValue)"
    do throws(Rejection) {
      let restored = try await console.authoring.restore(
        version.number, of: campaign.id, app: visit.app.id,
        expectedRevision: form["revision"].flatMap { Int($0) } ?? campaign.revision,
        by: visit.session.author)
      let reach = restored.state == .running ? " Devices receive it on their next sync." : ""
      return console.redirect(to: path, .good, "Restored the \(version.change.title).\(reach)")
    } catch {
      switch error {
      case .invalid(_, let diagnostics):
        return try await page(campaign, version, visit, problems: diagnostics)
      case .cannotEdit: return finished(campaign)
      case .conflict:
        let newest = try await console.newest(
          campaign, visit, since: form["revision"].flatMap { Int($0) }, now: context.receivedAt)
        let words = newest?.words ?? "Someone else changed it"
        return console.redirect(
          to: HistoryPage.path(campaign.id), .warn,
          "Not restored: \(words) after you opened the page. You now see the latest changes.")
      default: throw error
      }
    }
  }

  private func page(
    _ campaign: Campaign, _ version: CampaignVersion, _ visit: Visit, problems: [Diagnostic] = []
  ) async throws -> Response {
    let model = RestorePage(
      version, of: campaign, FormSuggestions(audiences: await console.audienceNames(app: visit.app.id)),
      people: try await console.store.peopleCount(app: visit.app.id, limit: PeopleWords.limit),
      problems: problems)
    let trail = Self.trail(campaign) + [Self.history(campaign)]
    return console.response(
      "campaigns/restore", model, visit.frame(title: "Restore the \(model.title)", trail: trail),
      status: problems.isEmpty ? .ok : .unprocessableContent)
  }

  // MARK: -

  /// The campaign, if the person may change it.
  private func editable(_ context: ServerRequestContext, _ visit: Visit) async throws -> Campaign {
    let campaign = try await console.campaign(try context.campaignID, visit)
    if !visit.session.role.mayEdit(campaign) { try visit.session.require(.publish) }
    return campaign
  }

  private func version(_ context: ServerRequestContext, of campaign: Campaign) async throws -> CampaignVersion
  {
    let number = try context.versionNumber
    return try await console.authoring.version(number, of: campaign)
  }

  private func finished(_ campaign: Campaign) -> Response {
    console.redirect(
      to: HistoryPage.path(campaign.id), .warn,
      "“\(campaign.name)” is finished and cannot be changed. Duplicate it to continue.")
  }

  private static func trail(_ campaign: Campaign) -> [Frame.Link] {
    [.campaigns, .campaign(campaign)]
  }

  private static func history(_ campaign: Campaign) -> Frame.Link {
    Frame.Link(label: "History", href: HistoryPage.path(campaign.id))
  }
}

extension Console {
  /// The names of audiences. Empty while the store is unavailable.
  func audienceNames(app: AppID) async -> [AudienceID: String] {
    ((try? await store.audiences(app: app)) ?? []).names
  }

  /// The last change of a campaign, for somebody who meets it; nil if its history has none since
  /// that revision.
  func newest(_ campaign: Campaign, _ visit: Visit, since revision: Int?, now: Instant) async throws
    -> NewestChange?
  {
    guard
      let change = try await store.changes(of: campaign.id, app: campaign.appID, before: nil, limit: 1).first,
      change.number > revision ?? 0
    else { return nil }
    // Links sign different people in.
    var isOwn = false
    if case .member(let id, _) = change.author { isOwn = id == visit.session.member?.id }
    return NewestChange(change, isOwn: isOwn, at: now)
  }
}

/// The change that somebody met who wanted to change the same campaign.
struct NewestChange {
  let number: Int
  /// `Ana`, or `You`.
  let author: String
  /// `2 minutes ago`
  let ago: String
  let isOwn: Bool

  init(_ change: CampaignChange, isOwn: Bool, at now: Instant) {
    number = change.number
    author = isOwn ? "You" : change.author.words
    ago = AgoWords.words(change.at, now: now)
    self.isOwn = isOwn
  }

  /// `Ana changed it 2 minutes ago`
  var words: String { "\(author) changed it \(ago)" }
}

extension ServerRequestContext {
  /// 0, which no version has, when it is no number.
  fileprivate var versionNumber: Int {
    get throws { Int(try parameters.require("number")) ?? 0 }
  }
}
