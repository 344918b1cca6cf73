// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles
import Store

/// `/api/v1/people` and `/api/v1/test-devices`.
struct PeopleRoutes: Sendable {
  let store: any Store
  let environment: MartletCore.Environment

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("people", use: list)
    group.get("people/:id", use: get)
    group.delete("people/:id", use: delete)
    group.get("people/:id/export", use: export)
    group.get("privacy/receipts/:id", use: receipt)
    group.get("people/:id/timeline", use: timeline)
    group.get("people/:id/pushes", use: pushes)
    group.get("people/:id/campaigns", use: campaigns)
    group.post("devices/:id/revoke", use: revokeDevice)
    group.get("test-devices", use: testDevices)
    group.put("test-devices/:id") { request, context in try await setTestDevice(true, request, context) }
    group.delete("test-devices/:id") { request, context in try await setTestDevice(false, request, context) }
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let search = request.queryValue("search")
    if let search, search.count > PeopleLimits.searchLength {
      throw AdminAnswers.queryInvalid("search", expected: "at most \(PeopleLimits.searchLength) characters")
    }
    let page = try await store.people(
      search: search, app: try context.appID, after: try request.placeAfter(),
      limit: try request.limit(in: PeopleLimits.page) ?? 50)
    return Response(fields: [
      "people": .array(page.elements.map { .object($0.fields) }), "next": page.next.map { .string($0) },
    ])
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: try await person(context).json)
  }

  @Sendable
  private func timeline(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let person = try await person(context)
    let kinds = try (request.queryValue("kind") ?? "").split(separator: ",").map { word in
      guard let kind = Wire.EventRecord.Topic(rawValue: String(word)) else {
        throw AdminAnswers.queryInvalid(
          "kind", expected: Wire.EventRecord.Topic.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return kind
    }
    let page = try await store.timeline(
      personID: person.summary.id, kinds: kinds, app: try context.appID, after: try request.placeAfter(),
      limit: try request.limit(in: PeopleLimits.page) ?? 50)
    let names = try await store.campaigns(app: try context.appID).reduce(into: [String: String]()) {
      $0[$1.id.rawValue] = $1.name
    }
    let entries = page.elements.map { $0.json(name: { names[$0] ?? $0 }) }
    return Response(
      fields: [
        "person_id": .string(person.summary.id), "entries": .array(entries),
        "next": page.next.map { .string($0) },
      ])
  }

  @Sendable
  private func pushes(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let person = try await person(context)
    let pushes = try await store.pushes(
      to: person.summary.id, app: try context.appID, limit: try request.limit(in: PeopleLimits.page) ?? 50)
    return Response(
      fields: [
        "person_id": .string(person.summary.id),
        "pushes": .array(
          pushes.map { push in
            .object([
              "campaign_id": .string(push.campaignID.rawValue), "run_id": .string(push.runID),
              "delivery": push.delivery.json,
            ])
          }),
      ])
  }

  @Sendable
  private func campaigns(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (person, app) = (try await person(context), try context.appID)
    let (campaigns, audiences) = (try await store.campaigns(app: app), try await store.audiences(app: app))
    let standings = try await PersonCampaigns(store: store).standings(
      of: person.summary.id, among: campaigns, audiences,
      locales: person.summary.devices.map(\.device.locale), app: app,
      at: context.receivedAt)
    let names = AudienceNames(campaigns: campaigns, audiences: audiences)
    return Response(fields: ["campaigns": .array(standings.map { .object($0.fields(names)) })])
  }

  // MARK: - Privacy

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app) = (try context.personID, try context.appID)
    guard
      let receipt = try await store.deletePerson(
        id, app: app, receipt: environment.makeID(), at: environment.now())
    else {
      throw Self.personNotFound
    }
    return Response(json: receipt.json)
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let export = PersonExport(of: try await person(context), store: store, app: try context.appID)
    return Response(file: PersonExport.fileName, contentType: PersonExport.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func receipt(_ request: Request, context: ServerRequestContext) async throws -> Response {
    guard
      let receipt = try await store.deletionReceipt(
        try context.parameters.require("id"), app: try context.appID)
    else {
      throw Wire.Problem(
        status: 404, code: "receipt_not_found", title: "There is no receipt with this id in this key's app.",
        remedy: "Use the id from the answer to the deletion.")
    }
    return Response(json: receipt.json)
  }

  // MARK: - Test devices

  @Sendable
  private func testDevices(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let ids = try await store.testDevices(app: try context.appID).sorted()
    return Response(fields: ["device_ids": .array(ids.map { .string($0) })])
  }

  /// Also revokes an id that has not been seen: it may be known from elsewhere that somebody else
  /// has it.
  @Sendable
  private func revokeDevice(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let id = try deviceID(context)
    try await store.revokeDevice(id, app: app, at: environment.now())
    return Response(status: .noContent)
  }

  private func deviceID(_ context: ServerRequestContext) throws -> String {
    let id = try context.parameters.require("id")
    guard id.isPlainID(upTo: Wire.Limits.idLength) else { throw Answers.notFound }
    return id
  }

  private func setTestDevice(_ isTest: Bool, _ request: Request, _ context: ServerRequestContext) async throws
    -> Response
  {
    let (id, app) = (try deviceID(context), try context.appID)
    do throws(StoreError) {
      try await store.setTestDevice(id, isTest, app: app, at: environment.now())
    } catch {
      guard case .conflict = error else { throw error }
      throw Wire.Problem(
        status: 409, code: "too_many_test_devices",
        title: "The app already has \(PeopleLimits.testDevices) test devices.",
        remedy: "Remove one that you no longer use.")
    }
    return Response(status: .noContent)
  }

  // MARK: -

  private func person(_ context: ServerRequestContext) async throws -> Person {
    guard let person = try await store.person(try context.personID, app: try context.appID) else {
      throw Self.personNotFound
    }
    return person
  }

  private static let personNotFound = Wire.Problem(
    status: 404, code: "person_not_found", title: "There is no person with this id in this key's app.",
    remedy: "Search with GET /api/v1/people?search=.")
}

extension PersonCampaigns.Standing {
  fileprivate func fields(_ names: AudienceNames) -> [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [
      "campaign_id": .string(campaign.id.rawValue), "name": .string(campaign.name),
      "eligible": .bool(eligibility.isEligible),
      "words": .string(eligibility.words(names)),
    ]
    fields["arm"] = eligibility.isEligible ? arm.map { .string($0) } : nil
    // A campaign that does not say in which language it is written has no name for it.
    if eligibility.isEligible, !languages.isEmpty {
      fields["languages"] = .array(languages.map { $0.isEmpty ? .null : .string($0) })
    }
    if case .heldOut(let end) = eligibility { fields["held_out_until"] = .int(end.milliseconds) }
    return fields
  }
}
