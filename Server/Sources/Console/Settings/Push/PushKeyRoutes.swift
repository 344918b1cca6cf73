// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletWire
import Pushing
import Store

/// `/settings/push`: the APNs keys of an app.
struct PushKeyRoutes: Sendable {
  let settings: SettingsRoutes
  let keyring: PushKeyring

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/push", use: page)
    group.post("settings/push-keys", use: upload)
    group.post("settings/push-keys/:id/delete", use: delete)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(try await settings.console.visit(request, context), PushKeyForm())
  }

  @Sendable
  private func upload(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await settings.console.visit(request, context)
    let fields = try await request.formFields()
    var form = PushKeyForm(
      keyID: (fields["key_id"] ?? "").trimmed, teamID: (fields["team_id"] ?? "").trimmed,
      topic: (fields["topic"] ?? "").trimmed,
      environment: fields["environment"].flatMap(Wire.PushEnvironment.init))
    let upload = PushKeyUpload(
      keyID: form.keyID, teamID: form.teamID, topic: form.topic, environment: form.environment,
      privateKey: (fields["private_key"] ?? "").trimmed)
    do throws(Rejection) {
      let key = try await keyring.upload(upload, app: visit.app.id)
      return settings.saved("Added the APNs key \(key.keyID) for \(key.topic).", in: .push)
    } catch {
      switch error {
      case .invalid(_, let problems):
        for problem in problems { form.problems[problem.field] = problem.message }
      case .impossible(let problem): form.problem = problem.words
      default: throw error
      }
    }
    return try await answer(visit, form, status: .unprocessableContent)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await settings.console.visit(request, context)
    guard try await keyring.delete(try context.parameters.require("id"), app: visit.app.id) else {
      throw Answers.notFound
    }
    return settings.saved("APNs key deleted. Nothing more is sent with it.", in: .push)
  }

  private func answer(_ visit: Visit, _ form: PushKeyForm, status: HTTPResponse.Status = .ok) async throws
    -> Response
  {
    let section = PushSection(keys: try await keyring.keys(app: visit.app.id), form: form)
    return settings.answer("settings/push", PushPage(push: section), .push, visit, status: status)
  }
}
