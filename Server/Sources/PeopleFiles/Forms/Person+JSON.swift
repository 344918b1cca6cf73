// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
public import Domain
import MartletCore
import MartletWire

extension PersonSummary: Listed {
  public static let listing = "people"
  public static let shape = Shape<Self>(
    "PersonSummary", "", .field("id", \.id),
    .optional("user_id", { $0.id.hasPrefix("u:") ? String($0.id.dropFirst(2)) : nil }, "Absent: anonymous."),
    .field("first_seen", \.firstSeen), .field("last_seen", \.lastSeen),
    .field("devices", \.devices))
}

extension PersonDevice: Shaped {
  public static let shape = Shape<Self>(
    "PersonDevice", "", .field("device", \.device), .field("first_seen", \.firstSeen),
    .field("last_seen", \.lastSeen),
    .field("is_test", \.isTest, "A test device. It reports every decision, and reports leave it out."),
    .field("is_lab", \.isLab, "A device of the Device Lab, which is always a test device."),
    .field(
      "is_revoked", \.isRevoked,
      "The server rejects requests with this id. The app continues as a new device."),
    .optional(
      "push", \.push,
      "Absent if its app does not use pushes, or if another person uses the device now."))
}

extension PushDevice: Shaped {
  public static let shape = Shape<Self>(
    "PushDevice", "Where pushes for this device go.",
    .field("has_token", { $0.token != nil }, "A token belongs to the device that reported it last."),
    .optional("environment", \.environment),
    .optional("authorization", \.authorization),
    .optional(
      "registered_at", { $0.token == nil ? nil : $0.registeredAt },
      "When the device last reported the token, to the hour."),
    .optional(
      "invalid_since", \.death?.since,
      "Since then APNs does not accept the token. Nothing is sent to it."),
    .optional("invalid_reason", \.death?.reason, "APNs' reason, for example `Unregistered`."))
}

extension Person: Shaped {
  public static let shape = Shape<Self>(
    "Person", "",
    PersonSummary.shape.fields(of: \.summary) + [
      .field("attributes", \.attributes),
      .field(
        "merged_devices", \.merged,
        "The devices on which the person was anonymous before they signed in."),
    ])
}

extension PersonAttribute: Shaped {
  public static let shape = Shape<Self>(
    "PersonAttribute", "", .field("key", \.key), .field("value", \.value), .field("at", \.at),
    .field("set_while_anonymous", { !$0.isOwn }))
}

extension Person.MergedDevice: Shaped {
  public static let shape = Shape<Self>(
    "MergedDevice", "", .field("device_id", \.deviceID), .field("at", \.at))
}

/// Without what explains a decision.
extension TimelineEntry: Shaped {
  public static let shape = Shape<Self>(
    "TimelineEvent", "", .field("id", \.id), .field("kind", \.kind), .field("at", \.at),
    .field("counted_at", \.countedAt), .field("received_at", \.receivedAt),
    .optional("device_id", { $0.deviceID.isEmpty ? nil : $0.deviceID }, "Absent: a program sent it."),
    .optional(
      "is_test", { $0.isTest ? true : nil },
      "From a test device, so reports leave it out. Absent: it counts."),
    .optional(
      "event", { $0.record?.json }, "The event, as in docs/wire.md. Absent: it is no longer kept.", .object))
}

extension DeletionReceipt: Shaped {
  public static let shape = Shape<Self>(
    "DeletionReceipt", "", .field("id", \.id, "Random."),
    .field("at", \.at, "When the person was deleted."),
    .field(
      "removed", { Dictionary(uniqueKeysWithValues: $0.removed.map { ($0.rawValue, $1) }) },
      """
      How much of each kind was removed: `events`, `decisions`, `sessions`, `attributes`, `devices`, \
      `campaigns`, `offers`, `pushes`, `runs`, `lists`, `requests`. Kinds of which there was nothing are \
      left out.
      """))
}
