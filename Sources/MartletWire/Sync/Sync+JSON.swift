// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.SyncRequest: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let (events, rejected) = try fields.takeEntries("events", as: Wire.EventRecord.self, required: false)
    self.init(
      version: try fields.require("version"),
      device: try fields.require("device"),
      userID: try fields.take("user_id"),
      sessionID: try fields.take("session_id"),
      definitionsTag: try fields.take("definitions_tag"),
      sentAt: try fields.require("sent_at"),
      events: events,
      rejected: rejected,
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("version", version)
    fields.set("device", device)
    fields.set("user_id", userID)
    fields.set("session_id", sessionID)
    fields.set("definitions_tag", definitionsTag)
    fields.set("sent_at", sentAt)
    fields.set("events", events)
    return fields.json
  }
}

extension Wire.SyncResponse: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      version: try fields.require("version"),
      definitions: try fields.take("definitions"),
      results: try fields.take("results", default: []),
      settings: try fields.take("settings"),
      deviceCredential: try fields.take("device_credential"),
      signatureRefusal: try fields.take("signature_refusal"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("version", version)
    fields.set("definitions", definitions)
    fields.set("results", results)
    fields.set("settings", settings)
    fields.set("device_credential", deviceCredential)
    fields.set("signature_refusal", signatureRefusal)
    return fields.json
  }
}

extension Wire.DeviceSettings: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(decisionSample: try fields.take("decision_sample"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("decision_sample", decisionSample)
    return fields.json
  }
}

extension Wire.Definitions: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let (campaigns, rejected) = try fields.takeEntries("campaigns", as: Wire.Campaign.self, required: true)
    let (caps, unreadCaps) = Self.readCaps(try fields.take("caps", as: Wire.JSONValue.self))
    self.init(
      tag: try fields.require("tag"), campaigns: campaigns, caps: caps, unreadCaps: unreadCaps, rejected: rejected,
      unknown: fields.takeRest())
  }

  private static func readCaps(_ json: Wire.JSONValue?) -> ([Wire.Cap], [Wire.UnreadCap]) {
    guard let json else { return ([], []) }
    guard case .array(let elements) = json else {
      return ([], [Wire.UnreadCap(index: nil, field: "caps", message: "Expected a list.", json: json)])
    }
    var caps: [Wire.Cap] = []
    var unread: [Wire.UnreadCap] = []
    for (index, element) in elements.enumerated() {
      do throws(Wire.DecodingProblem) {
        caps.append(try Wire.Cap(json: element))
      } catch {
        let field = error.field.isEmpty ? "caps[\(index)]" : "caps[\(index)].\(error.field)"
        unread.append(Wire.UnreadCap(index: index, field: field, message: error.message, json: element))
      }
    }
    return (caps, unread)
  }

  private var capsJSON: Wire.JSONValue? {
    var elements = caps.map(\.json)
    for cap in unreadCaps {
      guard let index = cap.index else { return cap.json }
      elements.insert(cap.json, at: min(max(index, 0), elements.count))
    }
    return elements.isEmpty ? nil : .array(elements)
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("tag", tag)
    fields.set("campaigns", campaigns)
    fields.set("caps", capsJSON)
    return fields.json
  }
}

extension Wire.EventsRequest: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    let (events, rejected) = try fields.takeEntries("events", as: Wire.EventRecord.self, required: true)
    self.init(
      version: try fields.require("version"),
      device: try fields.require("device"),
      userID: try fields.take("user_id"),
      sentAt: try fields.require("sent_at"),
      events: events,
      rejected: rejected,
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("version", version)
    fields.set("device", device)
    fields.set("user_id", userID)
    fields.set("sent_at", sentAt)
    fields.set("events", events)
    return fields.json
  }
}

extension Wire.EventsResponse: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      results: try fields.require("results"),
      definitionsTag: try fields.take("definitions_tag"),
      signatureRefusal: try fields.take("signature_refusal"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("results", results)
    fields.set("definitions_tag", definitionsTag)
    fields.set("signature_refusal", signatureRefusal)
    return fields.json
  }
}

extension Wire.EventResult: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      id: try fields.require("id"),
      status: try fields.require("status"),
      code: try fields.take("code"),
      field: try fields.take("field"),
      message: try fields.take("message"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("id", id)
    fields.set("status", status)
    fields.set("code", code)
    fields.set("field", field)
    fields.set("message", message)
    return fields.json
  }
}

extension Wire.Device: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      id: try fields.require("id"),
      platform: try fields.take("platform"),
      osVersion: try fields.take("os_version"),
      model: try fields.take("model"),
      locale: try fields.take("locale"),
      timeZone: try fields.take("time_zone"),
      appVersion: try fields.take("app_version"),
      sdkVersion: try fields.take("sdk_version"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("id", id)
    fields.set("platform", platform)
    fields.set("os_version", osVersion)
    fields.set("model", model)
    fields.set("locale", locale)
    fields.set("time_zone", timeZone)
    fields.set("app_version", appVersion)
    fields.set("sdk_version", sdkVersion)
    return fields.json
  }
}
