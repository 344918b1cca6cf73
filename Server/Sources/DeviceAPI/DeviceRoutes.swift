// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
public import Delivery
public import Domain
public import HTTPSupport
public import Hummingbird
import Logging
public import MartletCore
public import MartletWire
public import Store

/// The routes for devices: `POST /sdk/v1/sync`, `POST /sdk/v1/events`, `POST /sdk/v1/render` and
/// `POST /sdk/v1/privacy`, with an SDK key.
public struct DeviceRoutes: Sendable {
  private let store: any PushStore & PushRunStore
  private let keys: KeyRing
  private let catalogues: CampaignCatalogues
  private let known: KnownDevices
  private let intake: EventIntake
  private let renderer: CampaignRenderer
  private let privacyIntake: PrivacyIntake
  private let devices: DeviceAuthentication
  private let users: UserVouching
  private let limiter: RequestLimiter
  private let runDeliveries: RunDeliverySource

  /// What runs have for a device, by its campaigns that they send into the app, and its person.
  public typealias RunDeliverySource =
    @Sendable ([Wire.Campaign], String, Wire.Device, AppID, Instant) async throws -> [Wire.Delivery]

  public init(
    store: any Store, keys: KeyRing, catalogues: CampaignCatalogues, known: KnownDevices,
    users: UserVouching,
    environment: MartletCore.Environment, metrics: any MetricsFactory, limiter: RequestLimiter,
    runDeliveries: @escaping RunDeliverySource
  ) {
    self.store = store
    self.keys = keys
    devices = DeviceAuthentication(store: store)
    self.users = users
    self.limiter = limiter
    self.runDeliveries = runDeliveries
    self.catalogues = catalogues
    self.known = known
    renderer = CampaignRenderer(store: store)
    privacyIntake = PrivacyIntake(store: store, environment: environment)
    intake = EventIntake(store: store, environment: environment, metrics: metrics)
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    router.group("sdk/v1")
      .add(middleware: KeyAuthentication(scope: .device, keys: keys)).add(middleware: KeyLimit(limiter))
      .post("sync", use: sync)
      .post("events", use: events)
      .post("render", use: render)
      .post("privacy", use: privacy)
  }

  @Sendable
  private func sync(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let (message, bytes) = try await request.decodeMeasured(Wire.SyncRequest.self)
    try refuse(message.validate())
    let catalogue = try await catalogues.catalogue(of: app, at: context.receivedAt)
    let role = role(of: message.device, catalogue, context)
    let asker = asker(message.device, message.userID, role, app, context)
    // Facts about a user are read only for who may ask for them, and what the person gets only once
    // the events are stored that change it.
    let early =
      message.events.isEmpty && message.userID == nil
      ? try await known.offer(of: catalogue, to: asker) : nil
    var device = if let early { early.device } else { try await known.device(asker) }
    let admission = try await devices.admit(
      request, of: message.device, device, app: app, at: context.receivedAt)
    try limiter.admit(message.events, bytes: bytes, of: message.device, request, context)
    let named = (message.userID.map { [$0] } ?? []) + message.events.namedUsers
    let proof = await proof(request, naming: named, by: catalogue, from: role, app: app, context)
    if let refusal = proof.refusal(of: message.userID) { throw Wire.Problem(refusing: refusal) }
    let results = try await intake.store(
      message.events, undecodable: message.rejected, device: message.device, app: app, at: context.receivedAt,
      sender: sender(context),
      role: role, refusing: proof.result(refusing:))
    let offer: CampaignOffer
    (device, offer) = if let early { early } else { try await known.offer(of: catalogue, to: asker) }
    let view = try await view(offer, on: message.device, role, request, context)
    let isHeld = message.definitionsTag == view.tag
    do throws(StoreError) {
      // A device of the lab that has a draft receives nothing else.
      if role != .lab || !LabHeader.saysDraft(request.headers) {
        try await known.record(offer, to: device.personID, of: asker, sender: sender(context))
        // Who was never seen before is stored now.
        if device.push.person == nil { device = try await known.device(asker) }
      }
    } catch {
      // The device gets its campaigns anyway; the next sync records the offer.
      context.logger.warning("offer not recorded", metadata: ["cause": "\(error.reason)"])
    }
    await report(
      message.device, sentAt: message.sentAt, of: device.personID, device.push,
      trust(admission, proof, message.userID), role, app: app, context)
    let deliveries = await deliveries(
      in: view, to: device.personID, on: message.device, role, app: app, context)
    let credential =
      admission.wantsCredential ? await issueCredential(to: message.device, app: app, context) : nil
    let own = Wire.SyncResponse(
      definitions: nil, results: results, deliveries: deliveries,
      settings: catalogue.settings(isTest: role.isTest),
      deviceCredential: credential,
      signatureRefusal: proof.notice(of: named))
    let body = view.body(own, isHeld: isHeld, isCompressed: !isHeld && request.acceptsGzip)
    return Response(json: body.bytes, isCompressed: body.isCompressed)
  }

  /// What runs have for the device. Without them it has its campaigns anyway, and asks again with
  /// its next sync.
  private func deliveries(
    in view: CatalogueView, to person: String, on device: Wire.Device, _ role: DeviceRole, app: AppID,
    _ context: ServerRequestContext
  ) async -> [Wire.Delivery] {
    let campaigns = role == .lab ? [] : view.campaignsOfRuns
    guard !campaigns.isEmpty else { return [] }
    do {
      return try await runDeliveries(campaigns, person, device, app, context.receivedAt)
    } catch {
      context.logger.warning("deliveries of runs not read", metadata: ["cause": "\(error)"])
      return []
    }
  }

  /// The request has its answer anyway; the next one says the same again.
  private func report(
    _ device: Wire.Device, sentAt: Instant, of person: String?, _ stored: StoredPushDevice,
    _ trust: DeviceTrust, _ role: DeviceRole, app: AppID, _ context: ServerRequestContext
  ) async {
    // Almost every request repeats what is stored.
    let report = PushDeviceReport(
      device, sentAt: sentAt, trust: trust, isLab: role == .lab, at: context.receivedAt)
    guard report.change(of: stored) != nil else { return }
    do throws(StoreError) {
      try await store.reportPush(
        device, sentAt: sentAt, personID: person, trust: trust, isLab: role == .lab, app: app,
        at: context.receivedAt)
    } catch {
      context.logger.warning("push token not recorded", metadata: ["cause": "\(error.reason)"])
    }
  }

  /// nil when the secret cannot be stored now; the next sync tries again.
  private func issueCredential(to device: Wire.Device, app: AppID, _ context: ServerRequestContext) async
    -> String?
  {
    do throws(StoreError) {
      return try await devices.issue(to: device.id, app: app, at: context.receivedAt).text
    } catch {
      context.logger.warning("no credential issued", metadata: ["cause": "\(error.reason)"])
      return nil
    }
  }

  @Sendable
  private func events(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let (message, bytes) = try await request.decodeMeasured(Wire.EventsRequest.self)
    try refuse(message.validate())
    // Loaded before anything is stored, because it says what is required of users.
    let catalogue = try await catalogues.catalogue(of: app, at: context.receivedAt)
    let role = role(of: message.device, catalogue, context)
    let asker = asker(message.device, message.userID, role, app, context)
    let device = try await known.device(asker)
    let admission = try await devices.admit(
      request, of: message.device, device, app: app, at: context.receivedAt)
    try limiter.admit(message.events, bytes: bytes, of: message.device, request, context)
    let named = message.events.namedUsers
    let proof = await proof(request, naming: named, by: catalogue, from: role, app: app, context)
    let results = try await intake.store(
      message.events, undecodable: message.rejected, device: message.device, app: app, at: context.receivedAt,
      sender: sender(context),
      role: role, refusing: proof.result(refusing:))
    // The events are stored. Without a tag, the device asks at its next session. Equal tags would
    // show what the user gets.
    var view: CatalogueView?
    if proof.refusal(of: message.userID) == nil,
      let offer = try? await known.offer(of: catalogue, to: asker).offer
    {
      view = try? await self.view(offer, on: message.device, role, request, context)
    }
    await report(
      message.device, sentAt: message.sentAt, of: nil, device.push.namingNobody,
      trust(admission, proof, nil), role, app: app, context)
    return Response(
      json: Wire.EventsResponse(
        results: results, definitionsTag: view?.tag, signatureRefusal: proof.notice(of: named)))
  }

  @Sendable
  private func render(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let message = try await request.decode(Wire.RenderRequest.self)
    try refuse(message.validate() + (message.event?.validate().map { $0.inside("event") } ?? []))
    let catalogue = try await catalogues.catalogue(of: app, at: context.receivedAt)
    let role = role(of: message.device, catalogue, context)
    let asker = asker(message.device, message.userID, role, app, context)
    let admission = try await devices.admit(
      request, of: message.device, try await known.device(asker), app: app, at: context.receivedAt)
    try limiter.admit(of: message.device, request, context)
    let proof = await proof(
      request, naming: message.userID.map { [$0] } ?? [], by: catalogue, from: role, app: app, context)
    if let refusal = proof.refusal(of: message.userID) { throw Wire.Problem(refusing: refusal) }
    let reader = trust(admission, proof, message.userID).reader(on: message.device.id)
    let offer = try await known.offer(of: catalogue, to: asker).offer
    let view = try await view(offer, on: message.device, role, request, context)
    return Response(
      json: try await renderer.render(
        message, from: catalogue, view, for: reader, app: app, at: context.receivedAt))
  }

  @Sendable
  private func privacy(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let message = try await request.decode(Wire.PrivacyRequest.self)
    try refuse(message.validate())
    let catalogue = try await catalogues.catalogue(of: app, at: context.receivedAt)
    let role = role(of: message.device, catalogue, context)
    let device = try await known.device(asker(message.device, message.userID, role, app, context))
    let admission = try await devices.admit(
      request, of: message.device, device, app: app, at: context.receivedAt)
    try limiter.admit(of: message.device, request, context)
    if let place = limiter.address(of: request, context) { try limiter.admit(1, .addressPrivacy, of: place) }
    let proof = await proof(
      request, naming: message.userID.map { [$0] } ?? [], by: catalogue, from: role, app: app, context)
    let sender = PrivacyIntake.Sender(
      app: app, proof: proof, isProven: admission.isProven, isForgotten: admission.isForgotten)
    try await privacyIntake.check(message, from: sender, catalogue.privacyRequests)
    // Only requests that count take from what all people share. Anybody can make anonymous devices,
    // which then take nothing from users.
    if case .device(_, let keyID) = context.principal {
      try limiter.admit(1, message.userID == nil ? .keyAnonymousPrivacy : .keyPrivacy, of: keyID)
    }
    return Response(
      json: try await privacyIntake.carryOut(
        message, from: sender, catalogue.privacyRequests, at: context.receivedAt))
  }

  private func asker(
    _ device: Wire.Device, _ userID: String?, _ role: DeviceRole, _ app: AppID,
    _ context: ServerRequestContext
  ) -> DeviceAsker {
    DeviceAsker(
      deviceID: device.id, userID: userID, app: app, isTest: role.isTest, at: context.receivedAt)
  }

  /// How long a test device keeps what was sent to try it out.
  private static let trialTime = Duration.seconds(86_400)

  /// What the device gets, with what is tried out on it. A phone of the lab can take an arm of an
  /// experiment. Nobody else can: it would be a way to choose for whom one counts.
  private func view(
    _ offer: CampaignOffer, on device: Wire.Device, _ role: DeviceRole, _ request: Request,
    _ context: ServerRequestContext
  ) async throws -> CatalogueView {
    let view = offer.view(for: device.locale)
    switch role {
    case .own: return view
    case .lab:
      guard let arm = LabHeader.arm(in: request.headers) else { return view }
      return view.taking(arm: arm.name, of: arm.campaignID)
    case .test:
      let trials = try await store.trials(
        on: device.id, app: try context.appID, since: context.receivedAt - Self.trialTime)
      return view.adding(
        trials: trials.filter { $0.message == nil }.map { $0.sentForTrial(in: device.locale) })
    }
  }

  /// How far the request is believed about the user; nil for none.
  private func trust(_ admission: DeviceAuthentication.Admission, _ proof: UserProof, _ userID: String?)
    -> DeviceTrust
  {
    DeviceTrust(isProven: admission.isProven, isVouched: userID.map(proof.vouches(for:)) ?? false)
  }

  private func proof(
    _ request: Request, naming users: [String], by catalogue: CampaignCatalogue, from role: DeviceRole,
    app: AppID,
    _ context: ServerRequestContext
  ) async -> UserProof {
    await self.users.proof(
      request, naming: users, by: catalogue, isLab: role == .lab, app: app, at: context.receivedAt)
  }

  /// Decided by keys and marks only, never by the device: otherwise a device could lie to choose
  /// whether it counts in reports.
  private func role(of device: Wire.Device, _ catalogue: CampaignCatalogue, _ context: ServerRequestContext)
    -> DeviceRole
  {
    if case .device(_, let keyID) = context.principal, keys.isLab(keyID) { return .lab }
    return catalogue.isTest(device.id) ? .test : .own
  }

  private func sender(_ context: ServerRequestContext) -> IngestBatch.Sender {
    guard case .device(_, let keyID) = context.principal else { return .program }
    return IngestBatch.Sender(keyID: keyID, newPeople: limiter.limits[.keyPeople])
  }

  private func refuse(_ errors: [Wire.Problem.FieldError]) throws {
    guard let first = errors.first else { return }
    throw Wire.Problem(
      status: errors.contains { $0.field == "events" && $0.code == "value_too_many" } ? 413 : 400,
      code: first.code, title: first.message,
      remedy: first.remedy,
      field: first.field, errors: errors)
  }
}

extension [Wire.EventRecord] {
  /// In order. A text that cannot be a user id makes its event invalid, and is left out here.
  fileprivate var namedUsers: [String] {
    compactMap(\.userID).filter { Wire.Limits.allow($0, upTo: Wire.Limits.userIDLength) }
  }
}

extension Wire.Problem.FieldError {
  fileprivate func inside(_ field: String) -> Self {
    var error = self
    error.field = field + "." + self.field
    return error
  }
}
