// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pushing
import Store

/// Sending to devices by their ids, and trying out.
extension ReachRoutes {
  /// The most device ids of one request.
  static let devices = PushRunLimits.devices
  /// How long a push whose texts were replaced is worth sending.
  static let lifeOfOverride = Duration.seconds(28 * 86_400)

  // MARK: - Devices

  /// Sends a manual campaign to devices. Those that the server cannot reach are returned.
  @Sendable
  func push(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let found = try await campaign(context)
    let (kind, app) = (found.kind, try context.appID)
    let fields = try await request.object()
    var errors = FieldErrors()
    errors.refuse(fields, except: ["deviceIds", "data"])
    let ids = Self.texts(fields["deviceIds"] ?? .null, at: "deviceIds", &errors)
    if let data = fields["data"], data != .null { FieldForm.object.check(data, at: "data", &errors) }
    try errors.finish()
    guard ids.count <= Self.devices else { throw ReachAnswers.tooMany("deviceIds", most: Self.devices) }
    guard found.draft.pushMode == .manual, kind != .nativePushes else {
      throw ReachAnswers.notAllowed(
        "Only manual campaigns are pushed to devices.", "Create it with the pushMode manual.")
    }
    guard found.campaign.state == .running else {
      throw ReachAnswers.notAllowed("The campaign is not in progress.", "Activate it first.")
    }
    var run = PushRunRequest(campaignID: found.campaign.id, audience: .devices([]))
    if let data = fields["data"]?.fields, !data.isEmpty {
      (run.push, run.expiresAt) = try overridden(found, by: data, at: context.receivedAt)
    }
    let known = try await store.pushDevices(among: Set(ids), app: app)
    let invalid = Set(ids).subtracting(known).sorted()
    if !known.isEmpty {
      run.audience = .devices(known.sorted())
      _ = try await runs.start(run, app: app)
    }
    return Response(
      json: ["invalidDeviceIds": .array(invalid.map { .string($0) })] as Wire.JSONValue,
      headers: HTTPFields().warning(found.draft.warnings)
    )
  }

  /// The notification with the texts of one call, and when it expires. Devices read content from
  /// the campaign, so no call can change that.
  private func overridden(
    _ found: ReachCampaign, by data: [String: Wire.JSONValue], at now: Instant
  ) throws -> (push: Wire.PushNotification?, expiresAt: Instant) {
    let kept: Set = ["name", "pushMode", "audience", "startTime", "timezone"]
    let changes = data.filter {
      !kept.contains($0.key) && !CampaignField.readOnly.contains($0.key) && $0.value != .null
    }
    var draft = found.draft
    do throws(Wire.Problem) {
      try draft.write(found.draft.document(found.kind).merging(changes) { $1 }, as: found.kind)
    } catch {
      throw error.moved(inside: "data")
    }
    let changeable: Set = [
      "notificationTitle", "notificationMessage", "notificationSound", "notificationBadge",
      "notificationOptions", "endTime",
    ]
    var errors = FieldErrors()
    for field in CampaignField.fields(of: found.kind) where draft.value(field) != found.draft.value(field) {
      let isOfPush =
        changeable.contains(field.name) || field.name == "actionUrl" && draft.content.content == nil
      // Devices show the banner and the content of the campaign.
      let isChangeable = field.name == "endTime" || isOfPush && found.campaign.content.push != nil
      if !isChangeable {
        errors.add(
          "data.\(field.name)", "not_supported",
          "A call can only change the notification outside the app, not \(field.name).",
          "Leave it out, or create a campaign of its own.")
      }
    }
    let expected = now + Self.lifeOfOverride
    if draft.content.rules.endsAtLocal != found.draft.content.rules.endsAtLocal {
      errors.add(
        "data.endTime", "not_supported", "Without a timezone, a call cannot have an end of its own.",
        "Leave it out.")
    }
    try errors.finish()
    let problems = authoring.diagnostics(name: draft.name, content: draft.content).filter {
      $0.severity == .error && $0.field.hasPrefix("push")
    }
    guard problems.isEmpty else { throw ReachAnswers.invalid(problems, found.kind, inside: "data.") }
    return (draft.content.push, min(draft.content.endsAt ?? expected, expected))
  }

  // MARK: - Trying out

  /// Sends a stored campaign to a test device.
  @Sendable
  func test(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (found, app) = (try await campaign(context), try context.appID)
    let asked = try Trial(try await request.object(), hasDocument: false)
    let run = PushRunRequest(campaignID: found.campaign.id, audience: .device(asked.device))
    _ = try await runs.start(run, app: app)
    return asked.answer(found.draft)
  }

  /// Sends a campaign that is not stored to a test device.
  @Sendable
  func testDocument(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (kind, app) = (try context.kind, try context.appID)
    let asked = try Trial(try await request.object(), hasDocument: true)
    var draft = Draft()
    do throws(Wire.Problem) {
      try draft.write(["name": .string("Test")].merging(asked.document) { $1 }, as: kind)
    } catch {
      throw error.moved(inside: "data")
    }
    let problems = authoring.diagnostics(name: draft.name, content: draft.content).filter { problem in
      problem.severity == .error
        && ["push", "banner", "content", "data"].contains { problem.field.hasPrefix($0) }
    }
    guard problems.isEmpty else { throw ReachAnswers.invalid(problems, kind, inside: "data.") }
    let run = PushRunRequest(campaignID: "test", audience: .device(asked.device))
    let (name, content) = (draft.name, draft.content)
    _ = try await runs.start(
      run, app: app, of: Campaign(name: name, content: content, app: app, at: context.receivedAt))
    return asked.answer(draft)
  }

  fileprivate static func texts(_ value: Wire.JSONValue, at name: String, _ errors: inout FieldErrors)
    -> [String]
  {
    guard value != .null else {
      errors.add(name, "field_missing", "This field is required.", "Add it.")
      return []
    }
    FieldForm.list.check(value, at: name, &errors)
    for (index, element) in value.elements.enumerated() where element.string == nil {
      errors.add("\(name)[\(index)]", "field_wrong_type", "Expected a text.")
    }
    return value.texts
  }
}

/// What a trial is asked for.
private struct Trial {
  var device: String
  var language: String?
  var document: [String: Wire.JSONValue]

  init(_ fields: [String: Wire.JSONValue], hasDocument: Bool) throws(Wire.Problem) {
    var errors = FieldErrors()
    errors.refuse(fields, except: hasDocument ? ["deviceId", "lang", "data"] : ["deviceId", "lang"])
    for name in hasDocument ? ["deviceId", "data"] : ["deviceId"] where fields[name, default: .null] == .null
    {
      errors.add(name, "field_missing", "This field is required.", "Add it.")
    }
    for (name, form) in [("deviceId", FieldForm.text(255)), ("lang", .text(35)), ("data", .object)] {
      if let value = fields[name], value != .null { form.check(value, at: name, &errors) }
    }
    try errors.finish()
    device = fields["deviceId"]?.string ?? ""
    language = fields["lang"]?.string
    document = fields["data"]?.fields ?? [:]
  }

  func answer(_ draft: Draft) -> Response {
    var warnings = draft.warnings
    if language != nil, !draft.content.languages.isEmpty {
      warnings.append("lang: the device’s own language decides")
    }
    return Response(json: ["state": "queued"] as Wire.JSONValue, headers: HTTPFields().warning(warnings))
  }
}

extension Campaign {
  /// A campaign that is nowhere stored.
  fileprivate init(name: String, content: CampaignContent, app: AppID, at now: Instant) {
    self.init(id: "test", appID: app, name: name, content: content, createdAt: now, updatedAt: now)
  }
}

extension Draft {
  fileprivate func value(_ field: CampaignField) -> Wire.JSONValue {
    field.read(self) ?? notes[field.name] ?? field.standard
  }
}

extension FieldErrors {
  fileprivate mutating func refuse(_ fields: [String: Wire.JSONValue], except known: Set<String>) {
    for key in fields.keys.sorted() where !known.contains(key) {
      add(
        String(key.prefix(64)), "field_unknown", "This field is unknown.", "Remove it, or correct its name.")
    }
  }
}

extension Wire.Problem {
  /// The same problem in a document that has this one as the field `name`.
  fileprivate func moved(inside name: String) -> Wire.Problem {
    var moved = self
    moved.field = field.map { name + "." + $0 }
    moved.errors = errors.map { error in
      var error = error
      error.field = name + "." + error.field
      return error
    }
    return moved
  }
}
