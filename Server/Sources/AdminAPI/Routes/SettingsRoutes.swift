// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletWire
import Store

/// `/api/v1/settings`: what holds for all campaigns of the app.
struct SettingsRoutes: Sendable {
  let store: any SettingsStore
  let onChange: @Sendable (AppID) -> Void

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings", use: get)
    group.put("settings", use: update)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: try await store.settings(app: try context.appID).json)
  }

  /// All of them at once: what is not sent would otherwise be a guess.
  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    var reader = try FieldReader(try await request.decode(Wire.JSONValue.self))
    let sample = reader.number("decision_sample")
    let caps = reader.forms("caps", as: Wire.Cap.self)
    reader.require("decision_sample")
    reader.require("caps")
    reader.refuseUnknown(except: ["decision_sample", "caps"])
    try reader.finish()
    guard let sample else { throw AdminAnswers.fieldErrors([]) }
    let settings = AppSettings(decisionSample: sample, caps: caps)
    let diagnostics = settings.diagnostics
    guard diagnostics.isEmpty else { throw AdminAnswers.settingsInvalid(diagnostics) }
    try await store.setSettings(settings, app: app)
    onChange(app)
    return Response(json: settings.json)
  }
}

extension AppSettings {
  fileprivate var json: Wire.JSONValue {
    ["decision_sample": .double(decisionSample), "caps": .array(caps.map(\.json))]
  }
}
