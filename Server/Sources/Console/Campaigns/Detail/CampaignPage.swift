// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Pages
import PeopleFiles

/// One campaign: what it says and when, what keeps it from running, what it has done and why.
enum CampaignPage {
  /// What the user chose; kept in the address.
  struct Query: Hashable {
    var range = ReportRange.standard
    var decisions = shortList
    /// Whether the report counts test devices.
    var countsTests = false
    /// Whether conversions are counted however long it takes.
    var countsConversions = false
    /// What to search for in the decisions.
    var decisionSearch = ""
    var decisionSort = DecisionList.Sort.newest

    static let shortList = 10
    static let longList = 100
    /// How many of the latest decisions are searched and sorted.
    static let searched = 1_000

    /// How many of the latest decisions to read. One more than the page shows reveals whether there
    /// are more.
    var decisionsLookedAt: Int {
      decisionSearch.isEmpty && decisionSort == .newest ? decisions + 1 : Self.searched
    }

    func path(_ id: CampaignID) -> String { QueryString.url("/campaigns/\(id)", fields) }
    /// A part of the report as a file.
    func filePath(_ id: CampaignID, _ part: CampaignReportFile.Part = .hours) -> String {
      let kept = fields.filter { ["range", "tests"].contains($0.0) }
      return QueryString.url(
        "/campaigns/\(id)/report.csv", kept + [("of", part == .hours ? "" : part.rawValue)])
    }

    /// The fields of the address; an empty value stands for the default.
    var fields: [(String, String)] {
      [
        ("range", range == .standard ? "" : range.rawValue),
        ("decisions", decisions == Self.shortList ? "" : "\(decisions)"),
        ("tests", countsTests ? "shown" : ""), ("conversions", countsConversions ? "all" : ""),
        ("q", decisionSearch), ("sort", decisionSort == .newest ? "" : decisionSort.rawValue),
      ]
    }
  }

  /// Everything the page is drawn from.
  struct Source {
    var campaign: Campaign
    var diagnostics: [Diagnostic]
    /// The report for the chosen range.
    var report: CampaignReport
    /// Totals of the period of the same length right before; nil for all time.
    var totalsBefore: CampaignReport.Totals?
    /// The report since the campaign's beginning.
    var whole: CampaignReport
    /// Figures of the report that cannot be right, and why.
    var doubts: [ReportDoubt]
    var decisions: [StoredDecision]
    /// Names of the app's campaigns, by id.
    var names: [String: String]
    var now: Instant
    /// Whether there is a Device Lab to link to.
    var hasLab: Bool
    /// Findings from comparing the campaign with the others.
    var notes = LintNotes()
    /// Which attributes of a person the server reads.
    var attributes: AttributeNote?
    /// What people see of it.
    var pictures: CampaignPictures?
    /// nil for a campaign without an experiment, and for a draft.
    var experiment: ExperimentReport?
    /// nil if the experiment was counted while the page waited.
    var experimentCounting: CountingNote?
    /// The conversions of the chosen range. Empty for a draft.
    var conversions: [ConversionCount] = []
    /// When they were counted.
    var convertedAt: Instant { convertedEarlier ?? now }
    /// When they were counted, if that was earlier.
    var convertedEarlier: Instant?
    /// When the versions after the first began, oldest first.
    var versions: [CampaignVersionStart] = []
    /// Whether counting them takes so long that somebody must ask for it.
    var hasManyConversions = false
    /// nil if they were counted while the page waited.
    var conversionsCounting: CountingNote?
    /// The first conversion, of all time.
    var converted: ConversionCount?
    /// What became of its pushes; nil if it sends none.
    var pushes: PushCounts?
    /// Of the reader.
    var role = Role.owner
  }

  /// The values of the template `campaigns/campaign`.
  struct Model {
    let id: String
    let name: String
    let state: String
    let stateWords: String
    let kind: String
    let kindIcon: String
    let summary: String
    let facts: [Fact]
    let revision: Int
    let back: String
    let actions: [Action]
    let canFinish: Bool
    let canEdit: Bool
    let canDuplicate: Bool
    /// What the reader's role lacks here.
    let roleNote: String?
    /// Whether it has a push to send.
    let hasPush: Bool
    let hasBacktest: Bool
    let canDelete: Bool
    let problems: Problems?
    let warnings: Problems?
    let notes: Notes?
    let attributes: AttributeNote?
    /// What people see, as a section of its own; nil for a message with a report, whose figures it
    /// stands beside.
    let pictures: CampaignPictures?
    let report: ReportSection
    /// nil for a campaign without an experiment.
    let experiment: ExperimentSection?
    let hasExperiment: Bool
    /// nil if it was counted while the page waited.
    let experimentCounting: CountingNote?
    /// nil for a notification alone, about which no device decides.
    let decisions: DecisionList?
  }

  struct Fact {
    let term: String
    let text: String
  }

  struct Action {
    let value: String
    let verb: String
    let isPrimary: Bool

    init(_ action: CampaignAction) {
      (value, verb, isPrimary) = (action.rawValue, action.verb, action != .pause)
    }
  }

  /// Findings from comparing the campaign with the others.
  struct Notes {
    let heading: String
    /// The tone of the most serious note.
    let tone: String
    let items: [LintNotes.Item]

    fileprivate init?(_ notes: LintNotes, campaign: Campaign) {
      guard
        let worst = ["bad", "warn", "hint"].first(where: { tone in notes.items.contains { $0.tone == tone } })
      else { return nil }
      tone = worst
      heading =
        switch (worst, campaign.state) {
        case ("bad", .running): "Nobody sees this campaign"
        case ("bad", _): "Nobody would see this campaign"
        case ("warn", _): "Conflicts with other campaigns"
        default: "Other campaigns"
        }
      items = notes.items
    }
  }

  struct Problems {
    let heading: String
    let items: [Item]

    struct Item {
      let text: String
      let remedy: String?
      let href: String
    }

    fileprivate init?(_ diagnostics: [Diagnostic], heading: String, campaign: Campaign) {
      guard !diagnostics.isEmpty else { return nil }
      self.heading = heading
      // The editor knows which field a diagnostic belongs to.
      let reading = CampaignForm(name: campaign.name, content: campaign.content).reading(
        over: campaign.content)
      items = diagnostics.map {
        let anchor = $0.field.isEmpty ? "" : "#" + EditorField.id(reading.field($0.field))
        let language =
          $0.code == Diagnostic.translationMissing
          ? $0.field.split(separator: ".").last.map { "\(LanguageWords.label(String($0))): " } : nil
        return Item(
          text: (language ?? "") + $0.located, remedy: $0.remedy,
          href: $0.page ?? "/campaigns/\(campaign.id)/edit" + anchor)
      }
    }
  }
}

extension CampaignPage.Model {
  init(_ source: CampaignPage.Source, query: CampaignPage.Query) {
    let campaign = source.campaign
    id = campaign.id.rawValue
    name = campaign.name
    state = campaign.state.rawValue
    stateWords = campaign.state.words
    kind = campaign.content.kindWords
    kindIcon = campaign.content.kindIcon
    summary = campaign.summaryWords
    facts = campaign.facts
    revision = campaign.revision
    back = query.path(campaign.id)
    let errors = campaign.state == .finished ? [] : source.diagnostics.filter { $0.severity == .error }
    let advice = campaign.state == .finished ? [] : source.diagnostics.filter { $0.severity == .warning }
    // Actions that cannot succeed are not offered; the list of problems says why.
    let allowed = campaign.state.allowedActions.filter {
      $0 != .finish && (errors.isEmpty || ($0 != .launch && $0 != .resume))
    }
    let role = source.role
    actions = role.may(.publish) ? allowed.map(CampaignPage.Action.init) : []
    canFinish = role.may(.publish) && campaign.state.allowedActions.contains(.finish)
    canEdit = role.mayEdit(campaign) && campaign.state != .finished && CampaignType(campaign.content) != nil
    canDuplicate = role.may(.author)
    roleNote = role.note
    hasPush = campaign.content.runPush != nil
    hasBacktest = campaign.content.isShownOnTrigger
    canDelete = role.may(.author) && campaign.state == .draft
    problems = CampaignPage.Problems(
      errors, heading: campaign.state.problemHeading(count: errors.count), campaign: campaign)
    warnings = CampaignPage.Problems(
      advice, heading: advice.count == 1 ? "1 warning" : "\(advice.count) warnings", campaign: campaign)
    notes = CampaignPage.Notes(source.notes, campaign: campaign)
    attributes = source.attributes
    report = ReportSection(source, query: query)
    pictures = report.pictures == nil ? source.pictures : nil
    experimentCounting = source.experimentCounting
    hasExperiment = source.experiment != nil || source.experimentCounting != nil
    experiment = source.experiment.map {
      ExperimentSection(
        $0, undoPath: source.role.may(.publish) ? "/campaigns/\(campaign.id.rawValue)/experiment/undo" : nil,
        isAwaited: campaign.awaitedWinner != nil)
    }
    decisions = source.campaign.content.isPushOnly ? nil : DecisionList(source, query: query)
  }
}

extension CampaignState {
  fileprivate func problemHeading(count: Int) -> String {
    let problems = count == 1 ? "1 problem" : "\(count) problems"
    return switch self {
    case .draft: "Fix \(problems) to launch this campaign"
    case .paused: "Fix \(problems) to resume this campaign"
    case .running: "Fix \(problems) to show this campaign"
    case .finished: ""
    }
  }
}

extension Campaign {
  /// `Shows a modal “Delivery is on us” when cart_viewed is logged with total > 20, from 14 Nov
  /// 2026, 14:05 UTC on. …`
  var summaryWords: String {
    let title =
      content.message.map { $0.header ?? $0.message ?? "" } ?? content.content?.title
      ?? content.title
    let quoted = title.isEmpty ? "" : " “\(title.count > 80 ? title.prefix(79) + "…" : title[...])”"
    let isShown = content.data == nil && !content.isPushOnly
    let verb =
      switch state {
      case .draft: isShown ? "Will show" : "Will send"
      case .running: isShown ? "Shows" : "Sends"
      case .paused: isShown ? "Paused. Shows" : "Paused. Sends"
      case .finished: isShown ? "Showed" : "Sent"
      }
    let article = ["A", "H"].contains(content.kindWords.prefix(1)) ? "an" : "a"
    let often = content.rules.reEligibilityWords.map { " " + $0 + "," } ?? ""
    let delay = content.rules.delayWords
    let moments =
      delay.map { $0 + " after " + content.triggers.map(\.noun).joined(separator: " or ") }
      ?? content.triggerWords
    let when = content.triggers.isEmpty ? "" : often + " " + moments
    let exceptions = content.rules.exceptionWords.map { ", " + $0 } ?? ""
    let schedule = content.scheduleWords
    let dates = schedule == CampaignContent.noSchedule ? "" : ", " + schedule
    return "\(verb) \(article) \(content.kindWords.lowercasingFirst)\(quoted)\(when)\(exceptions)\(dates)."
  }

  fileprivate var facts: [CampaignPage.Fact] {
    let buttons = (content.message?.buttons ?? []).map { "“\($0.text)”" }.joined(separator: ", ")
    let rules = RuleGroups.all.filter { $0.isFact }.map {
      ($0.title, $0.words(content.rules)?.capitalisingFirst)
    }
    let facts: [(String, String?)] =
      [
        ("Type", content.kindWords), ("Priority", content.needsNoTrigger ? nil : content.priority.words),
        ("Dates (UTC)", content.shortScheduleWords),
        (
          "Frequency", content.needsNoTrigger ? nil : FrequencyRules.allWords(content.rules).capitalisingFirst
        ),
      ] + rules + [
        ("Banner", content.banner?.words),
        (content.contentNoun?.capitalisingFirst ?? "", content.content?.words),
        ("Notification", content.push?.words),
        ("Data", content.data?.words),
        (
          "Where it appears",
          content.banner == nil && content.content == nil
            ? nil : content.surfaceRules.placeWords
        ),
        ("Buttons", buttons.nilIfEmpty),
        ("Version", launchedAt == nil ? "\(version) (not launched)" : "\(version)"),
        ("Launched", launchedAt.map { UTCTime($0).words }),
        ("Finished", finishedAt.map { UTCTime($0).words }),
        ("Updated", UTCTime(updatedAt).words), ("Created", UTCTime(createdAt).words),
      ]
    return facts.compactMap { term, text in text.map { CampaignPage.Fact(term: term, text: $0) } }
  }
}

extension String {
  /// `Modal image` → `modal image`; `HTML` stays.
  fileprivate var lowercasingFirst: String {
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
