// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import Pages

/// The values of the template `people/requests`: a page of the open requests, or of the answered
/// ones.
struct PrivacyRequestsPage {
  let filters: [ListTable.Filter]
  let lines: [Line]
  let isOpen: Bool
  /// Why there are none; nil if there are some.
  let nothing: String?
  /// No request can arrive, because the app's settings refuse them.
  let isOff: Bool
  let firstHref: String?
  let nextHref: String?

  static let path = "/privacy/requests"
  static let length = 50

  struct Query {
    var isOpen = true
    var after: String?

    var path: String {
      QueryString.url(
        PrivacyRequestsPage.path,
        [("state", isOpen ? "" : "closed"), ("after", after ?? "")].filter { !$0.1.isEmpty })
    }
  }

  struct Line {
    let title: String
    let href: String
    let person: String
    let requested: String
    /// By when, or what became of it.
    let standing: String
    let isOverdue: Bool

    init(_ request: PrivacyRequest, now: Instant) {
      title = request.title
      href = PrivacyRequestPage.path(request.id)
      person = request.personWords
      requested = UTCTime(request.requestedAt).date
      standing = request.isOpen ? "By \(UTCTime(request.dueAt).date)" : request.stateWords
      isOverdue = request.isOverdue(at: now)
    }
  }

  init(_ page: ListPage<PrivacyRequest>, query: Query, isOff: Bool, now: Instant) {
    filters = [(true, "Open"), (false, "Answered")].map { isOpen, label in
      ListTable.Filter(label: label, href: Query(isOpen: isOpen).path, isCurrent: isOpen == query.isOpen)
    }
    lines = page.elements.map { Line($0, now: now) }
    isOpen = query.isOpen
    nothing =
      !lines.isEmpty ? nil : query.isOpen ? "No open privacy requests." : "No answered privacy requests yet."
    self.isOff = isOff && query.isOpen && lines.isEmpty
    firstHref = query.after.map { _ in Query(isOpen: query.isOpen).path }
    nextHref = page.next.map { Query(isOpen: query.isOpen, after: $0).path }
  }
}

extension PrivacyRequest {
  var title: String {
    switch kind {
    case .export: "A copy of their data"
    case .deletion: "Deletion of their data"
    }
  }

  /// The user id.
  var personWords: String { personID.map { String($0.dropFirst(2)) } ?? "Deleted person" }

  var stateWords: String {
    let day = closedAt.map { " on \(UTCTime($0).date)" } ?? ""
    return switch state {
    case .open: "Open"
    case .done: "Done\(day)"
    case .declined: "Declined\(day)"
    case .lapsed: "Not needed any more: the person was deleted\(day)"
    }
  }
}
