// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import Hummingbird
import MartletWire

/// Passes routes on to a router and remembers them, so that an existing path can report its
/// methods.
///
/// ```swift
/// let routes = RecordedRoutes(router)
/// addRoutes(to: routes)
/// routes.refuseOtherMethods()
/// ```
public final class RecordedRoutes<Base: RouterMethods>: RouterMethods
where Base.Context == ServerRequestContext {
  public typealias Context = ServerRequestContext

  private let base: Base
  private var paths: [(path: RouterPath, methods: Set<HTTPRequest.Method>)] = []
  /// By the path's shape: names of parameters do not matter.
  private var index: [String: Int] = [:]

  public init(_ base: Base) {
    self.base = base
  }

  @discardableResult
  public func on<Responder: HTTPResponder>(
    _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
  ) -> Self
  where Responder.Context == Context {
    let shape = path.description.split(separator: "/").map { $0.hasPrefix(":") ? ":" : $0 }.joined(
      separator: "/")
    if let place = index[shape] {
      paths[place].methods.insert(method)
    } else {
      index[shape] = paths.count
      paths.append((path, [method]))
    }
    base.on(path, method: method, responder: responder)
    return self
  }

  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    _ = base.add(middleware: middleware)
    return self
  }

  /// Answers all other methods of the paths so far with 405 and the methods that exist. GET
  /// includes HEAD.
  public func refuseOtherMethods() {
    let known = Router(context: Context.self)
    for (path, declared) in paths {
      let methods = declared.contains(.get) ? declared.union([.head]) : declared
      let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
      known.get(path) { _, _ -> Response in
        throw Refusal(Answers.methodNotAllowed(allow), headers: [.allow: allow])
      }
    }
    // No route comes after it, so it only hears of requests without one.
    _ = base.add(middleware: KnownPaths(known: known.buildResponder()))
  }
}

/// Tells a method that a path does not have from a path that does not exist.
private struct KnownPaths: RouterMiddleware {
  typealias Context = ServerRequestContext

  /// Refuses each path that exists.
  let known: RouterResponder<Context>

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var head = request.head
    head.method = .get
    _ = try await known.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    return try await next(request, context)
  }
}
