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

  /// Every method that the parser knows; it refuses others itself.
  private static var refused: [HTTPRequest.Method] {
    [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
      + [
        "ACL", "BIND", "CHECKOUT", "COPY", "LINK", "LOCK", "M-SEARCH", "MERGE", "MKACTIVITY", "MKCALENDAR",
        "MKCOL", "MOVE", "NOTIFY",
        "PROPFIND",
        "PROPPATCH", "PURGE", "QUERY", "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "UNBIND",
        "UNLINK", "UNLOCK", "UNSUBSCRIBE",
      ].compactMap { HTTPRequest.Method($0) }
  }

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
    for (path, declared) in paths {
      let methods = declared.contains(.get) ? declared.union([.head]) : declared
      let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
      for method in Self.refused where !methods.contains(method) {
        base.on(path, method: method) { _, _ -> Response in
          throw Refusal(Answers.methodNotAllowed(allow), headers: [.allow: allow])
        }
      }
    }
  }
}
