// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import DeviceLab
import Domain
import Foundation
import HTTPSupport
import Hummingbird
import MartletCore
import MartletKit
import MartletWire
import Pages
import ServiceLifecycle
import Store

extension DeviceLab {
  /// The lab of this server, for the first app. Its devices use the server over loopback, with a
  /// key that exists only in memory.
  nonisolated convenience init(services: ServerServices, configuration: ServerConfiguration) {
    let store = services.store
    let key = LabKey(keys: services.keys)
    self.init(
      configuration: Configuration(
        directory: Self.directory(configuration.storage), environment: services.environment,
        transport: LabTransport(
          files: FileTransport(policy: configuration.fetches, environment: services.environment)),
        connection: {
          guard let app = try await store.apps().first else { throw Answers.notFound }
          return Connection(
            endpoint: services.address.local.description, deviceKey: await key.text(app: app.id))
        },
        campaigns: {
          // Without names the lab shows ids, which is no reason to fail.
          guard let app = try? await store.apps().first,
            let campaigns = try? await store.campaigns(app: app.id)
          else { return [] }
          return campaigns.map {
            LabCampaign(
              id: $0.id.rawValue, name: $0.name, isRunning: $0.state == .running,
              triggers: $0.content.triggers,
              message: $0.content.message,
              arms: $0.content.armChoices.map(LabCampaign.Arm.init))
          }
        },
        pages: services.messagePages,
        drafts: services.drafts, pushes: services.labPushes,
        render: { campaign, request in
          guard let app = try? await store.apps().first else {
            return Wire.RenderResponse(unrendered: campaign)
          }
          return await PersonalText(store: store).render(campaign, request, app: app.id)
        }))
  }

  /// The lab's routes, for signed-in browsers only.
  nonisolated func addRoutes(
    to router: some RouterMethods<ServerRequestContext>, site: Site, services: ServerServices
  ) {
    let guardian = BrowserGuard(sessions: services.sessions, permissions: Self.permissions)
    addRoutes(
      to: router.group().add(middleware: guardian), site: site, session: { try $0.browser.id }
    ) { request, context in
      Frame(
        title: "Device Lab", appName: try await services.store.apps().first?.name,
        csrfToken: try context.browser.formToken,
        scheme: Frame.Scheme(of: request), person: Frame.Person(try context.browser))
    }
  }

  /// Whoever writes drafts tries them here. The lab's phones send events to the app, so those who
  /// only read have none.
  nonisolated static let permissions = RoutePermissions([
    .author: [
      "GET lab", "GET lab/devices", "POST lab/devices", "DELETE lab/devices/:id",
      "POST lab/devices/:id/commands",
      "POST lab/devices/:id/events", "GET lab/devices/:id/assets/:name", "GET lab/samples/:name",
      "GET lab/devices/:id/stream",
    ]
  ])

  private nonisolated static func directory(_ storage: ServerConfiguration.Storage) -> URL {
    storage.folder.map { URL(filePath: $0).appending(path: "lab") }
      ?? FileManager.default.temporaryDirectory.appending(
        path: "martlet-lab-\(ProcessInfo.processInfo.processIdentifier)")
  }
}

extension LabCampaign.Arm {
  init(_ choice: ArmChoice) { self.init(name: choice.name, label: choice.label) }
}

extension LabDraft {
  init(_ trial: CampaignTrial) {
    self.init(
      name: trial.name, definition: trial.plain,
      arms: trial.arms.map { Arm(LabCampaign.Arm($0.choice), $0.campaign) })
  }
}

/// The network of the lab's devices: this server itself, and files, whose addresses whoever writes
/// campaigns chooses.
private struct LabTransport: Transport {
  private let server = URLSessionTransport()
  let files: FileTransport

  init(files: FileTransport) {
    self.files = files
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    // A device asks its server with POST only.
    try await request.method == "POST" ? server.send(request) : files.send(request)
  }
}

/// Runs the lab, and ends it first when the server stops: a connection that streams a device would
/// keep the server from ending.
struct LabLifetime: Service {
  let lab: DeviceLab

  func run() async throws { await cancelWhenGracefulShutdown { await lab.run() } }
}

/// One key for each app, made when the first device needs it.
private actor LabKey {
  private let keys: KeyRing
  private var texts: [AppID: String] = [:]

  init(keys: KeyRing) {
    self.keys = keys
  }

  func text(app: AppID) -> String {
    if let text = texts[app] { return text }
    let text = keys.makeEphemeralKey(app: app, scope: .device, name: "Device Lab", isLab: true).text
    texts[app] = text
    return text
  }
}
