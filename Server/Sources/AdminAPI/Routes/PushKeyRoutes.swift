// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
public import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pushing

/// `/api/v1/push-keys`: the keys with which pushes are sent.
struct PushKeyRoutes: Sendable {
  let keyring: PushKeyring

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "push-keys", id: "listPushKeys", tag: .access,
        """
        List the APNs keys of the app, newest first. The keys themselves are never returned.
        """,
        answer: "The keys.",
        use: list),
      Endpoint(
        .post, "push-keys", id: "uploadPushKey", tag: .access,
        """
        Check and store an APNs key. It replaces one with the same key id, topic and \
        environment.
        """,
        body: .json(PushKeyInput.self),
        answers: [.created("The stored key.", .json(PushKey.self))],
        use: upload),
      Endpoint(
        .delete, "push-keys/{id}", id: "deletePushKey", tag: .access,
        "Delete an APNs key. Nothing more is sent with it.",
        answers: [.empty("Deleted.")],
        use: delete),
    ]
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Listing<PushKey> {
    Listing(try await keyring.keys(app: try context.appID))
  }

  @Sendable
  private func upload(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let input = try PushKeyInput(body: try await request.document())
    let upload = PushKeyUpload(
      keyID: input.keyID, teamID: input.teamID, topic: input.topic, environment: input.environment,
      privateKey: input.privateKey)
    let app = try context.appID
    return Response(status: .created, json: try await keyring.upload(upload, app: app).json)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    guard try await keyring.delete(try context.parameters.require("id"), app: try context.appID) else {
      throw Answers.notFound
    }
    return Response(status: .noContent)
  }
}

private struct PushKeyInput: ShapedRequest {
  var keyID = ""
  var teamID = ""
  var topic = ""
  var environment: Wire.PushEnvironment?
  var privateKey = ""

  static let shape = Shape<Self>(
    "PushKeyInput", "",
    .required("key_id", \.keyID, "Part of the name of the file AuthKey_….p8.", .length(10...10)),
    .required("team_id", \.teamID, "", .length(10...10)),
    .required(
      "topic", \.topic, "The app's bundle id.", Schema.length(1...155).with(.pattern("^[A-Za-z0-9.-]+$"))),
    .accepted("environment", \.environment, "Absent: both."),
    .required(
      "private_key", \.privateKey,
      "The text of the file AuthKey_….p8. It is stored encrypted and never returned.",
      .pattern("^-----BEGIN PRIVATE KEY-----")))
}

/// Everything but the key itself.
extension PushKey: Listed {
  public static let listing = "keys"
  public static let shape = Shape<Self>(
    "PushKey", "", .field("id", \.id), .field("key_id", \.keyID), .field("team_id", \.teamID),
    .field("topic", \.topic), .optional("environment", \.environment, "Absent: both."),
    .field("created_at", \.createdAt))
}
