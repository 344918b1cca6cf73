// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Backtest
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import Logging
import MartletCore
import MartletTesting
import MartletWire
import NIOCore
import NIOEmbedded
import Pages
import Pushing
import Store
import StoreSQLite
import Synchronization

@testable import Console

/// A signed-in browser on a console whose store is in memory: it keeps cookies and sends forms with
/// the token of its pages.
final class Browser {
  struct Answer {
    let status: HTTPResponse.Status
    let location: String?
    let html: String
    let headers: HTTPFields
  }

  struct Tried: Equatable, Sendable {
    var trial: CampaignTrial
    var session: String
  }

  /// For passwords of tests.
  static let cheap = PasswordCost(logRounds: 4, blockSize: 8, parallelism: 1)
  private static let password = PasswordHash(
    cost: .standard, salt: [UInt8](repeating: 1, count: 16), key: [UInt8](repeating: 1, count: 32))

  /// The signed-in account with this role.
  static func member(_ role: Role) -> Member {
    guard let email = EmailAddress("ana@example.com") else { preconditionFailure("This is an address.") }
    return Member(id: "ana", email: email, name: "Ana", role: role, state: .active, createdAt: Samples.now)
  }

  static let app = App(id: "app", name: "Acorn Shop", createdAt: Samples.now)

  let store: SQLiteStore
  let keys: KeyRing
  let authoring: CampaignAuthoring
  let accounts: TeamAccounts
  let backtests: BacktestJobs
  private let responder: any HTTPResponder<ServerRequestContext>
  private var cookies: [String: String] = [:]
  private var knownToken: (cookies: [String: String], text: String)?
  private let heard = Heard()
  /// Drafts that were sent to the lab, with the session for which they wait there.
  var tried: [Tried] { heard.tried.withLock { $0 } }
  /// Apps whose devices are to be told something else from now on.
  var told: [AppID] { heard.told.withLock { $0 } }
  let signatures = SignatureLedger(startedAt: Samples.now)
  private let clock = ManualClock(start: Samples.now)

  /// - Parameters:
  ///   - role: Of the account that is signed in; nil for somebody whom a link of the server signed
  ///     in.
  ///   - needsPushKeys: Whether nothing but a push can only be launched with an APNs key.
  init(
    campaigns: [Campaign] = Samples.campaigns, isSignedIn: Bool = true, role: Role? = nil,
    faults: StoreFaults = StoreFaults(),
    people: PersonalText? = nil, needsPushKeys: Bool = false
  )
    async throws
  {
    let environment = clock.environment
    store = try SQLiteStore.inMemory()
    try await store.insert(Self.app)
    for campaign in campaigns { try await store.insert(campaign, by: .system) }
    keys = KeyRing(
      store: store, changes: ChangeMonitor(store, environment: environment), environment: environment)
    authoring = CampaignAuthoring(
      store: FaultyStore(store: store, faults: faults), pushKeys: needsPushKeys ? store : nil,
      environment: environment
    )
    backtests = BacktestJobs(Backtests(store: store), store, environment: environment)
    let address = PublicAddress(
      configured: PublicURL("http://127.0.0.1:8080"), host: "127.0.0.1", port: 8_080)
    let sessions = BrowserSessions(store: store, environment: environment, address: address)
    let site = try Console.site(navigation: [.campaigns, .lab, .settings])
    let router = Router(context: ServerRequestContext.self)
    router.add(
      middleware: RequestScope(
        environment: environment, metrics: MetricsRegistry(), pages: PlainPages(), isHTTPS: false))
    let limiter = RequestLimiter(.none, proxies: .local, environment: environment, metrics: MetricsRegistry())
    let hasher = PasswordHasher(cost: Self.cheap ?? .standard)
    accounts = TeamAccounts(store: store, hasher: hasher, environment: environment)
    SignInRoutes(sessions: sessions, accounts: accounts, pages: PlainPages(), limiter: limiter).addRoutes(
      to: router)
    Console(
      site: site, store: store, authoring: authoring, sessions: sessions, accounts: accounts,
      limiter: limiter,
      environment: environment, signatures: signatures,
      pushKeys: PushKeyring(store: store, safe: KeySafe(.memory), environment: environment),
      pushRuns: PushRuns(store: store, environment: environment) {}, backtests: backtests, people: people,
      tryOut: { [heard] trial, session in
        heard.tried.withLock { $0.append(Tried(trial: trial, session: session)) }
        return "word"
      }
    ).addRoutes(to: router)
    responder = router.buildResponder()
    store.subscribe(heard)
    guard isSignedIn else { return }
    if let role {
      let member = Self.member(role)
      try await store.insertFirst(member, password: Self.password)
      let secret = Secret.make()
      try await store.insert(
        ConsoleSession(
          id: "own", hash: secret.hash, memberID: member.id, device: "Firefox on Linux",
          createdAt: Samples.now,
          expiresAt: Samples.now + BrowserSessions.sessionLength))
      cookies[sessions.cookieName] = secret.text
      return
    }
    let token = try await sessions.makeLink().split(separator: "/").last.map(String.init) ?? ""
    _ = try await send(.post, "/sign-in", fields: [("token", token)])
  }

  /// Another browser on the same console, in which nobody is signed in.
  init(sharing other: Browser) async throws {
    (store, keys, authoring, accounts, responder) = (
      other.store, other.keys, other.authoring, other.accounts, other.responder
    )
    backtests = other.backtests
  }

  /// Goes on without being signed in.
  func forgetCookies() { cookies = [:] }

  func get(_ path: String) async throws -> Answer {
    try await send(.get, path, fields: nil)
  }

  /// Sends a form as the page would: with the token that the page holds.
  func post(_ path: String, _ fields: [(String, String)] = []) async throws -> Answer {
    try await send(.post, path, fields: fields + [("csrf", try await token())])
  }

  /// Sends forms at the same time, as several people do. The answers' statuses, in the order of the
  /// forms.
  func postTogether(_ forms: [(path: String, fields: [(String, String)])]) async throws -> [HTTPResponse
    .Status]
  {
    let token = try await token()
    let requests = forms.map { request(.post, $0.path, fields: $0.fields + [("csrf", token)]) }
    return try await withThrowingTaskGroup(of: (Int, HTTPResponse.Status).self) { [responder] group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, try await responder.respond(to: request, context: Self.context()).status) }
      }
      var statuses = requests.map { _ in HTTPResponse.Status.internalServerError }
      for try await (index, status) in group { statuses[index] = status }
      return statuses
    }
  }

  /// The token of all forms of a session, read from one of its pages.
  private func token() async throws -> String {
    if let known = knownToken, known.cookies == cookies { return known.text }
    let page = try await get("/campaigns").html
    let text = page.firstMatch(of: /name="csrf" value="([^"]+)"/).map { String($0.1) } ?? ""
    knownToken = text.isEmpty ? nil : (cookies, text)
    return text
  }

  /// - Parameter origin: The site that the browser says the request comes from.
  func send(
    _ method: HTTPRequest.Method, _ path: String, fields: [(String, String)]?, origin: String? = nil,
    referer: String? = nil
  ) async throws -> Answer {
    let request = request(method, path, fields: fields, origin: origin, referer: referer)
    let response = try await responder.respond(to: request, context: Self.context())
    for cookie in response.headers[values: .setCookie] { keep(cookie) }
    let body = Collected()
    try await response.body.write(CollectingWriter(collected: body))
    return Answer(
      status: response.status, location: response.headers[.location], html: body.text,
      headers: response.headers)
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, fields: [(String, String)]?, origin: String? = nil,
    referer: String? = nil
  ) -> Request {
    var headers: HTTPFields = [.accept: "text/html"]
    headers[.origin] = origin
    headers[.referer] = referer
    if !cookies.isEmpty {
      headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
    }
    var sent = RequestBody(buffer: ByteBuffer())
    if let fields {
      headers[.contentType] = "application/x-www-form-urlencoded"
      let text = fields.map { QueryString.encoded($0.0) + "=" + QueryString.encoded($0.1) }.joined(
        separator: "&")
      sent = RequestBody(buffer: ByteBuffer(string: text))
    }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:8080", path: path, headerFields: headers)
    return Request(head: head, body: sent)
  }

  private static func context() -> ServerRequestContext {
    var logger = Logger(label: "test") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    logger[metadataKey: "hb.request.id"] = "request"
    return ServerRequestContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger))
  }

  private func keep(_ cookie: String) {
    let pair = cookie.prefix { $0 != ";" }.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard pair.count == 2 else { return }
    cookies[pair[0]] = cookie.contains("Max-Age=0") ? nil : pair[1]
  }
}

private final class Heard: ChangeListener {
  let tried = Mutex<[Browser.Tried]>([])
  let told = Mutex<[AppID]>([])

  func hear(_ change: StoreChange) {
    switch change {
    case .catalogue(let app), .device(_, let app): told.withLock { $0.append(app) }
    default: break
    }
  }
}

/// Keeps what an answer writes.
private final class Collected {
  var text = ""
}

private struct CollectingWriter: ResponseBodyWriter {
  let collected: Collected

  mutating func write(_ buffer: ByteBuffer) async throws {
    collected.text += String(buffer: buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
