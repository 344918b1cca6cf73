// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An error response (`application/problem+json`): what is wrong, where, and what to do.
  public struct Problem: Equatable, Sendable, Error {
    public var status: Int
    /// A stable code, such as `key_missing`.
    public var code: String
    /// One sentence.
    public var title: String
    /// What the caller should do.
    public var remedy: String?
    /// The path of the field, such as `events[3].properties`.
    public var field: String?
    /// All problems, if there can be several.
    public var errors: [FieldError]
    public var unknown: UnknownFields = [:]

    public init(
      status: Int, code: String, title: String, remedy: String? = nil, field: String? = nil,
      errors: [FieldError] = []
    ) {
      self.status = status
      self.code = code
      self.title = title
      self.remedy = remedy
      self.field = field
      self.errors = errors
    }

    /// A problem with a field.
    public struct FieldError: Equatable, Sendable {
      public var field: String
      public var code: String
      public var message: String
      public var remedy: String?
      public var unknown: UnknownFields = [:]

      public init(field: String, code: String, message: String, remedy: String? = nil) {
        self.field = field
        self.code = code
        self.message = message
        self.remedy = remedy
      }
    }
  }
}

extension Wire.Problem: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(status: 0, code: "", title: ""), unknown: \.unknown,
    .field("status", \.status, "The HTTP status.", .required),
    .field("code", \.code, "A stable code.", .required),
    .field("title", \.title, "The problem in one sentence.", .required),
    .field("remedy", \.remedy, "What to do."),
    .field("field", \.field, "The field with the problem."),
    .field("errors", \.errors, "All problems, if there can be several."))
}

extension Wire.Problem.FieldError: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(field: "", code: "", message: ""), unknown: \.unknown,
    .field("field", \.field, "The field with the problem.", .required),
    .field("code", \.code, "A stable code.", .required),
    .field("message", \.message, "The problem in one sentence.", .required),
    .field("remedy", \.remedy, "What to do."))
}

extension Wire.Problem {
  /// The response to a document that cannot be read: 413 if it is nested too deeply, otherwise 400.
  public init(_ problem: Wire.DecodingProblem) {
    let place = problem.position.map { " It is at line \($0.line), column \($0.column)." } ?? ""
    self.init(
      status: problem.code == .tooDeep ? 413 : 400, code: problem.code.rawValue,
      title: problem.message + place,
      remedy: problem.code.remedy, field: problem.field.isEmpty ? nil : problem.field)
  }
}

extension Wire.DecodingProblem.Code {
  /// What the sender should do.
  public var remedy: String {
    switch self {
    case .malformed: "Send one JSON document (RFC 8259) in UTF-8."
    case .tooDeep: "Nest lists and objects at most \(Wire.Limits.jsonDepth) levels deep."
    case .missing: "Add the field."
    case .wrongType: "Send the type that docs/wire.md gives for this field."
    case .invalid: "Send a value in the range that docs/wire.md gives for this field."
    }
  }
}
