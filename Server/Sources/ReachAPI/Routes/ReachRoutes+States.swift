// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Pushing
import Store

/// Activating, suspending and finishing.
extension ReachRoutes {
  /// Launches or resumes the campaign. One that is not manual is sent to everybody who has the app.
  @Sendable
  func activate(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var found = try await campaign(context)
    let (app, id, author) = (try context.appID, found.campaign.id, try context.author)
    guard found.state(at: context.receivedAt) == .draft else {
      throw ReachAnswers.notAllowed(
        "Only drafts are activated.", "Read the campaign: it is active already, or finished.")
    }
    let action = found.campaign.state == .draft ? CampaignAction.launch : .resume
    let isSent = try await isSent(found, app)
    // Everything that the run needs is there before anything changes.
    if isSent || found.draft.pushMode == .manual || found.draft.content.push != nil {
      try await checkRun(of: found, app)
    }
    found.campaign = try await authoring.perform(action, on: id, app: app, by: author)
    if isSent {
      // What somebody scheduled before would send it twice.
      try await cancelScheduled(id, app)
      let run = PushRunRequest(
        campaignID: id, audience: .everybody, startsAt: found.campaign.content.startsAt,
        expiresAt: found.campaign.content.endsAt)
      do throws(Rejection) {
        _ = try await runs.start(run, app: app)
      } catch {
        // Without its run it would only look active. It is a draft again, so the script can repeat
        // the request.
        _ = try await authoring.perform(.pause, on: id, app: app, by: author)
        throw error
      }
    }
    return answer(found, context)
  }

  /// Pauses the campaign. A run that has not begun is cancelled, because activating starts a new
  /// one with what the campaign says then. One that has begun waits.
  @Sendable
  func suspend(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var found = try await campaign(context)
    let (app, id, author) = (try context.appID, found.campaign.id, try context.author)
    guard found.campaign.state == .running else {
      throw ReachAnswers.notAllowed("Only active campaigns are suspended.", "Activate it first.")
    }
    found.campaign = try await authoring.perform(.pause, on: id, app: app, by: author)
    // Of a manual campaign, activating starts none again: it waits.
    if found.draft.pushMode != .manual { try await cancelScheduled(id, app) }
    return answer(found, context)
  }

  private func cancelScheduled(_ id: CampaignID, _ app: AppID) async throws {
    for run in try await sendings(of: id, app)
    where run.startedAt == nil && run.allowedActions.contains(.cancel) {
      do throws(Rejection) {
        _ = try await runs.perform(.cancel, on: run.id, app: app)
      } catch {
        // It has ended by itself.
        if case .runNotAllowed = error { continue }
        throw error
      }
    }
  }

  @Sendable
  func finish(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var found = try await campaign(context)
    let (app, id, author) = (try context.appID, found.campaign.id, try context.author)
    found.campaign = try await authoring.perform(.finish, on: id, app: app, by: author)
    return answer(found, context)
  }

  /// Whether activating starts a run. A run of before that has begun goes on instead.
  private func isSent(_ found: ReachCampaign, _ app: AppID) async throws -> Bool {
    switch found.draft.pushMode {
    case .manual where found.kind != .nativePushes: return false
    case .realTime where found.draft.content.push == nil || !found.draft.isForEverybody: return false
    case .manual, .realTime, .oneShot: break
    }
    return try await sendings(of: found.campaign.id, app).allSatisfy { $0.startedAt == nil }
  }

  /// The newest runs of a campaign for everybody.
  private func sendings(of campaign: CampaignID, _ app: AppID) async throws -> [PushRun] {
    try await runs.runs(campaign: campaign, app: app, after: nil, limit: PushRunLimits.page.upperBound)
      .elements.filter { $0.audience == .everybody }
  }

  private func checkRun(of found: ReachCampaign, _ app: AppID) async throws {
    do throws(Rejection) {
      try await runs.check(PushRunRequest(campaignID: found.campaign.id, audience: .everybody), app: app)
    } catch {
      // It is about to run.
      guard case .notRunning = error else { throw error }
    }
    // What is for the app comes with a sync too.
    if !found.campaign.definition.isSentIntoTheApp, try await store.pushKeys(app: app).isEmpty {
      throw Rejection.noKey
    }
  }
}
