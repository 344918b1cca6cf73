// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import DeviceLab
import Domain
import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import Store

extension DeviceLab {
  /// The lab of this server: its devices talk to it over loopback, with a key that lives in memory only, for the first app.
  nonisolated convenience init(services: ServerServices, configuration: ServerConfiguration) {
    let store = services.store
    let key = LabKey(keys: services.keys)
    self.init(
      configuration: Configuration(
        directory: Self.directory(configuration.storage), environment: services.environment, transport: URLSessionTransport(),
        connection: {
          guard let app = try await store.apps().first else { throw Answers.notFound }
          return Connection(endpoint: Self.endpoint(services.address, configuration), deviceKey: await key.text(app: app.id))
        },
        campaigns: {
          // Without names the lab shows ids: no reason to fail.
          guard let app = try? await store.apps().first, let campaigns = try? await store.campaigns(app: app.id) else { return [] }
          return campaigns.map {
            LabCampaign(id: $0.id.rawValue, name: $0.name, isRunning: $0.state == .running, triggers: $0.content.triggers)
          }
        }))
  }

  /// Never the public address: that may be a proxy's, which need not be reachable from here.
  private nonisolated static func endpoint(_ address: PublicAddress, _ configuration: ServerConfiguration) -> String {
    guard configuration.publicURL != nil else { return address.url.description }
    let host = ["0.0.0.0", "::", "[::]"].contains(configuration.host) ? "127.0.0.1" : configuration.host
    return "http://\(host):\(configuration.port)"
  }

  private nonisolated static func directory(_ storage: ServerConfiguration.Storage) -> URL {
    switch storage {
    case .directory(let path): URL(filePath: path).appending(path: "lab")
    case .memory: FileManager.default.temporaryDirectory.appending(path: "martlet-lab-\(ProcessInfo.processInfo.processIdentifier)")
    }
  }
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
    let text = keys.makeEphemeralKey(app: app, scope: .device, name: "Device Lab").text
    texts[app] = text
    return text
  }
}
