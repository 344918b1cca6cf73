// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
public import Domain
import HTTPSupport
import MartletCore
public import MartletWire

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
      push: reader.form("push"),
      surfaceRules: reader.rules(Wire.SurfaceRules.fields) ?? Wire.SurfaceRules(),
      audience: reader.value("audience"), experiment: reader.form("experiment"),
      conversions: reader.forms("conversions"),
      ignoresGlobalHoldout: reader.flag("ignores_global_holdout") ?? false,
      languages: reader.read("languages") ?? [:],
      priority: reader.form("priority") ?? Wire.Priority(), startsAt: reader.instant("starts_at"),
      endsAt: reader.instant("ends_at"),
      rules: reader.rules(Wire.DeliveryRules.fields) ?? Wire.DeliveryRules())
    revision = reader.integer("revision")
    reader.require("name")
    reader.requireSurface()
    reader.refuseUnknown(except: Self.writable.union(Self.readOnly))
    try reader.finish()
  }
}

extension FieldReader {
  /// A campaign has at least one surface.
  fileprivate mutating func requireSurface() {
    let names = ["message", "banner", "content", "data", "push"]
    guard names.allSatisfy({ value($0) == nil }) else { return }
    errors.append(
      .init(
        field: "message", code: "field_missing",
        message: "This field is required, unless the campaign has other surfaces.",
        remedy: "Add it, or a banner, content, data or a push."))
  }
}

/// The whole campaign, including the fields that only the server sets. Its schema has the rules of
/// what programs write, so it is in `openapi.yaml` itself.
extension Campaign: Listed {
  public static let listing = "campaigns"
  public static let shape = Shape<Self>(
    "CampaignState", "", .field("id", \.id.rawValue), .field("state", \.state),
    .field("version", \.version, "Increases with each change of the content after the first launch."),
    .field("revision", \.revision, "Increases with each stored change."),
    .field("created_at", \.createdAt), .field("updated_at", \.updatedAt),
    .optional("launched_at", \.launchedAt), .optional("finished_at", \.finishedAt),
    .field("allowed_actions", \.state.allowedActions))

  public static var schema: Schema { .named("Campaign") }

  public static func json(of value: Campaign) -> Wire.JSONValue {
    .object(value.snapshot.fields.merging(shape.object(of: value)) { $1 })
  }
}

extension CampaignState: DocumentValue {}
extension CampaignAction: DocumentValue {}

extension CampaignSnapshot {
  /// The fields that authors write.
  var fields: [String: Wire.JSONValue] {
    content.writtenFields.merging(["name": .string(name)]) { $1 }
  }
}
