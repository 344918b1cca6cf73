// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var privacyRequests: [Promise] {
    [
      Promise("a user has one open request of each kind; an answer stands for a day, then they may ask again")
      {
        store async throws in
        try await begin(store)
        let first = try #require(try await store.add(request("q1", .export, "u:ana"), app: "shop"))
        #expect(first == request("q1", .export, "u:ana"))
        #expect(try await store.add(request("q2", .export, "u:ana", after: 9), app: "shop") == first)
        #expect(try await store.add(request("q3", .deletion, "u:ana"), app: "shop")?.id == "q3")
        #expect(try await store.add(request("q4", .export, "u:ben"), app: "shop")?.id == "q4")
        // Nobody has these names, and people who never signed in have no requests.
        for name in ["u:nobody", "d:phone", "d:other"] {
          #expect(try await store.add(request("q5", .export, name), app: "shop") == nil)
        }
        let declined = try await store.answerPrivacyRequest(
          "q1", with: .declined(note: "twice"), app: "shop", at: Sample.now)
        #expect(declined.state == .declined && declined.note == "twice" && declined.closedAt == Sample.now)
        #expect(try await store.add(request("q6", .export, "u:ana", after: 86_399), app: "shop") == declined)
        #expect(try await store.add(request("q7", .export, "u:ana", after: 86_400), app: "shop")?.id == "q7")
        #expect(try await store.privacyRequest("q6", app: "shop") == nil)
      },
      Promise(
        "requests are listed in pages, each once: the open ones oldest first, the others newest first, and counted with those overdue"
      ) {
        store async throws in
        try await begin(store)
        let kinds = [
          ("q1", PrivacyRequest.Kind.export, "u:ana"), ("q2", .deletion, "u:ana"), ("q3", .export, "u:ben"),
          ("q4", .deletion, "u:ben"),
        ]
        for (index, (id, kind, person)) in kinds.enumerated() {
          _ = try await store.add(request(id, kind, person, after: index), app: "shop")
        }
        for id in ["q1", "q3"] {
          _ = try await store.answerPrivacyRequest(
            id, with: .declined(note: nil), app: "shop", at: Sample.now + .seconds(60))
        }
        for (isOpen, ids) in [(true, ["q2", "q4"]), (false, ["q3", "q1"])] {
          let all = try await store.privacyRequests(isOpen: isOpen, app: "shop", after: nil, limit: 50)
          #expect(all.elements.map(\.id) == ids && all.next == nil)
          let first = try await store.privacyRequests(isOpen: isOpen, app: "shop", after: nil, limit: 1)
          let second = try await store.privacyRequests(
            isOpen: isOpen, app: "shop", after: first.next, limit: 1)
          #expect((first.elements + second.elements).map(\.id) == ids && second.next == nil)
          #expect(
            try await store.privacyRequests(isOpen: isOpen, app: "other", after: nil, limit: 50).elements
              == [])
        }
        let due = request("q2", .deletion, "u:ana", after: 1).dueAt
        for (now, overdue) in [(due, 0), (due + .milliseconds(1), 1), (due + .seconds(9), 2)] {
          let open = try await store.openPrivacyRequests(app: "shop", at: now)
          #expect(open.count == 2 && open.overdue == overdue)
        }
      },
      Promise(
        "a deletion that is done deletes the person with a receipt, and the person's requests stay without name and note"
      ) {
        store async throws in
        try await begin(store)
        _ = try await store.add(request("q1", .export, "u:ana"), app: "shop")
        _ = try await store.answerPrivacyRequest(
          "q1", with: .declined(note: "Ana wrote"), app: "shop", at: Sample.now)
        _ = try await store.add(request("q2", .export, "u:ana", after: 90_000), app: "shop")
        _ = try await store.add(request("q3", .deletion, "u:ana"), app: "shop")
        #expect(try await store.holdings(of: "u:ana", app: "shop")?[.requests] == 3)
        #expect(
          try await store.records(.requests, of: "u:ana", app: "shop", after: nil, limit: 50).elements.count
            == 3)
        let at = Sample.now + .seconds(100_000)
        let done = try await store.answerPrivacyRequest("q3", with: .done(receipt: "r1"), app: "shop", at: at)
        #expect(done.state == .done && done.receiptID == "r1" && done.personID == nil && done.closedAt == at)
        #expect(try await store.person("u:ana", app: "shop") == nil)
        #expect(try await store.deletionReceipt("r1", app: "shop")?.removed[.requests] == 3)
        let declined = try await store.privacyRequest("q1", app: "shop")
        #expect(
          declined?.state == .declined && declined?.note == nil && declined?.personID == nil
            && declined?.closedAt == Sample.now)
        #expect(try await store.privacyRequest("q2", app: "shop")?.state == .lapsed)
        for id in ["q1", "q2", "q3"] {
          await #expect(throws: StoreError.conflict) {
            _ = try await store.answerPrivacyRequest(id, with: .declined(note: nil), app: "shop", at: at)
          }
        }
        await #expect(throws: StoreError.notFound) {
          _ = try await store.answerPrivacyRequest("q9", with: .declined(note: nil), app: "shop", at: at)
        }
        #expect(try await store.person("u:ben", app: "shop") != nil)
      },
      Promise("any other deletion of the person answers their request for one") { store async throws in
        try await begin(store)
        _ = try await store.add(request("q1", .deletion, "u:ana"), app: "shop")
        _ = try await store.deletePerson("d:phone", app: "shop", receipt: "r1", at: Sample.now + .seconds(60))
        let request = try await store.privacyRequest("q1", app: "shop")
        #expect(request?.state == .done && request?.receiptID == "r1" && request?.personID == nil)
      },
      Promise("an anonymous person is deleted by their device, but not after they have signed in") {
        store async throws in
        try await begin(store)
        func delete(_ device: String) async throws -> AnonymousDeletion {
          try await store.deleteAnonymousPerson(
            onDevice: device, app: "shop", receipt: "r-\(device)", at: Sample.now + .seconds(60))
        }
        #expect(try await delete("phone") == .belongsToUser)
        #expect(try await delete("nobody") == .nothingStored)
        guard case .deleted(let receipt) = try await delete("kiosk") else {
          throw StoreError.failed("not deleted")
        }
        #expect(receipt.id == "r-kiosk" && receipt.removed[.events] == 1)
        #expect(try await store.person("d:kiosk", app: "shop") == nil)
        #expect(try await store.person("u:ana", app: "shop") != nil)
        #expect(try await delete("kiosk") == .nothingStored)
      },
    ]
  }

  private static func request(
    _ id: String, _ kind: PrivacyRequest.Kind, _ person: String, after seconds: Int = 0
  ) -> PrivacyRequest {
    let at = Sample.now + .seconds(seconds)
    return PrivacyRequest(
      id: id, kind: kind, personID: person, requestedAt: at, dueAt: at + .seconds(10 * 86_400))
  }

  /// Ana, who was anonymous on her phone; Ben; and somebody at a kiosk who never signed in.
  private static func begin(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    _ = try await store.ingest(
      Sample.batch(
        [
          Sample.event("s1", user: nil, .sessionStart),
          Sample.event("s2", user: "ana", .userChanged(previousUserID: nil)),
        ], device: "phone")
    )
    _ = try await store.ingest(
      Sample.batch([Sample.event("b1", user: "ben", .sessionStart)], device: "other"))
    _ = try await store.ingest(Sample.batch([Sample.event("k1", user: nil, .sessionStart)], device: "kiosk"))
  }
}
