// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire

/// A campaign as programs send it. Field names are in snake case; times are milliseconds since the
/// Unix epoch.
struct CampaignDocument: Equatable {
  var name: String
  var content: CampaignContent
  /// The revision that the change is based on.
  var revision: Int?

  private static let writable = CampaignContent.fieldNames.union(["name", "revision"])
  /// Fields that the server sends but does not accept. They are ignored, so that a document can be
  /// sent back as it was read.
  private static let readOnly: Set<String> = [
    "id", "state", "version", "created_at", "updated_at", "launched_at", "finished_at", "allowed_actions",
  ]

  /// Throws 400 with every wrong field. Unknown fields are wrong too, since a misspelt name would
  /// otherwise go unnoticed.
  init(json: Wire.JSONValue) throws(Wire.Problem) {
    var reader = try FieldReader(json)
    name = reader.string("name") ?? ""
    content = CampaignContent(
      triggers: reader.forms("triggers"), message: reader.form("message"),
      banner: reader.form("banner"), content: reader.form("content"), data: reader.form("data"),
      push: reader.form("push"), surfaceRules: reader.surfaceRules(),
      audience: reader.value("audience"), experiment: reader.form("experiment"),
      conversions: reader.forms("conversions"),
      ignoresGlobalHoldout: reader.flag("ignores_global_holdout") ?? false,
      languages: reader.translations("languages"),
      priority: reader.form("priority") ?? Wire.Priority(), startsAt: reader.instant("starts_at"),
      endsAt: reader.instant("ends_at"),
      rules: reader.rules())
    revision = reader.integer("revision")
    reader.require("name")
    reader.requireSurface()
    reader.refuseUnknown(except: Self.writable.union(Self.readOnly))
    try reader.finish()
  }
}

extension Campaign {
  /// The whole campaign, including the fields that only the server sets.
  var documentJSON: Wire.JSONValue {
    var fields = snapshot.fields
    fields.merge([
      "id": .string(id.rawValue),
      "state": .string(state.rawValue),
      "version": .int(Int64(version)),
      "revision": .int(Int64(revision)),
      "created_at": .int(createdAt.milliseconds),
      "updated_at": .int(updatedAt.milliseconds),
      "allowed_actions": .array(state.allowedActions.map { .string($0.rawValue) }),
    ]) { $1 }
    fields["launched_at"] = launchedAt.map { .int($0.milliseconds) }
    fields["finished_at"] = finishedAt.map { .int($0.milliseconds) }
    return .object(fields)
  }
}

extension CampaignSnapshot {
  /// The fields that authors write.
  var fields: [String: Wire.JSONValue] {
    content.writtenFields.merging(["name": .string(name)]) { $1 }
  }
}

extension Diagnostic {
  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "severity": .string(severity.rawValue), "field": .string(field), "code": .string(code),
      "message": .string(message),
    ]
    fields["remedy"] = remedy.map { .string($0) }
    return .object(fields)
  }
}
