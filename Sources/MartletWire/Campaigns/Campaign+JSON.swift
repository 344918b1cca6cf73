// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Campaign: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      id: try fields.require("id"),
      version: try fields.take("version", default: 1),
      priority: try fields.take("priority", default: Wire.Priority()),
      createdAt: try fields.require("created_at"),
      startsAt: try fields.take("starts_at"),
      endsAt: try fields.take("ends_at"),
      triggers: try fields.require("triggers"),
      message: try fields.require("message"),
      rules: try Wire.DeliveryRules(reading: &fields),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("id", id)
    fields.set("version", version)
    fields.set("priority", priority)
    fields.set("created_at", createdAt)
    fields.set("starts_at", startsAt)
    fields.set("ends_at", endsAt)
    fields.set("triggers", triggers)
    fields.set("message", message)
    rules.write(to: &fields)
    return fields.json
  }
}

extension Wire.Priority: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      bucket: try fields.take("bucket", default: .known(.medium)),
      order: try fields.take("order", default: 0),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("bucket", bucket)
    fields.set("order", order)
    return fields.json
  }
}
