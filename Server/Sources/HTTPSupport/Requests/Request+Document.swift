// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Hummingbird
public import MartletWire

extension Request {
  /// The body as JSON. Throws 400 with the field for a text with U+0000, which databases and other
  /// programs take for the end of a text.
  public func document() async throws -> Wire.JSONValue {
    let document = try await decode(Wire.JSONValue.self)
    guard let field = document.fieldWithNUL else { return document }
    throw Answers.nul(in: field)
  }
}

extension Wire.JSONValue {
  /// Where the first text or name with U+0000 is, such as `triggers[0].name`; empty for the
  /// document itself. nil: nowhere.
  var fieldWithNUL: String? {
    switch self {
    case .string(let text): return text.utf8.contains(0) ? "" : nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let rest = element.fieldWithNUL { return Self.join("[\(index)]", rest) }
      }
      return nil
    case .object(let fields):
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        if name.utf8.contains(0) { return name.replacing("\0", with: "\\u0000") }
        if let rest = value.fieldWithNUL { return Self.join(name, rest) }
      }
      return nil
    default: return nil
    }
  }

  private static func join(_ beginning: String, _ rest: String) -> String {
    rest.isEmpty || rest.hasPrefix("[") ? beginning + rest : beginning + "." + rest
  }
}

extension Answers {
  static func nul(in field: String) -> Wire.Problem {
    Wire.Problem(
      status: 400, code: "field_invalid", title: "A text has a character with the code 0.",
      remedy: "Remove it.",
      field: field.isEmpty ? nil : field)
  }
}

/// Refuses queries with U+0000, which no name or id of the management API has.
public struct NULGuard<Context: RequestContext>: RouterMiddleware {
  public init() {}

  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.uri.query?.contains("%00") == true {
      let name = FormFields(query: request.uri.query ?? "").all.first {
        $0.value.utf8.contains(0) || $0.name.utf8.contains(0)
      }?.name
      throw Answers.nul(in: name.map { String($0).replacing("\0", with: "") } ?? "")
    }
    return try await next(request, context)
  }
}
