// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.SyncRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(device: Wire.Device(id: ""), userID: nil, sessionID: nil, definitionsTag: nil, sentAt: Instant(milliseconds: 0)),
    unknown: \.unknown,
    .field("version", \.version, "The version of the protocol that the device speaks.", .required, .range(1...1)),
    .field("device", \.device, "The [device](#device).", .required),
    .field("user_id", \.userID, "Who is signed in, by the app's own id. Absent: anonymous.", .optional, .most(Wire.Limits.userIDLength)),
    .field("session_id", \.sessionID, "The session that runs.", .optional, .id),
    .field("definitions_tag", \.definitionsTag, "The tag of the definitions that the device holds."),
    .field(
      "sent_at", \.sentAt,
      "The device's wall clock now. The server corrects no instant by it: how an event of a clock that is off counts, see [events](#events).",
      .required),
    .field("events", \.entries, "The [events](#events) that wait, oldest first.", .written, .most(Wire.Limits.eventsPerRequest)))
}

extension Wire.SyncResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(definitions: nil), unknown: \.unknown,
    .field("version", \.version, "The version that the server speaks.", .required),
    .field(
      "definitions", \.definitions,
      "The [definitions](#definitions) that replace what the device holds. Absent: what it holds under its tag is still right."),
    .field("results", \.results, "One [result](#exactly-once) for each event of the request, in their order.", .written),
    .field("settings", \.settings, "What the server wants of this device. Absent: as before, at first the defaults."),
    .field(
      "device_credential", \.deviceCredential,
      "A [secret](#device-credential) of visible ASCII characters that the device keeps and sends from its next request on, instead of the one it had.",
      .optional, .most(Wire.DeviceCredential.maximumLength)),
    .field(
      "signature_refusal", \.signatureRefusal,
      "The server does not believe who uses the device: see [user signature](#user-signature). Absent: it does, or does not ask."))
}

extension Wire.DeviceSettings: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("decision_sample", \.decisionSample, "Which part of its [decisions](#decisions) the device reports.", .optional, .range(0...1)))
}

extension Wire.Definitions: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(tag: "", campaigns: []), unknown: \.unknown,
    .field("tag", \.tag, "Names exactly these definitions.", .required),
    .field("campaigns", \.campaignEntries, "The [campaigns](#campaigns) that this user may see now.", .required),
    .field("caps", \.capEntries, "The [caps](#caps-and-re-eligibility) that hold over several campaigns."))
}

extension Wire.EventsRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(device: Wire.Device(id: ""), sentAt: Instant(milliseconds: 0), events: []), unknown: \.unknown,
    .field("version", \.version, "The version of the protocol that the device speaks.", .required, .range(1...1)),
    .field("device", \.device, "The [device](#device).", .required),
    .field("user_id", \.userID, "Who is signed in, by the app's own id. Absent: anonymous.", .optional, .most(Wire.Limits.userIDLength)),
    .field(
      "sent_at", \.sentAt,
      "The device's wall clock now. The server corrects no instant by it: how an event of a clock that is off counts, see [events](#events).",
      .required),
    .field("events", \.entries, "The [events](#events) that wait, oldest first.", .required, .most(Wire.Limits.eventsPerRequest)))
}

extension Wire.EventsResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(results: []), unknown: \.unknown,
    .field("results", \.results, "One [result](#exactly-once) for each event of the request, in their order.", .required),
    .field("definitions_tag", \.definitionsTag, "The tag of what this user may see now."),
    .field(
      "signature_refusal", \.signatureRefusal,
      "The server does not believe who uses the device: see [user signature](#user-signature). Absent: it does, or does not ask."))
}

extension Wire.EventResult: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", status: .known(.stored)), unknown: \.unknown,
    .field("id", \.id, "The event's; empty when the entry had none that could be read.", .required),
    .field("status", \.status, "Treat a value that you do not know as `retry`.", .required),
    .field("code", \.code, "With `rejected` and `retry`: a word for programs, see [errors](#errors)."),
    .field("field", \.field, "With `rejected`: what is wrong, for example `properties.total`."),
    .field("message", \.message, "For people; says the remedy."))
}

extension Wire.Device: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: ""), unknown: \.unknown,
    .field(
      "id", \.id, "Made by the SDK at random, kept while the app is installed; has nothing to do with any advertising id.", .required, .id),
    .field("platform", \.platform, "For example `ios`."),
    .field("os_version", \.osVersion, "For example `18.1`."),
    .field("model", \.model, "For example `iPhone17,1`."),
    .field("locale", \.locale, "BCP 47."),
    .field("time_zone", \.timeZone, "IANA."),
    .field("app_version", \.appVersion, "The app's."),
    .field("sdk_version", \.sdkVersion, "The SDK's."))
}

extension Wire.SignatureRefusal: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(userID: "", reason: .known(.missing), isOptional: false), unknown: \.unknown,
    .field("user_id", \.userID, "Whom the signature should vouch for.", .required),
    .field("reason", \.reason, "Why.", .required),
    .field("optional", \.isOptional, "True: what the request said of this user was accepted all the same.", .written),
    .field("message", \.message, "For people; says the remedy."))
}
