// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPTypes
public import Hummingbird
public import MartletCore
public import Store

/// Signs browsers in, for a member of the team or by the server's one-time links, and signs them
/// out.
///
/// The secrets of cookies and links are stored only as hashes. Signing in always makes a new
/// session and ends the browser's previous one, so that nobody can plant a session beforehand.
public struct BrowserSessions: Sendable {
  public static let sessionLength = Duration.seconds(12 * 3_600)
  public static let linkLength = Duration.seconds(15 * 60)

  /// How often the store is told that a session is used.
  static let touchedEvery = Duration.seconds(300)

  private let store: any SessionStore
  private let environment: MartletCore.Environment
  private let address: PublicAddress
  /// The command that makes a link, as it has to be typed on the server.
  public let linkCommand: String

  public init(
    store: any SessionStore, environment: MartletCore.Environment, address: PublicAddress,
    linkCommand: String = BrowserSessions.linkCommand(dataFolder: nil)
  ) {
    self.linkCommand = linkCommand
    self.store = store
    self.environment = environment
    self.address = address
  }

  /// Quoted as shells want it if the path has blanks or other signs.
  ///
  /// - Parameters:
  ///   - dataFolder: The path of the data, without which the command does not find it.
  ///   - hasDatabase: Whether the command needs an address, which is nobody's business here.
  public static func linkCommand(dataFolder: String?, hasDatabase: Bool = false) -> String {
    guard let dataFolder else { return "martlet sign-in-link" }
    let isPlain = dataFolder.utf8.allSatisfy {
      Set("/._-+@%:,~".utf8).contains($0) || Character(UnicodeScalar($0)).isLetter
        || (0x30...0x39).contains($0)
    }
    return "martlet sign-in-link " + (hasDatabase ? "--database … " : "") + "--data "
      + (isPlain ? dataFolder : "'" + dataFolder.replacing("'", with: "'\\''") + "'")
  }

  /// The URL by which browsers reach this server.
  public var publicURL: PublicURL { address.url }

  /// `http://127.0.0.1:8080/sign-in/TOKEN`: signs one browser in, once, within 15 minutes.
  public func makeLink() async throws(StoreError) -> String {
    let secret = Secret.make()
    let now = environment.now()
    try await store.insert(SignInLink(hash: secret.hash, createdAt: now, expiresAt: now + Self.linkLength))
    return publicURL.description + "/sign-in/" + secret.text
  }

  /// The session of the request's cookie; nil when there is none, it has expired, or its member may
  /// not sign in any more.
  public func session(of request: Request, at now: Instant) async throws(StoreError) -> BrowserSession? {
    guard let secret = secret(in: request), let open = try await store.session(hash: secret.hash, at: now)
    else { return nil }
    // A store that cannot be written right now can still show pages.
    if open.session.seenAt + Self.touchedEvery <= now {
      try? await store.touchSession(id: open.session.id, at: now)
    }
    return BrowserSession(
      id: open.session.id, expiresAt: open.session.expiresAt, formToken: secret.derived(for: "form"),
      member: open.member)
  }

  /// Redeems a link. Returns the cookie to set; nil when the link was used or has expired.
  package func signIn(token: String, request: Request, at now: Instant) async throws(StoreError) -> Cookie? {
    guard try await store.redeemSignInLink(hash: Secret(text: token).hash, at: now) else { return nil }
    return try await open(member: nil, request: request, at: now)
  }

  /// Opens a new session, and ends the one that the browser had. Returns the cookie to set.
  ///
  /// - Parameter member: Whose session it is; nil for a link of the server.
  public func open(member: String?, request: Request, at now: Instant) async throws(StoreError) -> Cookie {
    if let old = try await session(of: request, at: now) { try await store.deleteSession(id: old.id) }
    let secret = Secret.make()
    let session = ConsoleSession(
      id: environment.makeID(), hash: secret.hash, memberID: member,
      device: BrowserWords.words(userAgent: request.headers[.userAgent]),
      createdAt: now, expiresAt: now + Self.sessionLength)
    try await store.insert(session)
    return cookie(secret.text, maximumAge: Int(Self.sessionLength.wholeMilliseconds / 1_000))
  }

  /// Ends the session. Returns the cookie that removes the browser's.
  package func signOut(_ session: BrowserSession) async throws(StoreError) -> Cookie {
    try await store.deleteSession(id: session.id)
    return cookie("", maximumAge: 0)
  }

  // MARK: - Cookie

  /// The prefix makes browsers refuse the cookie from any other host or over plain HTTP. On plain
  /// HTTP browsers always refuse it, so there it is left out.
  public var cookieName: String { publicURL.isHTTPS ? "__Host-martlet_session" : "martlet_session" }

  private func secret(in request: Request) -> Secret? {
    value(of: cookieName, in: request).map { Secret(text: $0) }
  }

  private func value(of name: String, in request: Request) -> String? {
    let value = Cookies(from: request.headers[values: .cookie])[name]?.value
    guard let value, !value.isEmpty, value.utf8.count <= 128 else { return nil }
    return value
  }

  // MARK: - Mark of a known browser

  private var markName: String { publicURL.isHTTPS ? "__Host-martlet_known" : "martlet_known" }

  /// What a browser kept in which somebody signed in to an account before, or chose its password
  /// (`TeamAccounts.SignedIn`).
  package func mark(in request: Request) -> String? { value(of: markName, in: request) }

  /// The cookie that keeps it for a year.
  public func markCookie(_ mark: String) -> Cookie {
    Cookie(
      name: markName, value: mark, maxAge: 31_536_000, path: "/", secure: publicURL.isHTTPS, httpOnly: true,
      sameSite: .lax)
  }

  private func cookie(_ value: String, maximumAge: Int) -> Cookie {
    Cookie(
      name: cookieName, value: value, maxAge: maximumAge, path: "/", secure: publicURL.isHTTPS,
      httpOnly: true, sameSite: .lax)
  }
}

/// A signed-in browser, as handlers see it.
public struct BrowserSession: Hashable, Sendable {
  public var id: String
  public var expiresAt: Instant
  /// Every form of this browser carries the token in the hidden field `csrf`, every script in the
  /// header `X-CSRF-Token`.
  public var formToken: String
  /// nil when a link of the server signed the browser in, which may do everything.
  public var member: Member?

  package init(id: String, expiresAt: Instant, formToken: String, member: Member? = nil) {
    (self.id, self.expiresAt, self.formToken, self.member) = (id, expiresAt, formToken, member)
  }

  public var role: Role { member?.role ?? .owner }

  /// The author of what is changed in this browser.
  public var author: Author { member.map { .member(id: $0.id, name: $0.title) } ?? .link }

  public var actor: TeamActor { TeamActor(memberID: member?.id, role: role) }
}

/// What a browser says it is, in words that tell a person's sessions apart: `Firefox on Linux`.
/// Nothing else of it is kept.
enum BrowserWords {
  /// A browser that says it is another one comes first: most claim to be Safari.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
  ]

  static func words(userAgent: String?) -> String {
    let text = userAgent?.prefix(1_000) ?? ""
    let browser = browsers.first { text.contains($0.0) }?.1
    let system = systems.first { text.contains($0.0) }?.1
    return switch (browser, system) {
    case (let browser?, let system?): "\(browser) on \(system)"
    case (let browser?, nil): browser
    case (nil, let system?): "A browser on \(system)"
    case (nil, nil): "An unknown browser"
    }
  }
}
