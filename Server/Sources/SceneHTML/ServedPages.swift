// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// The pages that browsers may load at the moment. Each has an address that cannot be guessed: the
/// frames that show pages have no origin, so their requests carry no cookies.
@MainActor
public final class ServedPages {
  private struct Place {
    var owner: String
    var key: String
    var web: SceneNode.Web
    var isMeasured: Bool
  }

  /// The path of all pages.
  public nonisolated static let root = "/pages/"
  /// The most pages; a new page replaces the oldest.
  public nonisolated static let limit = 200

  private let makeToken: @Sendable () -> String
  private var places: [String: Place] = [:]
  /// The newest is last.
  private var order: [String] = []

  /// - Parameter makeToken: Returns a secret that fits into an address.
  public nonisolated init(makeToken: @escaping @Sendable () -> String) {
    self.makeToken = makeToken
  }

  /// Adds a page and returns its address. The same page in other surroundings keeps its address, so
  /// that a frame showing it need not load it again.
  /// - Parameters:
  ///   - owner: The owner, who can remove the page.
  ///   - key: Distinguishes the owner's pages.
  ///   - isReplacing: Whether to remove the owner's other pages with this key.
  ///   - isMeasured: Whether the page reports on request which of its parts are cut off.
  public func put(
    _ web: SceneNode.Web, owner: String, key: String, isReplacing: Bool = false, isMeasured: Bool = false
  ) -> String {
    if let token = order.last(where: { places[$0]?.owner == owner && places[$0]?.key == key }),
      var place = places[token]
    {
      var same = web
      same.surroundings = place.web.surroundings
      if same == place.web {
        place.web = web
        places[token] = place
        return Self.path(of: token)
      }
    }
    if isReplacing { remove { $0.owner == owner && $0.key == key } }
    let token = makeToken()
    places[token] = Place(owner: owner, key: key, web: web, isMeasured: isMeasured)
    order.append(token)
    if order.count > Self.limit { places[order.removeFirst()] = nil }
    return Self.path(of: token)
  }

  /// nil if there is no such page, or no longer.
  public func page(_ token: String) -> PageDocument? {
    places[token].map { PageDocument($0.web, path: Self.path(of: token), isMeasured: $0.isMeasured) }
  }

  /// Removes all pages of an owner.
  public func removeAll(of owner: String) { remove { $0.owner == owner } }

  private func remove(where isMeant: (Place) -> Bool) {
    order.removeAll { places[$0].map(isMeant) ?? true }
    places = places.filter { !isMeant($0.value) }
  }

  private nonisolated static func path(of token: String) -> String { "\(root)\(token)/" }
}
