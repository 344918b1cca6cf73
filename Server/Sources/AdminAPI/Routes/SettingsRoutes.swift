// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import Identity
import MartletCore
import MartletWire
import Store

/// `/api/v1/settings`: the settings for all campaigns of the app.
struct SettingsRoutes: Sendable {
  let store: any SettingsStore

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings", use: get)
    group.put("settings", use: update)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: try await store.settings(app: try context.appID).json)
  }

  /// Replaces all settings, so every field is required. Only `sdk_authentication`,
  /// `global_holdout`, `privacy_requests` and `refuse_doubtful_user_ids` may be left out and then
  /// stay as they are: a program that does not know them must not switch them off.
  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    var reader = try FieldReader(try await request.document())
    let sample = reader.number("decision_sample")
    let caps = reader.forms("caps", as: Wire.Cap.self)
    reader.require("decision_sample")
    reader.require("caps")
    let authentication = reader.object("sdk_authentication") { $0.userAuthentication() }
    let holdout = reader.object("global_holdout") { reader in
      let share = reader.integer("share")
      reader.require("share")
      reader.refuseUnknown(except: ["share", "changed_at"])
      return share ?? 0
    }
    let privacy = reader.object("privacy_requests") { $0.privacyRequests() }
    let refusesDoubtful = reader.flag("refuse_doubtful_user_ids")
    reader.refuseUnknown(
      except: [
        "decision_sample", "caps", "sdk_authentication", "global_holdout", "privacy_requests",
        "refuse_doubtful_user_ids",
      ])
    try reader.finish()
    guard let sample else { throw AdminAnswers.fieldErrors([]) }
    let change = try await store.changeSettings(app: app) { settings in
      settings.decisionSample = sample
      settings.caps = caps
      if let authentication { settings.userAuthentication = authentication }
      if let holdout { settings.globalHoldout.change(to: holdout, at: context.receivedAt) }
      if let privacy { settings.privacyRequests = privacy }
      if let refusesDoubtful { settings.refusesDoubtfulUserIDs = refusesDoubtful }
      let problems = settings.problems
      if problems.isEmpty { settings.userAuthentication = settings.userAuthentication.canonical }
      return problems
    }
    guard change.problems.isEmpty else {
      throw AdminAnswers.invalid(
        change.problems, code: "settings_invalid", title: "The settings are not valid.")
    }
    return Response(json: change.settings.json)
  }
}

extension FieldReader {
  /// Fields of a key that only the server sets may be sent back; they are ignored.
  fileprivate mutating func userAuthentication() -> UserAuthentication {
    let mode = choice("mode", as: UserAuthentication.Mode.self)
    require("mode")
    let keys = objects("keys") { reader in
      let key = UserAuthentication.Key(
        name: reader.string("name") ?? "", pem: reader.string("public_key") ?? "")
      reader.require("name")
      reader.require("public_key")
      reader.refuseUnknown(except: ["name", "public_key", "algorithm", "fingerprint"])
      return key
    }
    require("keys")
    refuseUnknown(except: ["mode", "keys"])
    return UserAuthentication(mode: mode ?? .off, keys: keys)
  }
}

extension FieldReader {
  fileprivate mutating func privacyRequests() -> PrivacyRequestPolicy {
    let mode = choice("mode", as: PrivacyRequestPolicy.Mode.self)
    let days = integer("due_days")
    require("mode")
    refuseUnknown(except: ["mode", "due_days"])
    return PrivacyRequestPolicy(mode: mode ?? .off, dueDays: days ?? PrivacyRequestPolicy.usualDueDays)
  }
}

extension AppSettings {
  fileprivate var json: Wire.JSONValue {
    [
      "decision_sample": .double(decisionSample), "caps": .array(caps.map(\.json)),
      "sdk_authentication": userAuthentication.json,
      "global_holdout": globalHoldout.json,
      "privacy_requests": [
        "mode": .string(privacyRequests.mode.rawValue), "due_days": .int(Int64(privacyRequests.dueDays)),
      ],
      "refuse_doubtful_user_ids": .bool(refusesDoubtfulUserIDs),
    ]
  }
}

extension GlobalHoldout {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["share": .int(Int64(share))]
    fields["changed_at"] = changedAt.map { .int($0.milliseconds) }
    return .object(fields)
  }
}

extension UserAuthentication {
  fileprivate var json: Wire.JSONValue {
    let keys = keys.map { key -> Wire.JSONValue in
      var fields: [String: Wire.JSONValue] = ["name": .string(key.name), "public_key": .string(key.pem)]
      if let known = try? PublicKey(pem: key.pem) {
        fields["algorithm"] = .string(known.algorithm.rawValue)
        fields["fingerprint"] = .string(known.fingerprint)
      }
      return .object(fields)
    }
    return ["mode": .string(mode.rawValue), "keys": .array(keys)]
  }
}
