// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Console
import DeviceLab
import Domain
import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
import MartletCore
import MartletKit
import MartletWire
import NIOCore
import NIOEmbedded
import Pages
import Store
import StoreSQLite
import Testing

@testable import MartletServer

/// Every route of the server, with everybody who may and may not use it.
@Suite("Who may use which route", .timeLimit(.minutes(5)))
struct RoutePermissionTests {
  /// Notes what is registered, and passes nothing on.
  private final class NotingRouter: RouterMethods {
    typealias Context = ServerRequestContext

    private(set) var routes: [String] = []

    func on<Responder: HTTPResponder>(_ path: RouterPath, method: HTTPRequest.Method, responder: Responder)
      -> Self
    where Responder.Context == Context {
      routes.append("\(method.rawValue) \(path.description.hasPrefix("/") ? "" : "/")\(path.description)")
      return self
    }

    func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self { self }
  }

  /// For everybody, signed in or not. What protects them is written beside each.
  private static let open: Set<String> = [
    // A password or the secret of a link.
    "GET sign-in", "GET sign-in/:", "POST sign-in", "GET join/:", "GET reset-password/:", "POST join",
    // Nothing in them is secret.
    "GET assets/:",
    // The unguessable word in the address, in frames of the console.
    "GET pages/:", "GET pages/:/**",
  ]

  private static let table = ConsolePermissions.table.merging(DeviceLab.permissions).merging(
    SignInRoutes.permissions)

  private static func shape(_ route: String) -> String {
    let parts = route.split(separator: " ").map(String.init)
    return RoutePermissions.shape(parts[0], parts[1])
  }

  /// The routes of a server, without those for programs.
  private static func browserRoutes(_ services: ServerServices, _ lab: DeviceLab) -> [String] {
    let (all, programs) = (NotingRouter(), NotingRouter())
    ServerRoutes.addRoutes(to: all, services: services, lab: lab)
    ServerRoutes.addProgramRoutes(to: programs, services: services)
    let known = Set(programs.routes)
    return all.routes.filter { !known.contains($0) }
  }

  private static func server() throws -> (services: ServerServices, lab: DeviceLab) {
    let configuration = ServerConfiguration(storage: .memory)
    let services = ServerServices(
      configuration: configuration, store: try SQLiteStore.inMemory(), environment: .live,
      site: try Console.site(navigation: [.campaigns, .people, .lab, .settings], files: DeviceLab.files))
    return (services, DeviceLab(services: services, configuration: configuration))
  }

  @Test func `every route says what it needs, and nothing is said about routes that do not exist`() throws {
    let (services, lab) = try Self.server()
    let routes = Set(Self.browserRoutes(services, lab).map(Self.shape))
    #expect(routes.subtracting(Self.open).subtracting(Self.table.routes) == [], "routes that say nothing")
    #expect(Self.table.routes.subtracting(routes) == [], "no such routes")
    #expect(Self.open.subtracting(routes) == [], "no such open routes")
    #expect(Self.table.routes.intersection(Self.open) == [])
    #expect(routes.count > 60)
  }

  /// The parts of the path that exist, for the routes of which a member sees something.
  private static func path(_ route: String, campaign: String, member: String) -> String {
    let path = String(route.split(separator: " ")[1])
    // What would change something finds nothing to change.
    let isRead = route.hasPrefix("GET ")
    let id =
      isRead && path.hasPrefix("/campaigns")
      ? campaign : isRead && path.hasPrefix("/settings/team") ? member : "nothing"
    return path.replacing("{id}", with: id).split(separator: "/").map {
      $0.hasPrefix("{") ? "nothing" : String($0)
    }.joined(separator: "/")
  }

  @Test(arguments: Role.allCases)
  func `each role may use exactly the routes that its permissions name`(_ role: Role) async throws {
    try await TestServer.run { server in
      let member = try await Self.member(role, of: server)
      let campaign = try #require(
        try await server.services.store.campaigns(app: FirstStart.sampleApp).first { $0.state == .draft }
      ).id
      let (services, lab) = try Self.server()
      var seen = 0
      for route in Self.browserRoutes(services, lab) {
        let shape = Self.shape(route)
        guard !Self.open.contains(shape) else { continue }
        let method = String(route.split(separator: " ")[0])
        let path = "/" + Self.path(route, campaign: campaign.rawValue, member: member.id)
        let known = try #require(HTTPRequest.Method(method))
        let permission = try #require(Self.table.permission(known, String(route.split(separator: " ")[1])))
        // A new session each time, because some routes end it.
        let (headers, token) = try await Self.session(of: member.id, server)
        // A stranger has no role: one round is enough.
        if role == .owner {
          let stranger = try await server.send(method, path)
          #expect(stranger.status == 401, "\(route) without a session")
        }
        let body = method == "GET" ? [] : Array("csrf=\(token)".utf8)
        let fields =
          method == "DELETE"
          ? ["X-CSRF-Token": token]
          : method == "GET" ? [:] : ["Content-Type": "application/x-www-form-urlencoded"]
        let answer = try await server.send(
          method, path, headers: headers.merging(fields) { $1 }, body: method == "DELETE" ? [] : body)
        let isRefused = answer.status == 403 && answer.json["code"] == "not_permitted"
        #expect(isRefused == !role.may(permission), "\(route) needs \(permission): \(answer.status)")
        #expect(answer.status != 401 && answer.status < 500, "\(route): \(answer.status)")
        if role.may(permission) {
          #expect(
            answer.status != 403 && answer.json["code"] != "csrf_token_wrong",
            "\(route): \(answer.text.prefix(200))")
          // What exists is shown, or leads on.
          if method == "GET", !path.contains("nothing") {
            #expect([200, 303].contains(answer.status), "\(route): \(answer.status)")
          }
        }
        seen += 1
      }
      #expect(seen > 60)
    }
  }

  @Test func `a route that the table does not name is refused to everybody`() async throws {
    let services = try Self.server().services
    let router = Router(context: ServerRequestContext.self)
    let guardian = BrowserGuard(
      sessions: services.sessions, permissions: RoutePermissions([.read: ["GET known"]]))
    let group = router.group().add(middleware: guardian)
    for path in ["known", "unknown"] { group.get(RouterPath(path)) { _, _ in Response(text: "here") } }
    let responder = router.buildResponder()
    let (secret, now) = (Secret.make(), services.environment.now())
    try await services.store.insert(
      ConsoleSession(id: "link", hash: secret.hash, createdAt: now, expiresAt: now + .seconds(600)))
    func answer(_ path: String) async throws -> HTTPResponse.Status {
      let head = HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1", path: path,
        headerFields: [.cookie: "\(services.sessions.cookieName)=\(secret.text)"])
      var context = ServerRequestContext(
        source: ApplicationRequestContextSource(
          channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
      context.receivedAt = now
      return try await responder.respond(
        to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context
      ).status
    }
    #expect(try await answer("/known") == .ok)
    let problem = await #expect(throws: Wire.Problem.self) { _ = try await answer("/unknown") }
    #expect(problem?.status == 403 && problem?.code == "permission_unknown")
    #expect(RoutePermissions([.read: ["GET known"]]).permission(.head, "/known") == .read)
    #expect(RoutePermissions([.read: ["GET known"]]).permission(.post, "/known") == nil)
    #expect(
      RoutePermissions([.read: ["GET a/:b"], .publish: ["GET a/:c"]]).permission(.get, "a/:d") == .publish)
  }

  /// A member with the role, beside the owner.
  private static func member(_ role: Role, of server: TestServer) async throws -> Member {
    let store = server.services.store
    let password = PasswordHash(cost: .standard, salt: [1], key: [1])
    let owner = Member(
      id: "owner", email: try #require(EmailAddress("ana@example.com")), name: "Ana", role: .owner,
      state: .active,
      createdAt: server.services.environment.now())
    try await store.insertFirst(owner, password: password)
    var member = owner
    (member.id, member.email, member.role, member.state) = (
      "member", try #require(EmailAddress("ben@example.com")), role, .invited
    )
    try await store.invite(
      member, link: MemberLink(hash: [1], memberID: member.id, kind: .invitation, createdAt: member.createdAt)
    )
    return try #require(
      try await store.useLink(hash: [1], name: "Ben", password: password, at: member.createdAt))
  }

  private static func session(of member: String, _ server: TestServer) async throws -> (
    headers: [String: String], token: String
  ) {
    let (secret, now) = (Secret.make(), server.services.environment.now())
    try await server.services.store.insert(
      ConsoleSession(
        id: server.services.environment.makeID(), hash: secret.hash, memberID: member, createdAt: now,
        expiresAt: now + .seconds(600)))
    return (["Cookie": "\(server.services.sessions.cookieName)=\(secret.text)"], secret.derived(for: "form"))
  }
}
