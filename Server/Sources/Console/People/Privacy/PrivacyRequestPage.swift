// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The values of the template `people/request`: one request, and the ways to answer it.
struct PrivacyRequestPage {
  let title: String
  let requestPath: String
  let person: String
  /// The person's page; nil if the person was deleted.
  let personPath: String?
  let requested: String
  let due: String
  let isOverdue: Bool
  let state: String
  let isOpen: Bool
  let isDeletion: Bool
  /// Why it was declined.
  let reason: String?
  let receiptHref: String?
  let note: String
  let noteProblem: String?
  let noteLength = PrivacyRequest.noteLength

  static func path(_ id: String) -> String { "\(PrivacyRequestsPage.path)/\(id)" }

  /// - Parameters:
  ///   - note: What was typed to decline it.
  ///   - problem: What is wrong with that.
  init(_ request: PrivacyRequest, now: Instant, note: String = "", problem: String? = nil) {
    title = request.title
    requestPath = Self.path(request.id)
    person = request.personWords
    personPath = request.personID.map { PersonPage.Query().path($0) }
    requested = UTCTime(request.requestedAt).words
    due = UTCTime(request.dueAt).words
    isOverdue = request.isOverdue(at: now)
    state = request.stateWords
    isOpen = request.isOpen
    isDeletion = request.kind == .deletion
    reason = request.note
    receiptHref = request.receiptID.map { "/privacy/receipts/\($0)" }
    self.note = note
    noteProblem = problem
  }
}
