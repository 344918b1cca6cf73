// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPTypes
public import Hummingbird
import MartletWire

/// Lets only requests with a key of one scope pass, and records whose key it is.
public struct KeyAuthentication: RouterMiddleware {
  private let scope: APIKey.Scope
  private let keys: KeyRing

  public init(scope: APIKey.Scope, keys: KeyRing) {
    self.scope = scope
    self.keys = keys
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let text = presentedKey(in: request.headers) else {
      throw refused(Answers.keyMissing(scope: scope))
    }
    guard let key = try await keys.key(for: Secret(text: text)) else {
      throw refused(Answers.keyUnknown(scope: scope))
    }
    guard key.scope == scope else { throw refused(Answers.keyWrongScope(needed: scope, found: key.scope)) }
    var context = context
    context.principal =
      switch scope {
      case .device: .device(app: key.appID, keyID: key.id)
      case .management: .program(app: key.appID, keyID: key.id, name: key.name)
      }
    return try await next(request, context)
  }

  private func presentedKey(in headers: HTTPFields) -> String? {
    let value: String?
    switch scope {
    case .device: value = headers.value(of: .martletKey)
    case .management:
      value = headers[.authorization].flatMap {
        $0.lowercased().hasPrefix("bearer ") ? String($0.dropFirst(7)) : nil
      }
    }
    // No key is longer, so longer values are not hashed.
    guard let value, !value.isEmpty, value.utf8.count <= 256 else { return nil }
    return value
  }

  private func refused(_ problem: Wire.Problem) -> Refusal {
    Refusal(
      problem, headers: [.wwwAuthenticate: scope == .device ? "Martlet-Key" : "Bearer realm=\"martlet\""])
  }
}
