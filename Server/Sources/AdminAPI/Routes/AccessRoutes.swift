// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/apps` and `/api/v1/keys`.
struct AccessRoutes: Sendable {
  let store: any Store
  let environment: MartletCore.Environment

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("apps", use: apps)
    group.get("keys", use: list)
    group.post("keys", use: create)
    group.delete("keys/:id", use: revoke)
  }

  @Sendable
  private func apps(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let apps = try await store.apps().filter { $0.id == app }
    return Response(fields: ["apps": .array(apps.map(\.json))])
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let keys = try await store.keys(app: try context.appID)
    return Response(fields: ["keys": .array(keys.map { .object($0.fields) })])
  }

  /// The only answer that ever contains the secret.
  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var reader = try FieldReader(try await request.document())
    let scope = reader.choice("scope", as: APIKey.Scope.self)
    let name = reader.string("name")
    reader.require("scope")
    reader.require("name")
    reader.refuseUnknown(except: ["scope", "name"])
    try reader.finish()
    guard let scope, let name, (1...CampaignLimits.nameLength).contains(name.count), !name.hasDirectionMarks
    else {
      throw AdminAnswers.fieldErrors([
        .init(
          field: "name", code: "field_invalid",
          message:
            "The name is empty, longer than \(CampaignLimits.nameLength) characters, or has marks that change the direction of text."
        )
      ])
    }
    let (key, secret) = APIKey.make(
      app: try context.appID, scope: scope, name: name, environment: environment)
    try await store.insert(key)
    return Response(
      status: .created,
      json: Wire.JSONValue.object(key.fields.merging(["secret": .string(secret.text)]) { $1 }))
  }

  @Sendable
  private func revoke(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await store.revokeKey(
      id: try context.parameters.require("id"), app: try context.appID, at: context.receivedAt)
    return Response(status: .noContent)
  }
}

extension App {
  fileprivate var json: Wire.JSONValue {
    ["id": .string(id.rawValue), "name": .string(name), "created_at": .int(createdAt.milliseconds)]
  }
}

extension APIKey {
  /// The fields of a key, without secret and hash.
  fileprivate var fields: [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "scope": .string(scope.rawValue), "name": .string(name), "prefix": .string(prefix),
      "created_at": .int(createdAt.milliseconds),
    ]
    fields["revoked_at"] = revokedAt.map { .int($0.milliseconds) }
    return fields
  }
}
