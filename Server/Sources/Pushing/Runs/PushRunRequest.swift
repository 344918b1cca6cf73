// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
import Personalisation

/// What somebody asks to send.
public struct PushRunRequest: Equatable, Sendable {
  /// Chosen by the caller, so that a request can be repeated; nil for a new one.
  public var id: String?
  public var campaignID: CampaignID
  public var audience: PushRun.Audience
  /// What is sent instead of the campaign's own push; nil for that.
  public var push: Wire.PushNotification?
  /// What the texts can name besides the person and the device. Empty for a run by events, which
  /// have their own.
  public var values: PushValues
  /// nil: at once.
  public var startsAt: Instant?
  public var expiresAt: Instant?
  public var perMinute: Int?

  public init(
    id: String? = nil, campaignID: CampaignID, audience: PushRun.Audience, push: Wire.PushNotification? = nil,
    values: PushValues = PushValues(), startsAt: Instant? = nil,
    expiresAt: Instant? = nil, perMinute: Int? = nil
  ) {
    self.id = id
    self.campaignID = campaignID
    self.audience = audience
    self.push = push
    self.values = values
    self.startsAt = startsAt
    self.expiresAt = expiresAt
    self.perMinute = perMinute
  }

  /// Everything that is wrong, by field.
  func diagnostics(of campaign: Wire.Campaign, at now: Instant, testDevices: Set<String>) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func error(_ field: String, _ code: String, _ message: String, _ remedy: String) {
      found.append(Diagnostic(field: field, code: code, message: message, remedy: remedy))
    }
    if let id, !Wire.Limits.allow(id, upTo: Wire.Limits.idLength) || !id.utf8.allSatisfy(\.isIDCharacter) {
      error(
        "id", "id_invalid", "An id has 1 to \(Wire.Limits.idLength) digits, ASCII letters and hyphens.",
        "Send another, or none.")
    }
    switch audience {
    case .everybody, .lab: break
    case .event:
      found += Self.diagnostics(ofTriggersOf: campaign)
      if !values.shared.isEmpty {
        error(
          "data", "not_used", "A run by events has the values of its events.",
          "Remove the field, or choose another audience.")
      }
    case .users(let users):
      if !(1...PushRunLimits.users).contains(users.count) {
        error(
          "users", "out_of_range", "A run has 1 to \(NumberWords.count(PushRunLimits.users)) users.",
          "Send others in another run.")
      }
      if let index = users.firstIndex(where: {
        !Wire.Limits.allow($0, upTo: Wire.Limits.userIDLength) || $0.utf8.contains(0)
      }) {
        error(
          "users[\(index)]", "user_id_invalid", "This is not a user id.",
          "Send the ids that the app passes to the SDK.")
      }
    case .devices(let devices):
      if !(1...PushRunLimits.devices).contains(devices.count) {
        error(
          "devices", "out_of_range", "A run has 1 to \(NumberWords.count(PushRunLimits.devices)) devices.",
          "Send others in another run.")
      }
      if let index = devices.firstIndex(where: {
        !Wire.Limits.allow($0, upTo: Wire.Limits.nameLength) || $0.utf8.contains(0)
      }) {
        error(
          "devices[\(index)]", "device_id_invalid", "This is not a device id.",
          "Send ids that devices report.")
      }
    case .device(let id):
      if !testDevices.contains(id) {
        error(
          "device", "not_a_test_device", "This is not a test device.",
          "Mark it as a test device on the person’s page first.")
      }
    }
    if push != nil, !audience.isForTrying, campaign.pushExperiment != nil {
      error(
        "push", "not_used_here", "The campaign’s experiment says who gets which push.",
        "Remove the push, or end the experiment first.")
    }
    if let push {
      found += (push.addressProblems + PushTemplate(push).diagnostics).filter { $0.severity == .error }
    }
    found += diagnosticsOfValues(for: campaign)
    if let perMinute, !PushRunLimits.perMinute.contains(perMinute) {
      error(
        "per_minute", "out_of_range",
        "The throttle is 1 to \(NumberWords.count(PushRunLimits.perMinute.upperBound)) pushes a minute.",
        "Send another number, or none for no limit.")
    }
    if !audience.isForTrying, let end = campaign.lastEnd, end <= max(now, startsAt ?? now) {
      error(
        startsAt.map { $0 > now } == true ? "starts_at" : "expires_at", "campaign_ended",
        "The campaign has ended by then.",
        "Give the campaign a later end first, or start the run before it.")
    }
    if let expiresAt, expiresAt <= max(now, startsAt ?? now) {
      error("expires_at", "end_before_start", "The run expires before it starts.", "Send a later time.")
    }
    return found
  }
}

extension PushRunRequest {
  /// Why the server cannot tell by the campaign's triggers to whom to send.
  private static func diagnostics(ofTriggersOf campaign: Wire.Campaign) -> [Diagnostic] {
    guard let definition = try? campaign.pushDefinition(withTriggers: true) else {
      return [
        Diagnostic(
          field: "audience", code: "not_understood",
          message: "This version does not understand the campaign’s triggers.",
          remedy: "Choose another audience.")
      ]
    }
    if definition.triggers.isEmpty {
      return [
        Diagnostic(
          field: "audience", code: "triggers_missing", message: "The campaign has no trigger.",
          remedy: "Add the events on which it is sent, or choose another audience.")
      ]
    }
    return EventTriggers(definition, compilePattern: Pattern.compiler).unsupported.map { index in
      Diagnostic(
        field: "audience", code: "trigger_not_supported",
        message:
          "Trigger \(index + 1) of the campaign is a group, a count or a change of an attribute, which only devices evaluate.",
        remedy: "Use simple triggers for a campaign that is sent on events, such as entering an audience.")
    }
  }

  private func diagnosticsOfValues(for campaign: Wire.Campaign) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func check(_ fields: [String: Wire.JSONValue], _ field: String) {
      guard Wire.JSONValue.object(fields).encodedByteCount > PushRunLimits.valueBytes else { return }
      found.append(
        Diagnostic(
          field: field, code: "too_large",
          message: "These values have more than \(NumberWords.count(PushRunLimits.valueBytes)) bytes.",
          remedy: "Send only what the texts name."))
    }
    check(values.shared, "data")
    guard !audience.isForTrying, audience != .event else { return found }
    let required = campaign.runPushes.reduce(into: Set<String>()) {
      $0.formUnion(PushTemplate($1).requiredEventValues)
    }
    func missing(_ fields: [String: Wire.JSONValue]) -> String? {
      let known = TemplateValues(userID: nil, attributes: [:], event: fields, device: Wire.Device(id: ""))
      return required.filter { !known.has($0) }.min()
    }
    guard case .users(let users) = audience else {
      if let name = missing(values.shared) { found.append(Self.valueMissing(name, "data")) }
      return found
    }
    for (index, user) in users.enumerated() {
      let own = values.byUser[user] ?? [:]
      check(own, "users[\(index)].data")
      // The first one is enough to see what is missing.
      if let name = missing(values.shared.merging(own) { $1 }) {
        found.append(Self.valueMissing(name, "users[\(index)].data"))
        break
      }
    }
    return found
  }

  private static func valueMissing(_ name: String, _ field: String) -> Diagnostic {
    let key = TemplatePath(name)?.names.dropFirst().first ?? name
    return Diagnostic(
      field: field, code: "value_missing", message: "The texts name \(name), and this run has no such value.",
      remedy: "Send \(key) in data, or use {{#\(name)}}…{{/\(name)}} for what may be missing.")
  }
}

extension UInt8 {
  fileprivate var isIDCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
