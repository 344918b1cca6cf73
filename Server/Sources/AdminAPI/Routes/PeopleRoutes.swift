// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Documents
public import Domain
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

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "people", id: "listPeople", tag: .people,
        "List or search the people of the key's app, the most recently seen first.",
        parameters: [
          .query(
            "search", .text.with(["maxLength": 255]),
            """
            A user id or its beginning, or a device id; or the beginning of an e-mail address, a \
            first name, a last name or both (the attributes `email`, `first_name` and \
            `last_name`); or words from the user id or the device description; or the date or \
            time (UTC) when they were first or last seen, such as `2026-11-21` or `21 Nov`; \
            `test device` and `not signed in` find people with these marks. A page can have \
            fewer people than `limit`, or none, and still have a `next`.
            """), .limit(PeopleLimits.page, default: 50), .after,
        ],
        answer: "The people.",
        use: list),
      Endpoint(
        .get, "people/{id}", id: "getPerson", tag: .people,
        """
        Get a person with attributes and devices. The id of a device on which they were \
        anonymous before sign-in also works.
        """,
        answer: "The person.",
        use: get),
      Endpoint(
        .delete, "people/{id}", id: "deletePerson", tag: .people,
        "Delete everything about a person, and get a receipt.",
        details: """
          Events, attributes, devices with their push tokens and secrets, sessions, decisions, \
          pushes and all names go in one transaction. The totals of reports stay. Pushes that \
          were not sent yet are cancelled. Events from before the deletion that arrive later \
          are answered as duplicates and dropped; later ones make a new person. This cannot be \
          undone. See docs/privacy.md.
          """,
        answer: "The receipt.",
        use: delete),
      Endpoint(
        .get, "people/{id}/export", id: "exportPerson", tag: .people,
        """
        Get everything that is stored about a person, as one file with a JSON object in each \
        line.
        """,
        details: """
          The field `record` of a line is `person`, `session`, `campaign`, `offer`, `push`, \
          `run`, `list`, `privacy_request`, `event`, or `end` in the last line, with the \
          number of lines before it. Secrets and push tokens are left out.
          """,
        answers: [.ok("The file.", .lines)],
        use: export),
      Endpoint(
        .get, "privacy/receipts/{id}", id: "getDeletionReceipt", tag: .people,
        "Get the receipt of a deletion.",
        answer: "The receipt.",
        use: receipt),
      Endpoint(
        .get, "people/{id}/timeline", id: "getTimeline", tag: .people,
        """
        Get a person's timeline, newest first, with activity, message outcomes, and \
        decisions with all candidates and reasons.
        """,
        parameters: [
          .query(
            "kind", .text.with(["examples": ["decisions,messages"]]),
            "One or more, separated by commas. Default: all."), .limit(PeopleLimits.page, default: 50),
          .after,
        ],
        answer: "The timeline.",
        use: timeline),
      Endpoint(
        .get, "people/{id}/pushes", id: "getPersonPushes", tag: .people,
        """
        List the pushes to a person's devices, those of the newest run first, with what \
        became of each.
        """,
        parameters: [.limit(PeopleLimits.page, default: 50)],
        answer: "The pushes.",
        use: pushes),
      Endpoint(
        .get, "people/{id}/campaigns", id: "getPersonCampaigns", tag: .people,
        """
        List the running campaigns. For each, it says whether it is for the person, the \
        condition that keeps them out, the arm of its experiment, and the languages in which \
        their devices get it.
        """,
        answer: "The campaigns, by name.",
        use: campaigns),
      Endpoint(
        .post, "devices/{id}/revoke", id: "revokeDevice", tag: .people,
        """
        Revoke a device. The app continues as a new device and sends waiting events again. \
        This cannot be undone.
        """,
        answers: [.empty("Revoked.")],
        use: revokeDevice),
      Endpoint(
        .get, "test-devices", id: "listTestDevices", tag: .people,
        "List the test devices. They report every decision, and reports leave them out.",
        answer: "The devices.",
        use: testDevices),
      Endpoint(
        .put, "test-devices/{id}", id: "markTestDevice", tag: .people,
        "Make a device a test device, from its next sync. Up to 500 per app.",
        details: """
          Reports leave out its activity from now on. Earlier activity stays counted. Devices \
          of the Device Lab are always test devices.
          """,
        answers: [.empty("The device is a test device.")]
      ) { request, context in try await setTestDevice(true, request, context) },
      Endpoint(
        .delete, "test-devices/{id}", id: "unmarkTestDevice", tag: .people,
        "Remove a device from the test devices.",
        answers: [.empty("The device is not a test device.")]
      ) { request, context in try await setTestDevice(false, request, context) },
    ]
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> ListingPage<
    PersonSummary
  > {
    let search = request.queryValue("search")
    if let search, search.count > PeopleLimits.searchLength {
      throw AdminAnswers.queryInvalid("search", expected: "at most \(PeopleLimits.searchLength) characters")
    }
    let page = try await store.people(
      search: search, app: try context.appID, after: try request.placeAfter(),
      limit: try request.limit(in: PeopleLimits.page) ?? 50)
    return ListingPage(page.elements, next: page.next)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Person {
    try await person(context)
  }

  @Sendable
  private func timeline(_ request: Request, context: ServerRequestContext) async throws -> Timeline {
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
    return Timeline(
      personID: person.summary.id, entries: page.elements.map { ExplainedEntry(entry: $0, names: names) },
      next: page.next)
  }

  @Sendable
  private func pushes(_ request: Request, context: ServerRequestContext) async throws -> PersonPushes {
    let person = try await person(context)
    let pushes = try await store.pushes(
      to: person.summary.id, app: try context.appID, limit: try request.limit(in: PeopleLimits.page) ?? 50)
    return PersonPushes(personID: person.summary.id, pushes: pushes)
  }

  @Sendable
  private func campaigns(_ request: Request, context: ServerRequestContext) async throws -> Listing<
    CampaignForPerson
  > {
    let (person, app) = (try await person(context), try context.appID)
    let (campaigns, audiences) = (try await store.campaigns(app: app), try await store.audiences(app: app))
    let standings = try await PersonCampaigns(store: store).standings(
      of: person.summary.id, among: campaigns, audiences,
      locales: person.summary.devices.map(\.device.locale), app: app,
      at: context.receivedAt)
    let names = AudienceNames(campaigns: campaigns, audiences: audiences)
    return Listing(standings.map { CampaignForPerson(standing: $0, names: names) })
  }

  // MARK: - Privacy

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> DeletionReceipt {
    let (id, app) = (try context.personID, try context.appID)
    guard
      let receipt = try await store.deletePerson(
        id, app: app, receipt: environment.makeID(), at: environment.now())
    else {
      throw Self.personNotFound
    }
    return receipt
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let export = PersonExport(of: try await person(context), store: store, app: try context.appID)
    return Response(file: PersonExport.fileName, contentType: PersonExport.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func receipt(_ request: Request, context: ServerRequestContext) async throws -> DeletionReceipt {
    guard
      let receipt = try await store.deletionReceipt(
        try context.parameters.require("id"), app: try context.appID)
    else {
      throw Wire.Problem(
        status: 404, code: "receipt_not_found", title: "There is no receipt with this id in this key's app.",
        remedy: "Use the id from the answer to the deletion.")
    }
    return receipt
  }

  // MARK: - Test devices

  @Sendable
  private func testDevices(_ request: Request, context: ServerRequestContext) async throws -> TestDevices {
    TestDevices(ids: try await store.testDevices(app: try context.appID).sorted())
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

// MARK: - Documents

private struct TestDevices: Shaped {
  var ids: [String]

  static let shape = Shape<Self>("TestDeviceList", "", .field("device_ids", \.ids))
}

private struct Timeline: Shaped {
  var personID: String
  var entries: [ExplainedEntry]
  var next: String?

  static let shape = Shape<Self>(
    "Timeline", "", .field("person_id", \.personID), .field("entries", \.entries),
    .optional("next", \.next, "Present if there are more. Send it as `after` to get them."))
}

private struct PersonPushes: Shaped {
  var personID: String
  var pushes: [PersonPush]

  static let shape = Shape<Self>(
    "PersonPushes", "", .field("person_id", \.personID), .field("pushes", \.pushes))
}

extension PersonPush: Shaped {
  public static let shape = Shape<Self>(
    "PersonPush", "", .field("campaign_id", \.campaignID.rawValue), .field("run_id", \.runID),
    .field("delivery", \.delivery))
}

/// What a running campaign is for a person.
private struct CampaignForPerson: Listed {
  var standing: PersonCampaigns.Standing
  var names: AudienceNames

  static let listing = "campaigns"
  static let shape = Shape<Self>(
    "CampaignForPerson", "", .field("campaign_id", \.standing.campaign.id.rawValue),
    .field("name", \.standing.campaign.name), .field("eligible", \.isEligible),
    .field("words", { $0.standing.eligibility.words($0.names) }),
    .optional("arm", { $0.isEligible ? $0.standing.arm : nil }),
    .optional(
      "languages", \.languages,
      """
      The languages in which the person's devices get the texts, if the campaign has several. null: the \
      campaign's own, which it does not name.
      """, .list(of: ["type": ["string", "null"]])),
    .optional(
      "held_out_until",
      { if case .heldOut(let end) = $0.standing.eligibility { end } else { nil } }))

  private var isEligible: Bool { standing.eligibility.isEligible }

  /// A campaign that does not say in which language it is written has no name for it.
  private var languages: [Wire.JSONValue]? {
    guard isEligible, !standing.languages.isEmpty else { return nil }
    return standing.languages.map { $0.isEmpty ? .null : .string($0) }
  }
}
