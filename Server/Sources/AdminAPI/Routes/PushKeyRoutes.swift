// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pushing

/// `/api/v1/push-keys`: the keys with which pushes are sent.
struct PushKeyRoutes: Sendable {
  let keyring: PushKeyring

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("push-keys", use: list)
    group.post("push-keys", use: upload)
    group.delete("push-keys/:id", use: delete)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let keys = try await keyring.keys(app: try context.appID)
    return Response(fields: ["keys": .array(keys.map(\.json))])
  }

  @Sendable
  private func upload(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var reader = try FieldReader(try await request.document())
    let upload = PushKeyUpload(
      keyID: reader.string("key_id") ?? "", teamID: reader.string("team_id") ?? "",
      topic: reader.string("topic") ?? "",
      environment: reader.choice("environment", as: Wire.PushEnvironment.self),
      privateKey: reader.string("private_key") ?? "")
    let names = ["key_id", "team_id", "topic", "private_key"]
    for name in names { reader.require(name) }
    reader.refuseUnknown(except: Set(names + ["environment"]))
    try reader.finish()
    let app = try context.appID
    do throws(PushKeyProblem) {
      return Response(status: .created, json: try await keyring.upload(upload, app: app).json)
    } catch {
      switch error {
      case .invalid(let problems):
        throw AdminAnswers.invalid(problems, code: "push_key_invalid", title: "The APNs key is not valid.")
      case .safe(let problem):
        throw Wire.Problem(
          status: 500, code: "encryption_unavailable", title: "The key cannot be encrypted.",
          remedy: problem.words)
      case .tooMany:
        throw Wire.Problem(
          status: 409, code: "too_many", title: "An app can have up to \(PushKey.maximum) APNs keys.",
          remedy: "Delete one first.")
      case .store(let error): throw error
      }
    }
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    guard try await keyring.delete(try context.parameters.require("id"), app: try context.appID) else {
      throw Answers.notFound
    }
    return Response(status: .noContent)
  }
}

extension PushKey {
  /// Everything but the key itself.
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "key_id": .string(keyID), "team_id": .string(teamID), "topic": .string(topic),
      "created_at": .int(createdAt.milliseconds),
    ]
    fields["environment"] = environment.map { .string($0.rawValue) }
    return .object(fields)
  }
}
