// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// Refuses requests whose `Host` is not ours while the server listens on loopback only.
///
/// Without this, any page that a person visits could point its own name at 127.0.0.1 and talk to
/// the server as if it were its own (DNS rebinding).
public struct HostGuard: RouterMiddleware {
  private let allowed: Set<String>

  /// nil when the server listens on more than loopback: then a proxy or load balancer may use any
  /// name.
  public init?(bindHost: String, publicURL: PublicURL) {
    let loopback: Set<String> = ["127.0.0.1", "localhost", "[::1]", "::1"]
    guard loopback.contains(bindHost) else { return nil }
    allowed = loopback.union([publicURL.host])
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let authority = request.head.authority, allowed.contains(PublicURL.host(ofAuthority: authority))
    else {
      throw Answers.hostNotAllowed
    }
    return try await next(request, context)
  }
}

/// Refuses requests that two programs could understand differently, or whose body has a coding that
/// this server does not know.
public struct MessageGuard: RouterMiddleware {
  public init() {}

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    // The first one has become the request's authority; a proxy may have used the second.
    guard request.headers[values: .repeatedHost].isEmpty else {
      throw Refusal(Answers.hostTwice, headers: [.connection: "close"])
    }
    let codings = request.headers[values: .transferEncoding].flatMap { $0.split(separator: ",") }
    // A body with another coding would be misread.
    guard codings.count < 2,
      codings.allSatisfy({ $0.lowercased().filter { $0 != " " && $0 != "\t" } == "chunked" })
    else {
      throw Refusal(Answers.transferEncodingNotSupported, headers: [.connection: "close"])
    }
    return try await next(request, context)
  }
}
