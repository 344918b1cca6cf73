// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Problem: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      status: try fields.require("status"),
      code: try fields.require("code"),
      title: try fields.require("title"),
      remedy: try fields.take("remedy"),
      field: try fields.take("field"),
      errors: try fields.take("errors", default: []),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("status", status)
    fields.set("code", code)
    fields.set("title", title)
    fields.set("remedy", remedy)
    fields.set("field", field)
    fields.set("errors", errors, unless: [])
    return fields.json
  }
}

extension Wire.Problem.FieldError: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      field: try fields.require("field"),
      code: try fields.require("code"),
      message: try fields.require("message"),
      remedy: try fields.take("remedy"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("field", field)
    fields.set("code", code)
    fields.set("message", message)
    fields.set("remedy", remedy)
    return fields.json
  }
}

extension Wire.Problem {
  /// The answer to a document that cannot be read: 413 when it nests too deep, else 400.
  public init(_ problem: Wire.DecodingProblem) {
    let place = problem.position.map { " It is at line \($0.line), column \($0.column)." } ?? ""
    self.init(
      status: problem.code == .tooDeep ? 413 : 400,
      code: problem.code.rawValue,
      title: problem.message + place,
      remedy: problem.code.remedy,
      field: problem.field.isEmpty ? nil : problem.field)
  }
}

extension Wire.DecodingProblem.Code {
  /// What the sender should do.
  public var remedy: String {
    switch self {
    case .malformed: "Send one JSON document as RFC 8259 describes it, in UTF-8."
    case .tooDeep: "Nest lists and objects at most \(Wire.Limits.jsonDepth) deep."
    case .missing: "Add the field."
    case .wrongType: "Send the type that docs/wire.md names for this field."
    case .invalid: "Send a value in the range that docs/wire.md names for this field."
    }
  }
}
