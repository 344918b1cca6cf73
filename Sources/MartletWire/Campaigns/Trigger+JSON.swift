// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Trigger: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      kind: try fields.require("kind"),
      name: try fields.take("name"),
      filter: try fields.take("filter"),
      triggers: try fields.take("triggers", default: []),
      times: try fields.take("times"),
      match: try fields.take("match"),
      within: try fields.take("within"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("kind", kind)
    fields.set("name", name)
    fields.set("filter", filter)
    fields.set("triggers", triggers, unless: [])
    fields.set("times", times)
    fields.set("match", match)
    fields.set("within", within)
    return fields.json
  }
}

extension Wire.HistoryWindow: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(type: try fields.require("type"), milliseconds: try fields.take("ms"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("type", type)
    fields.set("ms", milliseconds)
    return fields.json
  }
}

extension Wire.Filter: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    switch fields.keys {
    case ["all"]: self = .all(try fields.require("all"))
    case ["any"]: self = .any(try fields.require("any"))
    case ["not"]: self = .not(try fields.require("not"))
    case let keys where keys.contains("path") && keys.isDisjoint(with: ["all", "any", "not"]):
      self = .compare(try Wire.Comparison(json: json))
    default: self = .unknown(json)
    }
  }

  public var json: Wire.JSONValue {
    switch self {
    case .all(let filters): ["all": filters.json]
    case .any(let filters): ["any": filters.json]
    case .not(let filter): ["not": filter.json]
    case .compare(let comparison): comparison.json
    case .unknown(let json): json
    }
  }
}

extension Wire.Comparison: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      path: try fields.require("path"),
      operation: try fields.require("op"),
      value: fields.takeRaw("value"),
      ignoringCase: try fields.take("ignoring_case", default: false),
      filter: try fields.take("filter"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("path", path)
    fields.set("op", operation)
    fields.set("value", value)
    fields.set("ignoring_case", ignoringCase, unless: false)
    fields.set("filter", filter)
    return fields.json
  }
}
