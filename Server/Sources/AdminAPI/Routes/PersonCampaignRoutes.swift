// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/people/:id/campaigns`: which running campaigns are for a person, and why the others are not.
struct PersonCampaignRoutes: Sendable {
  let store: any Store

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("people/:id/campaigns", use: list)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    guard let person = try await store.person(try context.personID, app: app) else {
      throw Wire.Problem(status: 404, code: "not_found", title: "There is no such person.", remedy: "List people to find their ids.")
    }
    let names = AudienceNames(
      campaigns: Dictionary(try await store.campaigns(app: app).map { ($0.id, $0.name) }) { first, _ in first },
      audiences: Dictionary(try await store.audiences(app: app).map { ($0.id, $0.name) }) { first, _ in first })
    let standings = try await PersonCampaigns(store: store).standings(of: person.summary.id, app: app, at: context.receivedAt)
    return Response(fields: [
      "campaigns": .array(
        standings.map { standing in
          var fields: [String: Wire.JSONValue] = [
            "campaign_id": .string(standing.campaign.id.rawValue), "name": .string(standing.campaign.name),
            "eligible": .bool(standing.eligibility.isEligible), "words": .string(standing.eligibility.words(names)),
          ]
          fields["arm"] = standing.arm.map { .string($0) }
          return .object(fields)
        })
    ])
  }
}
