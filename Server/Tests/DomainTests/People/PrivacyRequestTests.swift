// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct PrivacyRequestTests {
  private static let now = Instant(milliseconds: 1_000_000)

  private static func request(_ kind: PrivacyRequest.Kind, _ state: PrivacyRequest.State = .open)
    -> PrivacyRequest
  {
    PrivacyRequest(
      id: "r", kind: kind, personID: "u:ana", requestedAt: now, dueAt: now, state: state,
      closedAt: state == .open ? nil : now, note: "note", receiptID: nil)
  }

  @Test(
    arguments: [
      (PrivacyRequest.Kind.deletion, PrivacyRequest.State.open, PrivacyRequest.State.done, "receipt"),
      (.export, .open, .lapsed, nil), (.deletion, .declined, .declined, nil), (.export, .done, .done, nil),
    ] as [(PrivacyRequest.Kind, PrivacyRequest.State, PrivacyRequest.State, String?)])
  func `the deletion of a person answers what is open of theirs, and leaves nobody's name on any request`(
    _ kind: PrivacyRequest.Kind, _ state: PrivacyRequest.State, _ after: PrivacyRequest.State,
    _ receipt: String?
  ) {
    var request = Self.request(kind, state)
    let later = Self.now + .seconds(5)
    request.endWithPerson(receipt: "receipt", at: later)
    #expect(request.state == after && request.receiptID == receipt)
    #expect(request.personID == nil && request.note == nil)
    #expect(request.closedAt == (state == .open ? later : Self.now))
  }

  @Test(arguments: PrivacyRequest.State.allCases)
  func `a request is answered once`(_ state: PrivacyRequest.State) {
    var request = Self.request(.export, state)
    let isClosed = request.close(.declined(note: "why"), at: Self.now + .seconds(5))
    #expect(isClosed == (state == .open))
    #expect(request.note == (state == .open ? "why" : "note"))
    #expect(request.state == (state == .open ? .declined : state))
  }
}
