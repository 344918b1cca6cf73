// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Store

/// What the pages of audiences read. Errors are those that pages answer with.
extension Console {
  /// By name.
  func audiences(_ visit: Visit) async throws -> [Audience] {
    try await audiences.audiences(app: visit.app.id)
  }

  func audience(_ id: AudienceID, _ visit: Visit) async throws -> Audience {
    try await audiences.audience(id, app: visit.app.id)
  }

  /// What uses each audience.
  func uses(_ visit: Visit) async throws -> AudienceUses {
    try await audiences.uses(app: visit.app.id)
  }

  func uses(of audience: Audience, _ visit: Visit) async throws -> AudienceUses.Users {
    try await audiences.uses(of: audience.id, app: visit.app.id)
  }

  /// How many people are in it now. Without a number, what is wrong with its rule: something that
  /// it names may be gone since it was saved.
  ///
  /// - Parameter isExact: Whether to count them however many people there are.
  func count(
    _ audience: Audience, isExact: Bool, _ visit: Visit
  ) async throws -> (number: AudienceAuthoring.QuickCount?, problems: [Diagnostic]) {
    do throws(Rejection) {
      return (try await audiences.count(audience.rule, isExact: isExact, app: visit.app.id), [])
    } catch {
      guard case .invalid(_, let problems) = error else { throw error }
      return (nil, problems)
    }
  }

  /// How it has grown, and with which campaigns it overlaps.
  ///
  /// - Parameter compares: Whether to compare it with the running campaigns. That counts each of
  ///   their audiences.
  func insight(into audience: Audience, compares: Bool, _ visit: Visit) async throws -> AudienceInsight {
    let sizes = try await audiences.sizes(of: audience.id, app: visit.app.id)
    guard compares else { return AudienceInsight(sizes, nil) }
    return AudienceInsight(
      sizes,
      try await audiences.overlap(of: audience.id, app: visit.app.id))
  }

  /// How many user ids its list has.
  func listLength(of audience: Audience, _ visit: Visit) async throws -> Int {
    try await audiences.listLength(of: audience.id, app: visit.app.id)
  }
}

extension AudienceUses.Users {
  var links: [Frame.Link] {
    campaigns.map { Frame.Link(label: $0.name, href: "/campaigns/\($0.id.rawValue)") }
      + audiences.map { Frame.Link(label: $0.name, href: "/audiences/\($0.id)") }
  }
}

extension ServerRequestContext {
  var audienceID: AudienceID { get throws { AudienceID(try parameters.require("id")) } }
}
