// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import MartletCore
import Pages
import PeopleFiles

/// The values of the template `audiences/upload`: an audience that is a list of user ids.
struct AudienceListPage {
  let title: String
  let formPath: String
  let revision: String
  let name: EditorField
  let text: EditorField
  let changes: [ListTable.Choice]
  let isNew: Bool
  let userIDs: String?
  let count: AudienceCountPart?
  let problems: [FormProblem.Link]
  let hasProblems: Bool
  /// The lines that are wrong, and how many more there are.
  let wrongLines: [String]
  let hasWrongLines: Bool
  let wrongWords: String
  let moreWords: String?
  /// Whether anybody is left without the wrong lines.
  let canSkip: Bool
  /// Asks before the list is replaced with nobody.
  let emptyQuestion: String?
  let canEdit: Bool
  /// What the button that deletes it calls it.
  let noun: String
  let uses: [Frame.Link]
  let isUsed: Bool
  /// nil for those who may not have it.
  let exportPath: String?
  let deletePath: String
  /// nil for a new one.
  let insight: AudienceInsight?

  /// Wrong lines that are listed.
  private static let listed = 20

  /// What the page is drawn from.
  struct Source {
    var audience: Audience?
    var name = ""
    var text = ""
    var change = ListChange.replace
    var skips = false
    /// Whether to replace the list with nobody was confirmed, and whether the page asks.
    var empties = false
    var asksToEmpty = false
    var revision: Int?
    var file: UserIDFile?
    var problems: [FormProblem] = []
    var length = 0
    var count: AudienceAuthoring.QuickCount?
    var uses = AudienceUses.Users()
    var insight: AudienceInsight?

    init(audience: Audience? = nil) {
      self.audience = audience
      name = audience?.name ?? ""
    }

    init(audience: Audience?, _ fields: FormFields) {
      self.audience = audience
      name = (fields["name"] ?? "").trimmed
      text = fields["text"] ?? ""
      change = fields["change"].flatMap(ListChange.init) ?? .replace
      skips = fields["do"] == "skip"
      empties = fields["do"] == "empty"
      revision = fields["revision"].flatMap { Int($0) }
    }
  }

  init(_ source: Source, canEdit: Bool, canExport: Bool) {
    let form = CampaignForm([(name: "name", value: source.name), (name: "text", value: source.text)])
    let fields = EditorFields(form, source.problems, FormSuggestions())
    let path = source.audience.map { "/audiences/\($0.id)" }
    title = source.audience?.name ?? "New list"
    formPath = (path ?? "/audiences/new") + "/list"
    revision = source.audience.map { "\($0.revision)" } ?? ""
    name = fields.field("name", "Name", hint: "Only your team sees it.")
    text = fields.field(
      "text", "User ids",
      hint:
        "One in each line, or a CSV file with a column user_id, separated by commas, semicolons or tabs, up to about 1 MB. Programs can send 32 MB at a time.",
      isLong: true)
    isNew = source.audience == nil
    changes = ListChange.allCases.map {
      ListTable.Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == source.change)
    }
    userIDs = source.audience.map { _ in NumberWords.plural(source.length, "user id", "user ids") }
    count = source.count.map { AudienceCountPart($0, isForm: false) }
    problems = source.problems.map(\.link)
    hasProblems = !source.problems.isEmpty
    let savesNobody = source.file?.userIDs.isEmpty ?? false
    let wrong = source.skips && !savesNobody ? [] : source.file?.problems ?? []
    canSkip = !savesNobody
    emptyQuestion =
      source.asksToEmpty
      ? "Remove \(NumberWords.plural(source.length, "user id", "user ids")) from the list?" : nil
    wrongLines = wrong.prefix(Self.listed).map { "Line \($0.line): \($0.message) \($0.remedy)" }
    hasWrongLines = !wrong.isEmpty
    let wrongCount = source.file?.problemCount ?? 0
    wrongWords = NumberWords.plural(wrongCount, "line is wrong", "lines are wrong")
    moreWords = wrongCount > Self.listed ? "And \(NumberWords.count(wrongCount - Self.listed)) more." : nil
    self.canEdit = canEdit
    noun = "list"
    uses = source.uses.links
    isUsed = !source.uses.isEmpty
    exportPath = canExport ? (path ?? "") + "/people.csv" : nil
    deletePath = (path ?? "") + "/delete"
    insight = source.insight
  }

  /// Whether what was sent was not stored.
  var isRefused: Bool { hasProblems || hasWrongLines || emptyQuestion != nil }
}

extension ListChange {
  fileprivate var label: String {
    switch self {
    case .replace: "Replace the list with these"
    case .add: "Add these"
    case .remove: "Remove these"
    }
  }
}
