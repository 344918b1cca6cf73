// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Documents
public import Domain
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

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "apps", id: "listApps", tag: .access,
        "List the key's app.",
        answer: "The apps.",
        use: apps),
      Endpoint(
        .get, "keys", id: "listKeys", tag: .access,
        "List the keys of the app, without their secrets.",
        answer: "The keys.",
        use: list),
      Endpoint(
        .post, "keys", id: "createKey", tag: .access,
        "Create a key. Only this response has its secret.",
        body: .json(KeyInput.self),
        answers: [.created("The key with its secret.", .json(NewKey.self))],
        use: create),
      Endpoint(
        .delete, "keys/{id}", id: "revokeKey", tag: .access,
        "Revoke a key. Other server processes reject it within ten seconds.",
        answers: [.empty("Revoked.")],
        use: revoke),
    ]
  }

  @Sendable
  private func apps(_ request: Request, context: ServerRequestContext) async throws -> Listing<App> {
    let app = try context.appID
    return Listing(try await store.apps().filter { $0.id == app })
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Listing<APIKey> {
    Listing(try await store.keys(app: try context.appID))
  }

  /// The only answer that ever contains the secret.
  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let input = try KeyInput(body: try await request.document())
    guard (1...CampaignLimits.nameLength).contains(input.name.count), !input.name.hasDirectionMarks else {
      throw Wire.Problem(fields: [
        .init(
          field: "name", code: "field_invalid",
          message:
            "The name is empty, longer than \(CampaignLimits.nameLength) characters, or has marks that change the direction of text."
        )
      ])
    }
    let (key, secret) = APIKey.make(
      app: try context.appID, scope: input.scope, name: input.name, environment: environment)
    try await store.insert(key)
    return Response(status: .created, json: NewKey(key: key, secret: secret.text).json)
  }

  @Sendable
  private func revoke(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await store.revokeKey(
      id: try context.parameters.require("id"), app: try context.appID, at: context.receivedAt)
    return Response(status: .noContent)
  }
}

private struct KeyInput: ShapedRequest {
  var scope = APIKey.Scope.device
  var name = ""

  static let shape = Shape<Self>(
    "KeyInput", "", .required("scope", \.scope),
    .required("name", \.name, "", .length(1...CampaignLimits.nameLength)))
}

private struct NewKey: Shaped {
  var key: APIKey
  var secret: String

  static let shape = Shape<Self>("NewKey", "", APIKey.shape.fields(of: \.key) + [.field("secret", \.secret)])
}

extension APIKey.Scope: RequestValue {}

extension App: Listed {
  public static let listing = "apps"
  public static let shape = Shape<Self>(
    "App", "", .field("id", \.id.rawValue), .field("name", \.name), .field("created_at", \.createdAt))
}

/// Without secret and hash.
extension APIKey: Listed {
  public static let listing = "keys"
  public static let shape = Shape<Self>(
    "Key", "", .field("id", \.id), .field("scope", \.scope), .field("name", \.name),
    .field("prefix", \.prefix), .field("created_at", \.createdAt), .optional("revoked_at", \.revokedAt))
}
