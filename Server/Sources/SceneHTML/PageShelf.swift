// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// The pages that browsers may ask for at the moment, each under an address that cannot be guessed: the frames in which they are shown have no
/// origin, so that no cookie comes with their requests.
@MainActor
public final class PageShelf {
  private struct Place {
    var owner: String
    var key: String
    var web: SceneNode.Web
    var isMeasured: Bool
  }

  /// Where all pages are found.
  public nonisolated static let root = "/pages/"
  /// The oldest make room.
  public nonisolated static let limit = 200

  private let makeToken: @Sendable () -> String
  private var places: [String: Place] = [:]
  /// The latest last.
  private var order: [String] = []

  /// - Parameter makeToken: gives a secret that fits into an address.
  public nonisolated init(makeToken: @escaping @Sendable () -> String) {
    self.makeToken = makeToken
  }

  /// The address of a page; the same for the same page in other surroundings, so that a frame that shows it need not load it again.
  /// - Parameters:
  ///   - owner: who takes the page away again.
  ///   - key: tells the owner's pages apart.
  ///   - isReplacing: Other pages under that key are taken away.
  ///   - isMeasured: The page says, when it is asked, what of it cannot be seen whole.
  public func put(
    _ web: SceneNode.Web, owner: String, key: String, isReplacing: Bool = false, isMeasured: Bool = false
  ) -> String {
    if let token = order.last(where: { places[$0]?.owner == owner && places[$0]?.key == key }), var place = places[token] {
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

  /// nil: there is no such page, or no more.
  public func page(_ token: String) -> PageDocument? {
    places[token].map { PageDocument($0.web, path: Self.path(of: token), isMeasured: $0.isMeasured) }
  }

  /// Takes all pages of an owner away.
  public func removeAll(of owner: String) {
    remove { $0.owner == owner }
  }

  private func remove(where isMeant: (Place) -> Bool) {
    order.removeAll { places[$0].map(isMeant) ?? true }
    places = places.filter { !isMeant($0.value) }
  }

  private nonisolated static func path(of token: String) -> String { "\(root)\(token)/" }
}
