// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.RenderRequest: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      version: try fields.require("version"),
      device: try fields.require("device"),
      userID: try fields.take("user_id"),
      sessionID: try fields.take("session_id"),
      presentation: Wire.EventRecord.Presentation(
        id: try fields.require("presentation_id"), campaignID: try fields.require("campaign_id"),
        campaignVersion: try fields.require("campaign_version")),
      event: try fields.require("event"),
      sentAt: try fields.require("sent_at"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("version", version)
    fields.set("device", device)
    fields.set("user_id", userID)
    fields.set("session_id", sessionID)
    fields.set("presentation_id", presentation.id)
    fields.set("campaign_id", presentation.campaignID)
    fields.set("campaign_version", presentation.campaignVersion)
    fields.set("event", event)
    fields.set("sent_at", sentAt)
    return fields.json
  }
}

extension Wire.RenderResponse: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(message: try fields.take("message"), withdrawn: try fields.take("withdrawn"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("message", message)
    fields.set("withdrawn", withdrawn)
    return fields.json
  }
}

extension Wire.Withdrawal: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(reason: try fields.require("reason"), detail: try fields.take("detail"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("reason", reason)
    fields.set("detail", detail)
    return fields.json
  }
}
