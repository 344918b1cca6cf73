// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.SyncRequest {
  /// What is wrong with the request itself, each with its field and remedy. The events are judged one by one (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    checks.request(version: version, device: device, sentAt: sentAt.milliseconds, events: events.count + rejected.count)
    checks.text(userID, "user_id", length: Wire.Limits.userIDLength)
    checks.id(sessionID, "session_id")
    checks.text(definitionsTag, "definitions_tag", length: Wire.Limits.nameLength)
    for (key, text) in [("user_id", userID), ("definitions_tag", definitionsTag)] {
      checks.noNUL(text.map(Wire.JSONValue.string) ?? .null, key)
    }
    return checks.errors
  }
}

extension Wire.EventsRequest {
  /// What is wrong with the request itself, each with its field and remedy. The events are judged one by one (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    checks.request(version: version, device: device, sentAt: sentAt.milliseconds, events: events.count + rejected.count)
    checks.text(userID, "user_id", length: Wire.Limits.userIDLength)
    checks.noNUL(userID.map(Wire.JSONValue.string) ?? .null, "user_id")
    return checks.errors
  }
}

extension Wire.RenderRequest {
  /// What is wrong with the request itself, each with its field and remedy; the event is judged by `EventRecord.validate()`.
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    checks.request(version: version, device: device, sentAt: sentAt.milliseconds, events: 1)
    checks.text(userID, "user_id", length: Wire.Limits.userIDLength)
    checks.noNUL(userID.map(Wire.JSONValue.string) ?? .null, "user_id")
    checks.id(sessionID, "session_id")
    checks.id(presentation.id, "presentation_id")
    checks.text(presentation.campaignID, "campaign_id", length: Wire.Limits.nameLength)
    checks.version(presentation.campaignVersion, "campaign_version")
    return checks.errors
  }
}

extension Checks {
  fileprivate mutating func request(version: Int, device: Wire.Device, sentAt: Int64, events: Int) {
    if version < 1 {
      add("version", .outOfRange, "This protocol version is unknown.", remedy: "Send 1.")
    }
    instant(sentAt, "sent_at")
    if events > Wire.Limits.eventsPerRequest {
      add(
        "events", .tooMany, "A request can have up to \(Wire.Limits.eventsPerRequest) events.",
        remedy: "Send the rest in further requests.")
    }
    id(device.id, "device.id")
    let facts = [
      ("platform", device.platform), ("os_version", device.osVersion), ("model", device.model), ("locale", device.locale),
      ("time_zone", device.timeZone), ("app_version", device.appVersion), ("sdk_version", device.sdkVersion),
    ]
    for (key, fact) in facts {
      if let fact, fact.utf8.count > Wire.Limits.nameLength, fact.unicodeScalars.count > Wire.Limits.nameLength {
        add(
          "device.\(key)", .tooLong, "This has more than \(Wire.Limits.nameLength) characters.",
          remedy: "Send at most \(Wire.Limits.nameLength) characters.")
      }
    }
    noNUL(device.json, "device")
  }
}
