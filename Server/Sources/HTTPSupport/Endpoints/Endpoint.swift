// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
import HTTPTypes
public import Hummingbird
import MartletWire

/// A route of an API: what it does, what it takes and returns, and who carries it out. It is the
/// one description from which the router and `openapi.yaml` are made.
public struct Endpoint: Sendable {
  public typealias Handler = @Sendable (Request, ServerRequestContext) async throws -> Response

  public enum Method: String, Sendable {
    case get, post, put, delete
  }

  /// The groups in the document.
  public enum Tag: String, Sendable {
    case campaigns, audiences, pushes, insight, people, access
  }

  let method: Method
  /// Below the path of the API, such as `campaigns/{id}`.
  let path: String
  let id: String
  let tag: Tag
  let summary: String
  let details: String
  let parameters: [Parameter]
  let body: Body?
  let answers: [Answer]
  var handle: Handler

  /// - Parameters:
  ///   - id: Unique in the document. Generated clients name their functions by it.
  ///   - tag: The group that it is in.
  ///   - parameters: Those that are not in the path.
  public init(
    _ method: Method, _ path: String, id: String, tag: Tag, _ summary: String, details: String = "",
    parameters: [Parameter] = [], body: Body? = nil, answers: [Answer], use handle: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.id = id
    self.tag = tag
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.handle = handle
  }

  /// A route that returns a value.
  ///
  /// - Parameter answer: What the value is, in a few words.
  public init<Value: Shaped>(
    _ method: Method, _ path: String, id: String, tag: Tag, _ summary: String, details: String = "",
    parameters: [Parameter] = [], body: Body? = nil, answer: String,
    use handle: @escaping @Sendable (Request, ServerRequestContext) async throws -> Value
  ) {
    self.init(
      method, path, id: id, tag: tag, summary, details: details, parameters: parameters, body: body,
      answers: [.ok(answer, .json(Value.self))]
    ) { request, context in
      Response(json: try await handle(request, context).json)
    }
  }

  /// The same behind a middleware.
  public func behind(_ middleware: some MiddlewareProtocol<Request, Response, ServerRequestContext>)
    -> Endpoint
  {
    var endpoint = self
    endpoint.handle = { [handle] request, context in
      try await middleware.handle(request, context: context, next: handle)
    }
    return endpoint
  }

  // MARK: - Parts

  /// A document of a request or an answer, in one of its formats.
  public struct Content: Sendable {
    let type: String
    let schema: Schema
    var shapes: [any Shaped.Type] = []

    public static func json<Value: DocumentValue>(_ type: Value.Type) -> Content {
      Content(type: "application/json", schema: Value.schema, shapes: Value.shapes)
    }

    public static func json(_ schema: Schema) -> Content { Content(type: "application/json", schema: schema) }
    public static let csv = Content(type: "text/csv", schema: .text)
    /// A JSON document on each line.
    public static let lines = Content(type: "application/x-ndjson", schema: .text)
    public static let plain = Content(type: "text/plain", schema: .text)
  }

  public struct Body: Sendable {
    let contents: [Content]
    let isRequired: Bool

    public init(_ contents: Content..., isRequired: Bool = true) {
      self.contents = contents
      self.isRequired = isRequired
    }

    public static func json<Value: RequestValue>(_ type: Value.Type) -> Body { Body(.json(type)) }
    public static func json(_ schema: Schema) -> Body { Body(.json(schema)) }
  }

  public struct Answer: Sendable {
    let status: Int
    let words: String
    let contents: [Content]

    public static func ok(_ words: String, _ contents: Content...) -> Answer {
      Answer(status: 200, words: words, contents: contents)
    }

    public static func created(_ words: String, _ content: Content) -> Answer {
      Answer(status: 201, words: words, contents: [content])
    }

    public static func accepted(_ words: String, _ content: Content) -> Answer {
      Answer(status: 202, words: words, contents: [content])
    }

    public static func empty(_ words: String) -> Answer { Answer(status: 204, words: words, contents: []) }
  }

  public struct Parameter: Sendable {
    let schema: Schema

    /// One that the document describes under its name.
    public static func named(_ name: String) -> Parameter {
      Parameter(schema: ["$ref": .string("#/components/parameters/\(name)")])
    }

    public static func query(
      _ name: String, _ schema: Schema, _ words: String = "", isRequired: Bool = false
    ) -> Parameter {
      var fields: Schema = ["name": .string(name), "in": "query", "schema": schema.json]
      if isRequired { fields.fields["required"] = true }
      return Parameter(schema: fields.described(words))
    }

    /// One that can be there several times.
    public static func repeated(
      _ name: String, _ schema: Schema, _ words: String = "", isRequired: Bool = false
    ) -> Parameter {
      let parameter = query(name, schema, words, isRequired: isRequired)
      return Parameter(schema: parameter.schema.with(["style": "form", "explode": true]))
    }

    /// The number of elements of a page.
    public static func limit(_ range: ClosedRange<Int>, default standard: Int) -> Parameter {
      query("limit", .integer.with(.range(range)).with(.default(.int(Int64(standard)))))
    }

    /// Where a page begins.
    public static let after = query(
      "after", .text.with(["minLength": 1]), "`next` from the previous response.")

    static func path(_ name: String, in path: String) -> Parameter {
      switch name {
      case "id": .named(path.hasPrefix("people/") ? "PersonID" : "ID")
      case "number": .named("VersionNumber")
      default:
        Parameter(schema: [
          "name": .string(name), "in": "path", "required": true, "description": "Percent-encoded.",
          "schema": Schema.text.with(.length(1...255)).json,
        ])
      }
    }
  }
}

extension [Endpoint] {
  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    for endpoint in self {
      router.on(
        RouterPath(endpoint.path), method: endpoint.method.httpMethod, use: endpoint.handle)
    }
  }

  /// The part of `openapi.yaml` with their paths, each below this one.
  public func paths(under prefix: String) -> String {
    var paths: [String] = []
    for endpoint in self where !paths.contains(endpoint.path) { paths.append(endpoint.path) }
    return paths.map { path in
      "  \(prefix)/\(path):\n" + filter { $0.path == path }.map(\.yaml).joined()
    }.joined()
  }

  /// The part of `openapi.yaml` with the schemas of what they take and return.
  public var schemas: String {
    var (found, open): ([String: String], [any Shaped.Type]) = ([:], flatMap(\.shapes))
    while let type = open.popLast() {
      let (name, yaml, parts) = type.described
      if found.updateValue(yaml, forKey: name) == nil { open += parts }
    }
    return found.sorted { $0.key < $1.key }.map(\.value).joined()
  }
}

extension Shaped {
  fileprivate static var described: (name: String, yaml: String, parts: [any Shaped.Type]) {
    (shape.name, shape.yaml, shape.parts)
  }
}

extension Endpoint.Method {
  fileprivate var httpMethod: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .put: .put
    case .delete: .delete
    }
  }
}

// MARK: - In the document

extension Endpoint {
  fileprivate var shapes: [any Shaped.Type] {
    ((body?.contents ?? []) + answers.flatMap(\.contents)).flatMap(\.shapes)
  }

  fileprivate var yaml: String {
    var lines = [
      "    \(method.rawValue):", "      tags: [\(tag.rawValue)]", "      operationId: \(id)",
      "      summary: \(Schema.quoted(summary))",
    ]
    if !details.isEmpty { lines.append("      description: \(Schema.quoted(details))") }
    lines.append("      security: [{ management_key: [] }]")
    let all = pathParameters + parameters
    if !all.isEmpty { lines.append("      parameters:") }
    lines += all.map { "        - \($0.schema.line)" }
    if let body {
      let fields: Schema = ["required": .bool(body.isRequired), "content": Self.content(body.contents)]
      lines.append("      requestBody: \(fields.line)")
    }
    lines.append("      responses:")
    for answer in answers {
      var fields = Schema.anything.described(answer.words)
      if !answer.contents.isEmpty { fields.fields["content"] = Self.content(answer.contents) }
      lines.append("        \"\(answer.status)\": \(fields.line)")
    }
    lines.append(##"        default: { "$ref": "#/components/responses/Problem" }"##)
    return lines.joined(separator: "\n") + "\n"
  }

  private var pathParameters: [Parameter] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      .path(String($0.dropFirst().dropLast()), in: path)
    }
  }

  private static func content(_ contents: [Content]) -> Wire.JSONValue {
    .object(
      Dictionary(uniqueKeysWithValues: contents.map { ($0.type, .object(["schema": $0.schema.json])) }))
  }
}
