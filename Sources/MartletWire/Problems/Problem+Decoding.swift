// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Problem {
  /// The response to a document that cannot be read: 413 if it is nested too deeply, otherwise 400.
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
    case .malformed: "Send one JSON document (RFC 8259) in UTF-8."
    case .tooDeep: "Nest lists and objects at most \(Wire.Limits.jsonDepth) deep."
    case .missing: "Add the field."
    case .wrongType: "Send the type that docs/wire.md gives for this field."
    case .invalid: "Send a value in the range that docs/wire.md gives for this field."
    }
  }
}
