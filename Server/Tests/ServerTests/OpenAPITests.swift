// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import AdminAPI
import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletKit
import MartletServer
import StoreSQLite
import Testing

@Suite("openapi.yaml")
struct OpenAPITests {
  /// Notes what is registered, and passes it on to a real router.
  private final class NotingRouter: RouterMethods {
    typealias Context = ServerRequestContext

    private(set) var operations: Set<String> = []

    func on<Responder: HTTPResponder>(_ path: RouterPath, method: HTTPRequest.Method, responder: Responder)
      -> Self
    where Responder.Context == Context {
      let text = path.description
      operations.insert("\(method.rawValue) " + (text.hasPrefix("/") ? text : "/" + text))
      return self
    }

    func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self { self }
  }

  /// `METHOD /path` of every operation in the document, which is written with paths at two and
  /// methods at four spaces.
  private static var described: Set<String> {
    var operations: Set<String> = []
    var path = ""
    for line in OpenAPI.document.split(separator: "\n") {
      if line.hasPrefix("components:") { break }
      if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
      let word = line.dropFirst(4).dropLast()
      if line.hasPrefix("    "), ["get", "put", "post", "delete", "patch"].contains(word) {
        operations.insert("\(word.uppercased()) \(path)")
      }
    }
    return operations
  }

  @Test func `every route for programs is described, and everything described is a route`() async throws {
    let configuration = ServerConfiguration(storage: .memory)
    let services = ServerServices(
      configuration: configuration, store: try SQLiteStore.inMemory(), environment: .live)
    let router = NotingRouter()
    ServerRoutes.addProgramRoutes(to: router, services: services)
    #expect(router.operations == Self.described)
    #expect(Self.described.count > 20)
  }

  @Test func `the management API is described by its routes`() async throws {
    let services = ServerServices(
      configuration: ServerConfiguration(storage: .memory), store: try SQLiteStore.inMemory(),
      environment: .live)
    let endpoints = ServerRoutes.adminRoutes(services: services).endpoints
    var regions = [endpoints.paths(under: "/api/v1"), endpoints.schemas][...]
    let file = URL(filePath: #filePath).appending(path: "../../../Sources/AdminAPI/Assets/openapi.yaml")
      .standardizedFileURL
    let document = try String(contentsOf: file, encoding: .utf8)
    var written: [Substring] = []
    var isInside = false
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasSuffix("# End of the management API") { isInside = false }
      if !isInside { written.append(line) }
      if line.contains("# Management API: generated") {
        isInside = true
        if let region = regions.popFirst() { written.append(region.dropLast()) }
      }
    }
    #expect(regions.isEmpty, "openapi.yaml has a region for the paths, and one for the schemas.")
    let text = written.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(document == text, "openapi.yaml is not what the routes say: run make reference.")
    }
  }

  @Test func `every schema that the document names is in it`() throws {
    let names = OpenAPI.document.matches(of: /#\/components\/schemas\/(\w+)/).map { String($0.1) }
    let missing = Set(names).filter { !OpenAPI.document.contains("\n    \($0):") }
    #expect(missing.sorted() == [])
  }
}
