// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport
public import Hummingbird

/// Lets clients write the paths of the old service in upper or lower case, as its own routers did.
/// Other paths, and what stands for a name or an id, stay as they are.
public struct PathFolding<Base: HTTPResponder>: HTTPResponder where Base.Context == ServerRequestContext {
  private let base: Base

  public init(_ base: Base) {
    self.base = base
  }

  public func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
    guard let path = request.head.path, let folded = FoldedPath.of(path), folded != path else {
      return try await base.respond(to: request, context: context)
    }
    var head = request.head
    head.path = folded
    return try await base.respond(to: Request(head: head, body: request.body), context: context)
  }
}

enum FoldedPath {
  /// The names of the path's parts, by their place. Between them are names of the caller.
  static let base = ["subscriptions", "resourcegroups", "providers", "appcollections", "apps"]
  private static let operations = ["campaigns", "campaignsByName"]
  private static let actions = ["activate", "suspend", "finish", "test", "push", "statistics"]

  /// nil for a path that is not the old service's.
  static func of(_ path: String) -> String? {
    guard path.utf8.prefix(2).elementsEqual("/s".utf8) || path.utf8.prefix(2).elementsEqual("/S".utf8) else {
      return nil
    }
    let query = path.firstIndex(of: "?").map { path[$0...] } ?? ""
    var parts = path.dropLast(query.count).split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count > 2 * base.count + 1 else { return nil }
    for (index, name) in base.enumerated() {
      guard parts[2 * index + 1].lowercased() == name else { return nil }
      parts[2 * index + 1] = name
    }
    func fold(_ index: Int, _ names: [String]) {
      guard index < parts.count,
        let name = names.first(where: { $0.lowercased() == parts[index].lowercased() })
      else { return }
      parts[index] = name
    }
    let place = 2 * base.count + 1
    fold(place, operations)
    fold(place + 1, CampaignKind.allCases.map(\.rawValue))
    if parts[place] == operations[0] {
      fold(place + 2, ["test"])
      fold(place + 3, actions)
    }
    return parts.joined(separator: "/") + query
  }
}
