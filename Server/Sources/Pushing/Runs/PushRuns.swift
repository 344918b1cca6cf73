// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// Starts runs and lists, pauses, resumes and cancels them.
public struct PushRuns: Sendable {
  private let store: any Store
  private let environment: Environment
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Called after every change, for whoever sends.
  public init(store: any Store, environment: Environment, wake: @escaping @Sendable () -> Void) {
    self.store = store
    self.environment = environment
    self.wake = wake
  }

  /// Creates a run. If there is one with the id of the request already, returns that one, which is
  /// then not new. Throws `.idUsed` if that one is for another campaign or audience, or has other
  /// values.
  ///
  /// - Parameter unstored: A campaign that is only tried out and therefore not stored. nil: the one
  ///   that the request names.
  public func start(
    _ request: PushRunRequest, app: AppID, of unstored: Campaign? = nil
  ) async throws(Rejection) -> (run: PushRun, isNew: Bool) {
    if let id = request.id,
      let known = try await asking({ () throws(StoreError) in try await store.pushRun(id, app: app) })
    {
      return (try known.answering(request), false)
    }
    let run = try await made(request, app: app, of: unstored)
    do throws(StoreError) {
      try await store.insert(run)
    } catch .alreadyExists {
      // The same request came at the same time.
      return (try await find(run.id, app: app).answering(request), false)
    } catch {
      throw .store(error)
    }
    wake()
    return (run, true)
  }

  /// Throws what `start` would throw, and starts nothing.
  public func check(_ request: PushRunRequest, app: AppID) async throws(Rejection) {
    _ = try await made(request, app: app)
  }

  private func made(_ request: PushRunRequest, app: AppID, of unstored: Campaign? = nil)
    async throws(Rejection) -> PushRun
  {
    let now = environment.now()
    let stored = try await asking { () throws(StoreError) in
      try await store.campaign(request.campaignID, app: app)
    }
    guard var campaign = unstored ?? stored else { throw .notFound(.campaign) }
    if let push = request.push, campaign.content.push != nil {
      campaign.content.replacePush(by: push)
    }
    if case .device = request.audience { campaign.content.bringEverythingByPush(named: campaign.name) }
    guard campaign.content.runPush != nil else { throw .noPush }
    let testDevices = try await asking { () throws(StoreError) in try await store.testDevices(app: app) }
    let problems = request.diagnostics(of: campaign.definition, at: now, testDevices: testDevices)
    guard problems.isEmpty else { throw .invalid(.run, problems) }
    // The phones of the lab get the content of running campaigns only.
    let needsCampaign = campaign.content.content != nil || campaign.content.isDeliveredByPush
    let isFree = request.audience == .lab ? !needsCampaign : request.audience.isForTrying
    guard isFree || campaign.state == .running else { throw .notRunning(campaign.state) }
    let keys = try await asking { () throws(StoreError) in try await store.pushKeys(app: app) }
    // What is for the app comes with a sync too.
    let needsKey =
      request.audience != .lab && (request.audience.isForTrying || !campaign.definition.isSentIntoTheApp)
    guard !needsKey || !keys.isEmpty else { throw .noKey }
    let end = request.audience.isForTrying ? nil : campaign.definition.lastEnd
    return PushRun(
      id: request.id ?? environment.makeID(), appID: app, campaignID: campaign.id,
      definition: campaign.definition,
      audience: request.audience, values: request.values, startsAt: max(now, request.startsAt ?? now),
      expiresAt: [request.expiresAt, end].compactMap(\.self).min(), perMinute: request.perMinute,
      environments: PushKey.environments(of: keys), createdAt: now)
  }

  public func run(_ id: String, app: AppID) async throws(Rejection) -> (run: PushRun, counts: PushCounts) {
    let run = try await find(id, app: app)
    return (run, try await asking { () throws(StoreError) in try await store.pushCounts(run: id, app: app) })
  }

  /// Newest first. A nil campaign means all.
  public func runs(campaign: CampaignID?, app: AppID, after: String?, limit: Int) async throws(Rejection)
    -> ListPage<PushRun>
  {
    try await asking { () throws(StoreError) in
      try await store.pushRuns(campaign: campaign, app: app, after: after, limit: limit)
    }
  }

  /// By device id. With an outcome, only those that ended so.
  public func deliveries(
    run id: String, app: AppID, outcome: PushOutcome?, after: String?, limit: Int
  ) async throws(Rejection) -> ListPage<PushDelivery> {
    _ = try await find(id, app: app)
    return try await asking { () throws(StoreError) in
      try await store.pushDeliveries(run: id, app: app, outcome: outcome, after: after, limit: limit)
    }
  }

  /// Pauses, resumes or cancels a run. What is on its way to APNs at this moment is still sent.
  public func perform(_ action: PushRun.Action, on id: String, app: AppID) async throws(Rejection)
    -> PushRun
  {
    let now = environment.now()
    let before = try await find(id, app: app)
    guard before.allowedActions.contains(action) else { throw .runNotAllowed(action, before.state) }
    let keys =
      action == .resume
      ? try await asking { () throws(StoreError) in try await store.pushKeys(app: app) } : nil
    let changed = try await asking { () throws(StoreError) in
      try await store.changePushRun(id, app: app) { run in
        if let keys { run.environments = PushKey.environments(of: keys) }
        return run.perform(action, at: now)
      }
    }
    guard let changed else { throw .notFound(.run) }
    wake()
    return changed
  }

  private func find(_ id: String, app: AppID) async throws(Rejection) -> PushRun {
    guard let run = try await asking({ () throws(StoreError) in try await store.pushRun(id, app: app) })
    else { throw .notFound(.run) }
    return run
  }
}

extension PushRun {
  /// The run, as the answer to a request that names its id again.
  fileprivate func answering(_ request: PushRunRequest) throws(Rejection) -> PushRun {
    // Texts are compared byte by byte, as the store does.
    func bytes(_ ids: [String]) -> Set<[UInt8]> { Set(ids.map { Array($0.utf8) }) }
    let isSameAudience =
      switch (audience, request.audience) {
      case (.users(let own), .users(let other)), (.devices(let own), .devices(let other)):
        bytes(own) == bytes(other)
      default: audience == request.audience
      }
    guard campaignID == request.campaignID, isSameAudience, values == request.values.stored else {
      throw .idUsed
    }
    return self
  }
}

extension PushValues {
  /// As the store gives them back: as JSON, and users without values have no entry.
  fileprivate var stored: PushValues {
    func read(_ values: [String: Wire.JSONValue]) -> [String: Wire.JSONValue] {
      guard
        case .object(let fields)? = try? Wire.decode(
          Wire.JSONValue.self, from: Wire.encode(Wire.JSONValue.object(values)))
      else {
        return values
      }
      return fields
    }
    return PushValues(shared: read(shared), byUser: byUser.filter { !$1.isEmpty }.mapValues(read))
  }
}
