// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPTypes
public import Hummingbird

/// Lets only signed-in browsers pass whose person may use the route, and no request that another
/// site made them send.
///
/// Two independent checks protect every request that changes something. The browser must say that
/// it comes from our own pages (`Sec-Fetch-Site`, `Origin`). And either its handler checks the
/// form's token with `checkFormToken`, or the script's header is checked here.
public struct BrowserGuard: RouterMiddleware {
  private let sessions: BrowserSessions
  private let permissions: RoutePermissions

  /// - Parameter permissions: What each route behind the guard needs.
  public init(sessions: BrowserSessions, permissions: RoutePermissions) {
    self.sessions = sessions
    self.permissions = permissions
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let session = try await sessions.session(of: request, at: context.receivedAt) else {
      throw Answers.signInRequired
    }
    var context = context
    context.principal = .browser(session)
    guard let permission = permissions.permission(request.method, context.endpointPath ?? "") else {
      throw Answers.permissionUnknown
    }
    try session.require(permission)
    guard !request.isSafe else { return try await next(request, context) }
    try SameOrigin.check(request, publicURL: sessions.publicURL)
    var request = request
    if let presented = request.headers[.csrfToken] {
      guard Secret.isEqual(presented, session.formToken) else { throw Answers.formTokenWrong }
    } else {
      // Reads the form here and puts it back for the handler, so that no handler can forget the
      // check.
      let bytes = try await request.bytes()
      let presented = try FormFields(encoded: bytes)[FormFields.tokenName] ?? ""
      guard Secret.isEqual(presented, session.formToken) else { throw Answers.formTokenWrong }
      request.body = RequestBody(buffer: ByteBuffer(bytes: bytes))
    }
    return try await next(request, context)
  }
}

/// Checks where the browser says that a request came from.
public enum SameOrigin {
  /// Throws 403 when the browser says that another site caused the request. Programs say nothing
  /// and pass: they need the token.
  public static func check(_ request: Request, publicURL: PublicURL) throws {
    if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
      throw Answers.crossSite
    }
    guard let origin = request.headers[.origin] else { return }
    // Behind a proxy the public URL counts; otherwise the name that the browser used.
    let isOurs =
      origin == publicURL.description || PublicURL(origin)?.authority == request.head.authority?.lowercased()
    guard isOurs else { throw Answers.crossSite }
  }
}

extension BrowserSession {
  /// Throws 403 with what the role lacks.
  public func require(_ permission: Permission) throws {
    guard role.may(permission) else { throw Answers.notPermitted(permission, role: role) }
  }
}

extension FormFields {
  /// The hidden field of every form.
  public static let tokenName = "csrf"
}

extension PublicURL {
  /// `host:port`, or `host` when the port is the scheme's default.
  var authority: String { host + (port.map { ":\($0)" } ?? "") }
}

extension Request {
  var isSafe: Bool { method == .get || method == .head }
}

extension ServerRequestContext {
  /// The signed-in browser. Throws 401 when the route is not behind `BrowserGuard`.
  public var browser: BrowserSession {
    get throws {
      guard case .browser(let session) = principal else { throw Answers.signInRequired }
      return session
    }
  }
}
