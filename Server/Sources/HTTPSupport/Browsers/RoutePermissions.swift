// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import HTTPTypes

/// What a browser's person must be allowed to do for each route. A route that is not listed is
/// refused, so a new one cannot be forgotten.
///
/// ```swift
/// RoutePermissions([.read: ["GET campaigns/:id"], .author: ["POST campaigns/:id/delete"]])
/// ```
public struct RoutePermissions: Sendable {
  /// By method and shape of the path. Names of parameters do not matter.
  private var permissions: [String: Permission] = [:]

  /// - Parameter rows: `METHOD path`, with parameters as in the router. GET includes HEAD. A route
  ///   in several rows needs the strictest of them, which a test excludes.
  public init(_ rows: [Permission: [String]]) {
    for permission in Permission.allCases {
      for route in rows[permission] ?? [] {
        let parts = route.split(separator: " ", maxSplits: 1).map(String.init)
        permissions[Self.shape(parts.first ?? "", parts.count == 2 ? parts[1] : "")] = permission
      }
    }
  }

  /// `GET campaigns/:` for every route, so that a test can compare them with those of the router.
  public var routes: Set<String> { Set(permissions.keys) }

  /// nil when the route is not listed.
  public func permission(_ method: HTTPRequest.Method, _ path: String) -> Permission? {
    permissions[Self.shape(method == .head ? "GET" : method.rawValue, path)]
  }

  /// `GET campaigns/:` for `GET /campaigns/:id`, which the router calls `/campaigns/{id}`.
  public static func shape(_ method: String, _ path: String) -> String {
    let parts = path.split(separator: "/").map { $0.hasPrefix(":") || $0.hasPrefix("{") ? ":" : String($0) }
    return method + " " + parts.joined(separator: "/")
  }

  public func merging(_ other: RoutePermissions) -> RoutePermissions {
    var all = self
    all.permissions.merge(other.permissions) { first, _ in first }
    return all
  }
}
