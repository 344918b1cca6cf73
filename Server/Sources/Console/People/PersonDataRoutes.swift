// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import PeopleFiles
import Store

/// `/people/:id/export`, `/people/:id/delete` and `/privacy/receipts`: everything about one person,
/// as a file or gone.
struct PersonDataRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("people/:id/export", use: export)
    group.get("people/:id/delete", use: ask)
    group.post("people/:id/delete", use: delete)
    group.get("privacy/receipts/:id", use: receipt)
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let export = PersonExport(
      of: try await console.person(context, visit), store: console.store, app: visit.app.id)
    return Response(file: PersonExport.fileName, contentType: PersonExport.contentType) { put in
      try await export.write(put)
    }
  }

  @Sendable
  private func ask(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let person = try await console.person(context, visit)
    guard let holdings = try await console.store.holdings(of: person.summary.id, app: visit.app.id) else {
      throw Answers.notFound
    }
    let path = PersonPage.Query().path(person.summary.id)
    let trail = [Frame.Link.people, Frame.Link(label: person.summary.words, href: path)]
    let model = DeletionPage(name: person.summary.words, path: path, holdings: Holding.all(holdings))
    return console.response(
      "people/delete", model,
      visit.frame(title: "Delete \(person.summary.words)", section: "people", trail: trail))
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.personID
    let receipt = try await console.store.deletePerson(
      id, app: visit.app.id, receipt: console.environment.makeID(), at: context.receivedAt)
    guard let receipt else { throw Answers.notFound }
    return console.redirect(to: "/privacy/receipts/\(receipt.id)", .good, "The person is deleted.")
  }

  @Sendable
  private func receipt(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    guard
      let receipt = try await console.store.deletionReceipt(
        try context.parameters.require("id"), app: visit.app.id)
    else {
      throw Answers.notFound
    }
    let model = ReceiptPage(
      receiptID: receipt.id, at: UTCTime(receipt.at).words, holdings: Holding.all(receipt.removed))
    return console.response(
      "people/receipt", model,
      visit.frame(title: "Receipt of a deletion", section: "people", trail: [.people]))
  }
}

/// The values of the template `people/delete`.
private struct DeletionPage {
  let name: String
  let path: String
  let holdings: [Holding]
}

/// The values of the template `people/receipt`.
private struct ReceiptPage {
  let receiptID: String
  let at: String
  let holdings: [Holding]
}

/// A line of what a person has, or had.
private struct Holding {
  let words: String

  static func all(_ counts: [PersonalData: Int]) -> [Holding] {
    PersonalData.allCases.compactMap { kind in
      guard let count = counts[kind], count > 0 else { return nil }
      return Holding(words: kind.words(count))
    }
  }
}
