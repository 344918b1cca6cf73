// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// Refuses requests that two programs could understand differently, or whose body has a coding that this server does not know.
public struct MessageGuard: RouterMiddleware {
  public typealias Context = ServerRequestContext

  public init() {}

  public func handle(
    _ request: Request, context: ServerRequestContext, next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    // The first one has become the request's authority; a proxy may have used the second.
    guard request.headers[values: .repeatedHost].isEmpty else { throw Refusal(Answers.hostTwice, headers: [.connection: "close"]) }
    let codings = request.headers[values: .transferEncoding].flatMap { $0.split(separator: ",") }
    // A body with another coding would be misread.
    guard codings.count < 2, codings.allSatisfy({ $0.lowercased().filter { $0 != " " && $0 != "\t" } == "chunked" }) else {
      throw Refusal(Answers.transferEncodingNotSupported, headers: [.connection: "close"])
    }
    return try await next(request, context)
  }
}
