// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.SyncRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      device: Wire.Device(id: ""), userID: nil, sessionID: nil, definitionsTag: nil,
      sentAt: Instant(milliseconds: 0)),
    unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required, .range(1...Int64.max)),
    .field("device", \.device, "The [device](#device).", .required),
    .field(
      "user_id", \.userID, "The signed-in user, by the app's own id. Absent: anonymous.", .optional,
      .text(Wire.Limits.userIDLength)),
    .field("session_id", \.sessionID, "The current session.", .optional, .id),
    .field(
      "definitions_tag", \.definitionsTag, "The tag of the definitions that the device has.", .optional,
      .text(Wire.Limits.nameLength)),
    .field(
      "sent_at", \.sentAt,
      "When it was sent, by the device's clock. The server does not use it to correct instants; see [events](#events) for wrong clocks.",
      .required),
    .field(
      "events", \.entries, "The [events](#events) to deliver, oldest first.", .written,
      .most(Wire.Limits.eventsPerRequest)))
}

extension Wire.SyncResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(definitions: nil), unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required),
    .field(
      "definitions", \.definitions,
      "The [definitions](#definitions) that replace the device's own. Absent: those with the device's tag are current."
    ),
    .field(
      "results", \.results, "One [result](#exactly-once) for each event of the request, in the same order.",
      .written),
    .field(
      "deliveries", \.deliveries,
      "The banners, contents and data that [runs](push.md#send) have for this device. Each comes once: with this, or with its push."
    ),
    .field("settings", \.settings, "Settings for this device. Absent: unchanged, initially the defaults."),
    .field(
      "device_credential", \.deviceCredential,
      "A [secret](#device-credential) of visible ASCII characters. The device stores it and sends it with every later request, instead of its previous one.",
      .optional, .text(Wire.DeviceCredential.maximumLength)),
    .field(
      "signature_refusal", \.signatureRefusal,
      "A user in the request has no valid [signature](#user-signature). Absent: all do, or signatures are not required."
    ))
}

extension Wire.Delivery: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(campaignID: "", deliveryID: ""), unknown: \.unknown,
    .field("campaign_id", \.campaignID, "A campaign without triggers among the definitions.", .required),
    .field(
      "delivery_id", \.deliveryID, "The same as in the [push](push.md#payload) that brings it.", .required))
}

extension Wire.DeviceSettings: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field(
      "decision_sample", \.decisionSample,
      "The share of its [decisions](#decisions) that the device reports. Absent: all.", .optional,
      .range(0...1)))
}

extension Wire.Definitions: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(tag: "", campaigns: []), unknown: \.unknown,
    .field("tag", \.tag, "Identifies these definitions.", .required),
    .field("campaigns", \.campaignEntries, "All [campaigns](#campaigns) for this user.", .required),
    .field("caps", \.capEntries, "The [caps](#caps-and-re-eligibility) shared by several campaigns."),
    .field(
      "audiences", \.audiences,
      "For each audience that a trigger of a running campaign names: whether the user is in it. Absent: no trigger names one."
    ))
}

extension Wire.EventsRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(device: Wire.Device(id: ""), sentAt: Instant(milliseconds: 0), events: []),
    unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required, .range(1...Int64.max)),
    .field("device", \.device, "The [device](#device).", .required),
    .field(
      "user_id", \.userID, "The signed-in user, by the app's own id. Absent: anonymous.", .optional,
      .text(Wire.Limits.userIDLength)),
    .field(
      "sent_at", \.sentAt,
      "When it was sent, by the device's clock. The server does not use it to correct instants; see [events](#events) for wrong clocks.",
      .required),
    .field(
      "events", \.entries, "The [events](#events) to deliver, oldest first.", .required,
      .most(Wire.Limits.eventsPerRequest)))
}

extension Wire.EventsResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(results: []), unknown: \.unknown,
    .field(
      "results", \.results, "One [result](#exactly-once) for each event of the request, in the same order.",
      .required),
    .field("definitions_tag", \.definitionsTag, "The tag of the current definitions for this user."),
    .field(
      "signature_refusal", \.signatureRefusal,
      "A user in the request has no valid [signature](#user-signature). Absent: all do, or signatures are not required."
    ))
}

extension Wire.EventResult: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", status: .known(.stored)), unknown: \.unknown,
    .field("id", \.id, "The event's id, or empty if it could not be read.", .required),
    .field("status", \.status, "Treat an unknown value as `retry`.", .required),
    .field(
      "code", \.code,
      "With `rejected` and `retry`: a stable code, see [errors](#errors). With `stored`, for programs only: `counted_at_receipt`."
    ),
    .field("field", \.field, "With `rejected`: the field with the problem, for example `properties.total`."),
    .field("message", \.message, "A message for people, with the remedy."))
}

extension Wire.Device: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: ""), unknown: \.unknown,
    .field(
      "id", \.id,
      "Random, created by the SDK and kept while the app is installed. Not related to any advertising id.",
      .required, .id),
    .field("platform", \.platform, "For example `ios`.", .optional, .most(Wire.Limits.nameLength)),
    .field("os_version", \.osVersion, "For example `18.1`.", .optional, .most(Wire.Limits.nameLength)),
    .field("model", \.model, "For example `iPhone17,1`.", .optional, .most(Wire.Limits.nameLength)),
    .field("locale", \.locale, "The locale (BCP 47).", .optional, .most(Wire.Limits.nameLength)),
    .field("time_zone", \.timeZone, "The IANA time zone.", .optional, .most(Wire.Limits.nameLength)),
    .field("app_version", \.appVersion, "The version of the app.", .optional, .most(Wire.Limits.nameLength)),
    .field("sdk_version", \.sdkVersion, "The version of the SDK.", .optional, .most(Wire.Limits.nameLength)),
    .field(
      "push_token", \.pushToken,
      "The token to which pushes are sent, as lower-case hexadecimal digits. Absent: none. A token belongs to the device that sent it last.",
      .optional, .most(Wire.Limits.nameLength)),
    .field("push_environment", \.pushEnvironment, "The APNs environment of the token. Absent: no token."),
    .field(
      "push_authorization", \.pushAuthorization, "Whether the app may show notifications. Absent: not known."),
    .field(
      "push_opted_out", \.isPushOptedOut,
      "Whether the person wants no notifications on this device, as the app's settings say."))
}

extension Wire.SignatureRefusal: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(userID: "", reason: .known(.missing), isOptional: false), unknown: \.unknown,
    .field("user_id", \.userID, "The user without a valid signature.", .required),
    .field("reason", \.reason, "The reason.", .required),
    .field("optional", \.isOptional, "True if the request was accepted anyway.", .written),
    .field("message", \.message, "A message for people, with the remedy."))
}

extension Wire.SyncRequest {
  /// The problems of the request itself, each with its field and remedy. Each event is validated
  /// separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks(self, user: userID, device)
    if checks.hasSeenNUL {
      checks.noNUL(definitionsTag.map(Wire.JSONValue.string) ?? .null, "definitions_tag")
    }
    return checks.errors
  }
}

extension Wire.EventsRequest {
  /// The problems of the request itself, each with its field and remedy. Each event is validated
  /// separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] { Checks(self, user: userID, device).errors }
}

extension Wire.RenderRequest {
  /// The problems of the request itself, each with its field and remedy. The event is validated
  /// separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] { Checks(self, user: userID, device).errors }
}

extension Wire.PrivacyRequest {
  /// The problems of the request, each with its field and remedy.
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks(self, user: userID, device)
    if kind.known == nil {
      let kinds = Kind.allCases.map(\.rawValue).joined(separator: " or ")
      checks.add("kind", .invalid, "There is no such request.", remedy: "Send \(kinds).")
    }
    return checks.errors
  }
}

extension Checks {
  /// Checks a request: its fields, and the texts that no table limits.
  fileprivate init<Form: ShapedForm>(_ form: Form, user: String?, _ device: Wire.Device) {
    withUnsafePointer(to: form) { fields(of: UnsafeRawPointer($0), in: Form.table) }
    if let token = device.pushToken, !token.isEmpty, !Wire.Limits.isPushToken(token) {
      add(
        "device.push_token", .invalid, "This cannot be a push token.",
        remedy: "Send the bytes that the system gives the app, as an even number of hexadecimal digits.")
    }
    // Its position is only searched for if there can be one. No table checks the fields that this
    // version does not know.
    guard hasSeenNUL || !device.unknown.isEmpty && Wire.encode(device).holdNUL else { return }
    noNUL(user.map(Wire.JSONValue.string) ?? .null, "user_id")
    noNUL(device.json, "device")
  }
}
