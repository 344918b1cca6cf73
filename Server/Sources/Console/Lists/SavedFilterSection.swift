// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Pages

/// The filters that a member has saved, as links above a list, and the form that saves the present
/// one.
struct SavedFilterSection {
  let links: [Link]
  let hasLinks: Bool
  /// nil while nothing is filtered, or what is chosen is saved already.
  let form: Form?

  struct Link {
    let id: String
    let name: String
    let href: String
    let isCurrent: Bool
  }

  struct Form {
    let fields: [Field]
    let name: String
    let problem: String?
    let isOpen: Bool
    let maximumLength = SavedFilter.nameLength
  }

  struct Field {
    let name: String
    let value: String
  }

  struct Source {
    /// nil for somebody without an account, who cannot save filters.
    var filters: [SavedFilter]?
    /// What was typed as the name of a new one, and what is wrong with it.
    var typed = ""
    var problem: String?
  }

  /// nil for somebody without an account.
  init?(_ source: Source, query: CampaignListPage.Query) {
    guard let filters = source.filters else { return nil }
    let present = Self.text(query)
    links = filters.map { filter in
      let query = CampaignListPage.Query(FormFields(query: filter.query))
      return Link(id: filter.id, name: filter.name, href: query.path, isCurrent: Self.text(query) == present)
    }
    hasLinks = !links.isEmpty
    let isSaved = links.contains(where: \.isCurrent)
    form =
      source.problem == nil && (present.isEmpty || isSaved)
      ? nil
      : Form(
        fields: query.filterFields.filter { !$0.1.isEmpty }.map { Field(name: $0.0, value: $0.1) },
        name: source.typed,
        problem: source.problem, isOpen: source.problem != nil)
  }

  /// A query as it is saved: without the place in the list. Empty if nothing is filtered or sorted.
  static func text(_ query: CampaignListPage.Query) -> String {
    String(QueryString.url("", query.filterFields).dropFirst())
  }

  /// What keeps a filter from being saved under a name; nil for nothing.
  static func problem(name: String, query: String) -> String? {
    if query.isEmpty { return "There is nothing to save yet. Choose a state, a search or an order first." }
    if name.isEmpty { return "Enter a name for the filter." }
    return name.count > SavedFilter.nameLength ? "Use at most \(SavedFilter.nameLength) characters." : nil
  }
}
