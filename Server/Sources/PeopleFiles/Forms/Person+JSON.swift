// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire

extension PersonSummary {
  public var fields: [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "first_seen": .int(firstSeen.milliseconds), "last_seen": .int(lastSeen.milliseconds),
      "devices": .array(devices.map(\.json)),
    ]
    if id.hasPrefix("u:") { fields["user_id"] = .string(String(id.dropFirst(2))) }
    return fields
  }
}

extension PersonDevice {
  public var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "device": device.json, "first_seen": .int(firstSeen.milliseconds),
      "last_seen": .int(lastSeen.milliseconds),
      "is_test": .bool(isTest), "is_lab": .bool(isLab), "is_revoked": .bool(isRevoked),
    ]
    fields["push"] = push?.json
    return .object(fields)
  }
}

extension PushDevice {
  public var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["has_token": .bool(token != nil)]
    if token != nil { fields["registered_at"] = .int(registeredAt.milliseconds) }
    fields["environment"] = environment.map { .string($0.rawValue) }
    fields["authorization"] = authorization.map { .string($0.rawValue) }
    fields["invalid_since"] = death.map { .int($0.since.milliseconds) }
    fields["invalid_reason"] = death.map { .string($0.reason) }
    return .object(fields)
  }
}

extension Person {
  public var json: Wire.JSONValue {
    var fields = summary.fields
    fields["attributes"] = .array(
      attributes.map {
        [
          "key": .string($0.key), "value": $0.value, "at": .int($0.at.milliseconds),
          "set_while_anonymous": .bool(!$0.isOwn),
        ]
      })
    fields["merged_devices"] = .array(
      merged.map { ["device_id": .string($0.deviceID), "at": .int($0.at.milliseconds)] })
    return .object(fields)
  }
}

extension TimelineEntry {
  /// Without what explains a decision.
  public var fields: [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "kind": .string(kind), "at": .int(at.milliseconds),
      "counted_at": .int(countedAt.milliseconds), "received_at": .int(receivedAt.milliseconds),
    ]
    fields["device_id"] = deviceID.isEmpty ? nil : .string(deviceID)
    if isTest { fields["is_test"] = true }
    fields["event"] = record?.json
    return fields
  }
}

extension DeletionReceipt {
  public var json: Wire.JSONValue {
    [
      "id": .string(id), "at": .int(at.milliseconds),
      "removed": .object(Dictionary(uniqueKeysWithValues: removed.map { ($0.rawValue, .int(Int64($1))) })),
    ]
  }
}
