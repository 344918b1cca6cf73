// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Pages
import PeopleFiles
import Store

/// `/campaigns/ID`: each campaign's page and its one-press actions. Every action that changes
/// something answers with a redirect and a message.
struct CampaignRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id", use: page)
    group.get("campaigns/:id/report.csv", use: export)
    group.post("campaigns/:id/duplicate", use: duplicate)
    group.post("campaigns/:id/experiment/undo", use: undoWinner)
    group.post("campaigns/:id/delete", use: delete)
    for action in CampaignAction.allCases where action.isAsked {
      group.get("campaigns/:id/\(action.rawValue)") { request, context in
        try await ask(before: action, request, context)
      }
    }
    for action in CampaignAction.allCases {
      group.post("campaigns/:id/\(action.rawValue)") { request, context in
        try await perform(action, request, context)
      }
    }
  }

  // MARK: - Looking

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await campaign(context, visit)
    let query = CampaignPage.Query(request)
    var source = try await source(campaign, query, role: visit.session.role, now: context.receivedAt)
    var frame = visit.frame(title: campaign.name, trail: [.campaigns], isWide: true)
    frame.isLive = source.experimentCounting?.isOpen == true || source.conversionsCounting?.isOpen == true
    let nonce = console.environment.makeID()
    source.pictures = await CampaignPictures(
      campaign.content, nonce: nonce, sceneSheet: console.site.assets.path(of: "scene.css") ?? "",
      showsMessage: true)
    guard source.pictures != nil else {
      return console.response("campaigns/campaign", CampaignPage.Model(source, query: query), frame)
    }
    frame.styleSheets.append("editor.css")
    var response = console.response("campaigns/campaign", CampaignPage.Model(source, query: query), frame)
    response.headers[.contentSecurityPolicy] = SecurityHeaders.pagePolicy(
      images: "'self' data: https: http:", styles: "'self' 'nonce-\(nonce)'")
    return response
  }

  /// What the chart of the page draws, hour by hour, or its conversions.
  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await campaign(context, visit)
    let query = CampaignPage.Query(request)
    let bounds = query.range.bounds(at: context.receivedAt)
    let part = request.queryValue("of").flatMap { CampaignReportFile.Part(rawValue: $0) } ?? .hours
    let bytes = try await part.file(
      of: campaign, from: bounds?.from, to: bounds?.to, countsTests: query.countsTests, in: console.store)
    return Response(file: part.fileName, contentType: CampaignReportFile.contentType) { put in
      try await put(bytes)
    }
  }

  private func source(_ campaign: Campaign, _ query: CampaignPage.Query, role: Role, now: Instant)
    async throws -> CampaignPage.Source
  {
    let store = console.store
    func report(_ bounds: (from: Instant, to: Instant)?) async throws -> CampaignReport {
      try await store.report(
        campaign: campaign.id, app: campaign.appID, from: bounds?.from, to: bounds?.to,
        countsTests: query.countsTests)
    }
    let whole = try await report(nil)
    let own =
      query.countsTests
      ? try await store.report(campaign: campaign.id, app: campaign.appID, from: nil, to: nil) : whole
    let others = try await console.campaigns.content(of: campaign.appID)
    let settings = try await store.settings(app: campaign.appID)
    let logged = try await store.loggedEvents(app: campaign.appID)
    let diagnostics =
      try await console.authoring.diagnostics(name: campaign.name, content: campaign.content, of: campaign)
      + launchProblems(of: campaign)
    // The editor knows which field a finding belongs to.
    let reading = CampaignForm(name: campaign.name, content: campaign.content).reading(over: campaign.content)
    let bounds = query.range.bounds(at: now)
    let counted: FigureCache.Look<[ConversionCount]>? =
      campaign.state == .draft
      ? .counted([], at: now, isCountedAgain: false)
      : try await console.figure(
        "conversions \(campaign.appID.rawValue) \(campaign.id.rawValue) \(campaign.revision) \(query.range.rawValue)",
        isAsked: query.countsConversions, at: now
      ) { isAsked throws(StoreError) in
        try await store.conversions(of: campaign, from: bounds?.from, to: bounds?.to, isAsked: isAsked)
      }
    let converted = counted?.figure ?? []
    let experiment = try await results(of: campaign, at: now)
    return CampaignPage.Source(
      campaign: campaign.naming(await console.audienceNames(app: campaign.appID)), diagnostics: diagnostics,
      report: query.range == .all ? whole : try await report(bounds),
      totalsBefore: query.range == .all ? nil : try await report(query.range.boundsBefore(at: now)).totals,
      whole: whole,
      doubts: own.doubts(about: campaign, at: now),
      decisions: try await store.decisions(
        campaign: campaign.id, personID: nil, app: campaign.appID, limit: query.decisionsLookedAt),
      names: others.names, now: now,
      hasLab: console.site.navigation.contains(.lab) && role.may(.author),
      notes: console.lintNotes(
        campaign, among: others, loggedEvents: logged, known: Set(diagnostics.map(\.field))
      ) { "/campaigns/\(campaign.id)/edit#" + EditorField.id(reading.field($0)) },
      attributes: AttributeNote(
        console.authoring.attributesRead(by: campaign.content), mode: settings.userAuthentication.mode),
      experiment: experiment?.figure,
      experimentCounting: experiment.flatMap {
        CountingNote($0, path: query.path(campaign.id), askedAt: now)
      },
      conversions: converted, convertedEarlier: counted?.countedAt,
      versions: try await versions(of: campaign),
      hasManyConversions: counted == nil,
      conversionsCounting: counted.flatMap { CountingNote($0, path: query.path(campaign.id), askedAt: now) },
      converted: query.range == .all ? converted.first : nil,
      pushes: campaign.content.push == nil
        ? nil : try await store.pushCounts(campaign: campaign.id, app: campaign.appID),
      role: role)
  }

  /// nil for a draft and without an experiment.
  private func results(of campaign: Campaign, at now: Instant) async throws -> FigureCache.Look<
    ExperimentReport
  >? {
    guard campaign.state != .draft, campaign.content.experiment != nil else { return nil }
    let reports = ExperimentReports(store: console.store)
    let question = "experiment \(campaign.appID.rawValue) \(campaign.id.rawValue) \(campaign.revision)"
    return try await console.figure(question, isAsked: true, at: now) { isAsked throws(StoreError) in
      if !isAsked, try await reports.takesLong(for: campaign) { return nil }
      return try await reports.report(of: campaign, at: now)
    }
  }

  private func versions(of campaign: Campaign) async throws -> [CampaignVersionStart] {
    CampaignVersionStart.all(
      try await console.store.changes(
        of: campaign.id, app: campaign.appID, before: nil, limit: CampaignHistoryLimits.newest))
  }

  private func launchProblems(of campaign: Campaign) async throws -> [Diagnostic] {
    try await console.authoring.launchProblems(content: campaign.content, app: campaign.appID)
  }

  // MARK: - Doing

  private func perform(_ action: CampaignAction, _ request: Request, _ context: ServerRequestContext)
    async throws -> Response
  {
    let visit = try await console.visit(request, context)
    let campaign = try await campaign(context, visit)
    let form = try await request.formFields()
    if action.isAsked, form["confirmed"] == nil, can(action, campaign, revision: form["revision"]) {
      let path = "/campaigns/\(campaign.id)/\(action.rawValue)"
      return Response(seeOther: QueryString.url(path, [("back", Self.path(back: form["back"]) ?? "")]))
    }
    let back = Self.path(back: form["back"]) ?? "/campaigns/\(campaign.id)"
    do throws(Rejection) {
      let changed = try await console.authoring.perform(
        action, on: campaign.id, app: visit.app.id, expectedRevision: form["revision"].flatMap { Int($0) },
        by: visit.session.author)
      return console.redirect(to: back, .good, "“\(changed.name)” \(action.done).")
    } catch {
      switch error {
      case .invalid(_, let diagnostics):
        let errors = diagnostics.filter { $0.severity == .error }
        let words =
          errors.count == 1
          ? errors[0].message + (errors[0].remedy.map { " " + $0 } ?? "")
          : "Fix \(NumberWords.plural(errors.count, "problem", "problems")) first."
        return console.redirect(
          to: "/campaigns/\(campaign.id)", .bad, "“\(campaign.name)” was not changed. \(words)")
      case .notAllowed(_, let state):
        return console.redirect(
          to: back, .warn, "No change: “\(campaign.name)” is already \(state.rawValue).")
      case .conflict:
        return console.redirect(
          to: "/campaigns/\(campaign.id)", .warn,
          "Not changed: someone else changed “\(campaign.name)” after you opened it. You now see the latest version."
        )
      default: throw error
      }
    }
  }

  /// Whether to ask before an action. An action that cannot succeed needs no confirmation: the
  /// answer to pressing the button says why.
  private func can(_ action: CampaignAction, _ campaign: Campaign, revision: String?) -> Bool {
    campaign.state.allowedActions.contains(action) && (revision.map { Int($0) == campaign.revision } ?? true)
      && !console.authoring.diagnostics(name: campaign.name, content: campaign.content, of: campaign).contains
      { $0.severity == .error }
  }

  private func ask(before action: CampaignAction, _ request: Request, _ context: ServerRequestContext)
    async throws -> Response
  {
    let visit = try await console.visit(request, context)
    let campaign = try await campaign(context, visit)
    guard can(action, campaign, revision: nil) else { return Response(seeOther: "/campaigns/\(campaign.id)") }
    let names = await console.audienceNames(app: visit.app.id)
    let model = LaunchPage(
      campaign.naming(names), action,
      people: try await console.store.peopleCount(app: visit.app.id, limit: PeopleWords.limit),
      reach: await console.reviewPeople(campaign.content, app: visit.app.id),
      back: Self.path(back: request.queryValue("back")))
    let trail = [Frame.Link.campaigns, .campaign(campaign)]
    return console.response(
      "campaigns/launch", model, visit.frame(title: "\(action.verb) \(campaign.name)", trail: trail))
  }

  @Sendable
  private func duplicate(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.campaignID
    let copy = try await console.authoring.duplicate(id, app: visit.app.id, by: visit.session.author)
    return console.redirect(to: "/campaigns/\(copy.id)/edit", .good, "Created the draft “\(copy.name)”.")
  }

  @Sendable
  private func undoWinner(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.campaignID
    do throws(Rejection) {
      _ = try await console.authoring.undoWinner(of: id, app: visit.app.id, by: visit.session.author)
    } catch {
      guard case .invalid = error else { throw error }
      return console.redirect(
        to: "/campaigns/\(id)#experiment", .warn, "There is no automatic winner to undo.")
    }
    return console.redirect(
      to: "/campaigns/\(id)#experiment", .good,
      "The shares are as they were before. No other winner is chosen automatically.")
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await campaign(context, visit)
    let form = try await request.formFields()
    do throws(Rejection) {
      try await console.authoring.deleteDraft(
        campaign.id, app: visit.app.id, expectedRevision: form["revision"].flatMap { Int($0) })
    } catch {
      switch error {
      case .conflict:
        return console.redirect(
          to: "/campaigns/\(campaign.id)", .warn,
          "Not deleted: someone else changed “\(campaign.name)” after you opened it. You now see the latest version."
        )
      case .cannotDelete:
        return console.redirect(
          to: "/campaigns/\(campaign.id)", .warn,
          "“\(campaign.name)” was launched, so it cannot be deleted. Finish it instead.")
      case .invalid(_, let problems):
        let words = problems.map(\.words).joined(separator: " ")
        return console.redirect(to: "/campaigns/\(campaign.id)", .warn, "Not deleted. \(words)")
      default: throw error
      }
    }
    return console.redirect(to: "/campaigns", .good, "Deleted the draft “\(campaign.name)”.")
  }

  // MARK: -

  private func campaign(_ context: ServerRequestContext, _ visit: Visit) async throws -> Campaign {
    try await console.campaign(try context.campaignID, visit)
  }

  /// The page that a form came from, if it is one of the campaign pages; never another site's page.
  static func path(back: String?) -> String? {
    guard let back, back == "/campaigns" || back.hasPrefix("/campaigns?") || back.hasPrefix("/campaigns/"),
      back.utf8.count <= 2_000,
      back.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return back
  }
}

extension Frame.Link {
  static let campaigns = Frame.Link(label: "Campaigns", href: "/campaigns")

  /// The page of a campaign.
  static func campaign(_ campaign: Campaign) -> Frame.Link {
    Frame.Link(label: campaign.name, href: "/campaigns/\(campaign.id.rawValue)")
  }
}

extension CampaignPage.Query {
  init(_ request: Request) {
    range = request.queryValue("range").flatMap(ReportRange.init) ?? .standard
    decisions = request.queryValue("decisions") == "\(Self.longList)" ? Self.longList : Self.shortList
    countsTests = request.queryValue("tests") == "shown"
    countsConversions = request.queryValue("conversions") == "all"
    decisionSearch = String((request.queryValue("q") ?? "").prefix(ListTable.searchLength))
    decisionSort = request.queryValue("sort").flatMap(DecisionList.Sort.init) ?? .newest
  }
}
