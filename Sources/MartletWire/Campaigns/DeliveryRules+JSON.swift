// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DeliveryRules: FormValue {
  /// Every field that belongs to the rules.
  public static let fields: Set<String> = [
    "starts_at_local", "ends_at_local", "expires_after_ms", "display_within_ms", "delay_ms", "exceptions", "re_eligibility", "caps", "tags",
    "render",
  ]

  /// Reads them out of an object that may hold others, which are not kept.
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    try self.init(reading: &fields)
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    write(to: &fields)
    return fields.json
  }

  /// Takes its fields out of the campaign's.
  init(reading fields: inout Fields) throws(Wire.DecodingProblem) {
    self.init(
      startsAtLocal: try fields.take("starts_at_local"),
      endsAtLocal: try fields.take("ends_at_local"),
      expiresAfterMilliseconds: try fields.take("expires_after_ms"),
      displayWithinMilliseconds: try fields.take("display_within_ms"),
      delayMilliseconds: try fields.take("delay_ms"),
      exceptions: try fields.take("exceptions", default: []),
      reEligibility: try fields.take("re_eligibility"),
      caps: try fields.take("caps", default: []),
      tags: try fields.take("tags", default: []),
      render: try fields.take("render"))
  }

  func write(to fields: inout Fields) {
    fields.set("starts_at_local", startsAtLocal)
    fields.set("ends_at_local", endsAtLocal)
    fields.set("expires_after_ms", expiresAfterMilliseconds)
    fields.set("display_within_ms", displayWithinMilliseconds)
    fields.set("delay_ms", delayMilliseconds)
    fields.set("exceptions", exceptions, unless: [])
    fields.set("re_eligibility", reEligibility)
    fields.set("caps", caps, unless: [])
    fields.set("tags", tags, unless: [])
    fields.set("render", render)
  }
}

extension Wire.ReEligibility: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      type: try fields.require("type"), afterMilliseconds: try fields.take("after_ms"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("type", type)
    fields.set("after_ms", afterMilliseconds)
    return fields.json
  }
}

extension Wire.Cap: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      tag: try fields.take("tag"), limit: try fields.require("limit"), within: try fields.require("within"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("tag", tag)
    fields.set("limit", limit)
    fields.set("within", within)
    return fields.json
  }
}
