// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Writes an event's record as JSON text for the data file.
///
/// `Wire.encode` builds a tree and sorts its keys, which takes as long as storing the row. Kinds that make up almost all traffic are
/// written straight to bytes here; the keys' order is another, the value that is read back is the same.
struct EventText {
  private var bytes: [UInt8] = []

  static func of(_ event: Wire.EventRecord) -> String {
    var text = EventText()
    text.bytes.reserveCapacity(256)
    guard event.unknown.isEmpty, event.detail == nil, text.write(event.body) else {
      return String(decoding: Wire.encode(event), as: UTF8.self)
    }
    text.field("at", event.at.milliseconds)
    text.field("id", event.id)
    if let sessionID = event.sessionID { text.field("session_id", sessionID) }
    if let userID = event.userID { text.field("user_id", userID) }
    text.bytes.append(UInt8(ascii: "}"))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Opens the object and writes the fields of the kind. False: the kind is left to `Wire.encode`.
  private mutating func write(_ body: Wire.EventRecord.Body) -> Bool {
    append(#"{"kind":"#)
    write(body.kind)
    switch body {
    case .sessionStart: break
    case .sessionEnd(let length): field("length_ms", length)
    case .custom(let name, let properties):
      field("name", name)
      if !properties.isEmpty {
        key("properties")
        write(properties)
      }
    case .impression(let presentation): write(presentation)
    case .click(let presentation, let buttonID):
      write(presentation)
      if let buttonID { field("button_id", buttonID) }
    case .dismissal(let presentation, let cause):
      write(presentation)
      field("by", cause.rawValue)
    case .outcome(let presentation, let outcome, let reason):
      write(presentation)
      field("outcome", outcome.rawValue)
      if let reason { field("reason", reason) }
    case .purchase, .pushClick, .userChanged, .attribute, .attributeChange, .decision, .unknown: return false
    }
    return true
  }

  private mutating func write(_ presentation: Wire.EventRecord.Presentation) {
    field("campaign_id", presentation.campaignID)
    field("campaign_version", Int64(presentation.campaignVersion))
    field("presentation_id", presentation.id)
  }

  // MARK: - Fields

  private mutating func key(_ key: StaticString) {
    append(#",""#)
    append(key)
    append(#"":"#)
  }

  private mutating func field(_ name: StaticString, _ value: String) {
    key(name)
    write(value)
  }

  private mutating func field(_ name: StaticString, _ value: Int64) {
    key(name)
    append(value.description)
  }

  // MARK: - Values

  private mutating func write(_ value: Wire.JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): value ? append("true") : append("false")
    case .int(let value): append(value.description)
    case .double(let value): value.isFinite ? append(value.description) : append("null")
    case .string(let value): write(value)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields): write(fields)
    }
  }

  private mutating func write(_ fields: [String: Wire.JSONValue]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in fields {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(key)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { appendEscaped(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      append(byte < 0x10 ? #"\u000"# : #"\u00"#)
      append(String(byte, radix: 16))
    default: bytes.append(byte)
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
