// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PeopleFiles

/// The results of a campaign: figures with unit and range, the funnel from eligible to clicked,
/// clicks by button, dismissals, reasons not shown, and counts over time.
struct ReportSection {
  let ranges: [ListTable.Filter]
  let rangeWords: String
  /// Shown instead of figures while nothing has been counted.
  let nothingYet: NothingYet?
  let figures: [Figure]
  /// The message, or each variant of it, beside the figures; nil while there are none.
  let pictures: CampaignPictures?
  let chart: ReportChart?
  /// Shown instead of the chart when nothing was counted in the range.
  let quietRange: String?
  let allTimeHref: String
  let tests: Tests?
  /// What people did after they saw it; nil for a campaign without conversions.
  let conversions: ConversionSection?
  /// The figures over time as a file.
  let fileHref: String
  /// Who saw it, by what devices say.
  let breakdownHref: String
  /// Where conversions are counted that are too many to count them every time; nil if there are
  /// not.
  let conversionsHref: String?
  /// nil if they were counted while the page waited.
  let conversionsCounting: CountingNote?
  /// Figures that cannot be right, and why.
  let doubts: [ReportDoubt]
  let funnel: [Step]
  /// Whether the figures are those of a message.
  let isMessage: Bool
  /// Whether it stays open after a click, so that somebody who clicked dismisses it too.
  let staysOpen: Bool
  /// Whether it is a message in which nothing leads on.
  let onlyCloses: Bool
  /// Whether they are those of a notification alone, which nobody sees in the app.
  let isPush: Bool
  /// Why a notification was not sent.
  let unsentBars: [Bar]
  /// How many notifications are still to be sent; nil for none.
  let unsentWait: String?
  let clickBars: [Bar]
  let dismissalBars: [Bar]
  let outcomeBars: [Bar]
  /// The answers to the questions of a survey.
  let answers: [AnswerBars]
  /// What each version did, if there are several.
  let versions: [VersionBars]

  /// The results of test devices, and the switch that includes them; nil if there are none.
  struct Tests {
    let words: String
    let switchWords: String
    let switchHref: String
    let areCounted: Bool

    fileprivate init?(_ source: CampaignPage.Source, query: CampaignPage.Query) {
      let whole = source.whole.testTotals
      guard whole != CampaignReport.Totals() else { return nil }
      let now = source.report.testTotals
      let shown = NumberWords.plural(now.impressions, "impression", "impressions")
      let clicked = NumberWords.plural(now.clicks, "click", "clicks")
      areCounted = query.countsTests
      words =
        query.countsTests
        ? "Includes test devices: \(shown) and \(clicked) \(query.range.words)."
        : "Excludes test devices: \(shown) and \(clicked) \(query.range.words)."
      var other = query
      other.countsTests.toggle()
      switchWords = query.countsTests ? "Exclude test devices" : "Include test devices"
      switchHref = other.path(source.campaign.id) + "#report"
    }
  }

  struct NothingYet {
    let heading: String
    let text: String
    let offersLab: Bool
  }

  struct Figure {
    let term: String
    let value: String
    let unit: String
    let change: String?
    /// Whether it is a rate of too few to say anything.
    var isPale = false
    /// What is impossible about it, and why it may be so.
    var problem: String?
  }

  struct Step {
    let stepName: String
    let stepCount: String
    let stepUnit: String
    let stepBar: String
    let stepShare: String?
    var stepIsPale = false
    /// What is impossible about the share, and why it may be so.
    var stepProblem: String?
  }

  struct Bar {
    let barName: String
    let barCount: String
    let barUnit: String
    let barShare: String
    let barLength: String
    let barHint: String?
  }

  init(_ source: CampaignPage.Source, query: CampaignPage.Query) {
    let campaign = source.campaign
    let now = source.report.totals
    let whole = source.whole.totals
    ranges = ReportRange.allCases.map { range in
      var other = query
      other.range = range
      return ListTable.Filter(
        label: range.label, href: other.path(campaign.id) + "#report", isCurrent: range == query.range)
    }
    var everything = query
    everything.range = .all
    allTimeHref = everything.path(campaign.id) + "#report"
    rangeWords = query.range.words
    let push = PushFigures(campaign, source.pushes)
    isPush = push != nil
    unsentBars = push?.unsentBars ?? []
    unsentWait = push?.waitingWords
    nothingYet =
      whole == CampaignReport.Totals() && source.whole.testTotals == CampaignReport.Totals()
        && push?.isEmpty != false
      ? NothingYet(campaign.state, hasLab: source.hasLab, isPush: isPush) : nil
    pictures = nothingYet == nil && campaign.content.message != nil ? source.pictures : nil
    tests = Tests(source, query: query)
    let steps =
      push?.steps ?? (campaign.content.message == nil ? SurfaceStep.all(of: campaign.content) : nil)
    isMessage = steps == nil
    onlyCloses =
      campaign.content.message.map {
        $0.onlyCloses(Wire.Message.body) && $0.leadingElements.isEmpty
      } ?? false
    staysOpen = campaign.content.message?.uses(.page) == true
    // A notification alone is seen outside the app, so no conversion counts for it.
    let counted = isPush ? [] : source.conversions
    figures =
      (steps.map { Self.figures($0, now, before: source.totalsBefore, range: query.range, push) }
        ?? Self.figures(
          now, before: source.totalsBefore, range: query.range,
          of: campaign.content.message ?? Wire.Message(kind: "")))
      + counted.prefix(1).map { Self.figure($0, at: source.convertedAt) }
    conversions = ConversionSection(
      counted, range: query.range, file: query.filePath(campaign.id, .conversions),
      hasExperiment: source.campaign.content.experiment != nil)
    conversionsCounting = source.conversionsCounting
    var counting = query
    counting.countsConversions = true
    conversionsHref = source.hasManyConversions ? counting.path(campaign.id) + "#conversions" : nil
    fileHref = query.filePath(campaign.id)
    breakdownHref = BreakdownPage.Query(range: query.range).path(campaign.id)
    let isQuiet = source.report.hours.isEmpty
    quietRange = isQuiet && !isPush ? "No activity \(query.range.words)." : nil
    // The curve is of what people see in the app.
    chart =
      isQuiet || isPush
      ? nil
      : ReportChart(
        hours: source.report.hours, range: query.range, now: source.now,
        beginning: campaign.launchedAt ?? campaign.createdAt,
        versions: source.versions)
    doubts = source.doubts
    funnel = steps.map { Self.funnel($0, whole, source.converted) } ?? Self.funnel(whole, source.converted)
    answers = AnswerBars.all(campaign.content, now)
    versions = VersionBars.all(campaign.content, version: campaign.version, now)
    clickBars =
      campaign.content.message.map { Self.rates(now, of: $0) }
      ?? Self.bars(now.clicksByButton, unit: ("click", "clicks"), whole: "of clicks") {
        (campaign.content.clickedWords($0), nil)
      }
    dismissalBars = Self.bars(now.dismissalsWithoutClicks, unit: ("time", "times"), whole: "of dismissals") {
      (DismissalWords.label($0, of: campaign.content.message), nil)
    }
    outcomeBars = Self.bars(now.outcomes, unit: ("time", "times"), whole: "of times not shown") { key in
      let words = Wire.OutcomeWords(countedAs: key)
      // A reason that this version does not know is shown with the outcome of the message.
      return (words.line, words.hint ?? "The app gave no reason.")
    }
  }

  private static func figures(
    _ steps: [SurfaceStep], _ now: CampaignReport.Totals, before: CampaignReport.Totals?, range: ReportRange,
    _ push: PushFigures?
  ) -> [Figure] {
    func figure(_ term: String, _ unit: String, _ value: (CampaignReport.Totals) -> Int) -> Figure {
      Figure(
        term: term, value: NumberWords.count(value(now)), unit: unit,
        change: before.map { ChangeWords.change(from: value($0), to: value(now), before: range.before) })
    }
    let figures = steps.filter(\.isFigure).map {
      figure($0.name, $0.note.isEmpty ? "times" : "times, " + $0.note, $0.value)
    }
    return push?.figures(figures) ?? figures + [
      figure("Not shown", "times after a trigger") { $0.outcomes.values.reduce(0, +) }
    ]
  }

  /// Of the first conversion. It is not compared with the period before, in which people had more
  /// time to convert.
  private static func figure(_ first: ConversionCount, at: Instant) -> Figure {
    Figure(
      term: "Converted", value: NumberWords.count(first.converted),
      unit:
        "\(first.converted == 1 ? "person" : "people"): \(first.rule.name) within \(first.rule.windowWords)",
      change: "as of \(UTCTime(at).time) UTC")
  }

  /// Each step counts how often it happened, not people.
  private static func funnel(
    _ steps: [SurfaceStep], _ totals: CampaignReport.Totals, _ converted: ConversionCount?
  ) -> [Step] {
    let counts = steps.map { $0.value(totals) }
    let most = max(counts.max() ?? 0, converted?.conversions ?? 0)
    return zip(steps, counts).map { step, count in
      Step(
        stepName: step.name, stepCount: NumberWords.count(count), stepUnit: step.note,
        stepBar: NumberWords.bar(count, of: most),
        of: step.of.flatMap { earlier in
          ReportRate(
            count, of: counts[earlier], ("time", "times"),
            cause:
              "Something may have happened several times after it was seen once, or somebody sent invented events."
          )
        }, step.of.map { steps[$0].name.lowercased() } ?? "")
    }
      + [converted].compactMap(\.self).map { converted in
        Step(
          stepName: "Converted", stepCount: NumberWords.count(converted.conversions),
          stepUnit: converted.rule.name,
          stepBar: NumberWords.bar(converted.conversions, of: most), stepShare: nil)
      }
  }

  private static func figures(
    _ now: CampaignReport.Totals, before: CampaignReport.Totals?, range: ReportRange, of message: Wire.Message
  ) -> [Figure] {
    func figure(_ term: String, _ unit: String, _ value: (CampaignReport.Totals) -> Int) -> Figure {
      Figure(
        term: term, value: NumberWords.count(value(now)), unit: unit,
        change: before.map { ChangeWords.change(from: value($0), to: value(now), before: range.before) })
    }
    let sum = { (counts: [String: Int]) in counts.values.reduce(0, +) }
    return [
      figure("Shown", "times", \.impressions),
      figure("Reached", range == .all ? "people" : "people, for the first time", \.uniqueImpressions),
      figure("Clicked", "times, on what leads on", \.clicks),
      clickRate(
        now, range: range,
        change: before.map { before in
          before.impressions == 0
            ? "no data in \(range.before)"
            : "\(NumberWords.share(before.clicks, of: before.impressions)) in \(range.before)"
        }),
      figure(
        "Dismissed", message.uses(.page) ? "times, also after clicks" : "times, without a click"
      ) {
        sum($0.dismissalsWithoutClicks)
      },
      figure("Not shown", "times after a trigger") { sum($0.outcomes) },
    ]
  }

  private static func clickRate(_ now: CampaignReport.Totals, range: ReportRange, change: String?) -> Figure {
    let cause =
      range == .all
      ? ClickWords.above
      : "Some of these clicks belong to messages that were shown before this period."
    let rate = ReportRate(now.clicks, of: now.impressions, ("impression", "impressions"), cause: cause)
    return Figure(
      term: "Click rate", value: rate?.share ?? NumberWords.share(now.clicks, of: now.impressions),
      unit: "clicks per impression" + (rate?.worth.map { ", " + $0 } ?? ""), change: change,
      isPale: rate?.isPale ?? false,
      problem: rate?.problem)
  }

  /// Each person is counted only once, so only the whole time gives a funnel from the first to the
  /// last step.
  private static func funnel(_ totals: CampaignReport.Totals, _ converted: ConversionCount?) -> [Step] {
    let most = max(totals.eligible, totals.delivered, totals.uniqueImpressions, totals.uniqueClicks)
    func people(_ name: String, _ count: Int, _ unit: String, of earlier: (count: Int, name: String)?) -> Step
    {
      Step(
        stepName: name, stepCount: NumberWords.count(count), stepUnit: unit,
        stepBar: NumberWords.bar(count, of: most),
        of: earlier.flatMap {
          ReportRate(
            count, of: $0.count, ("person", "people"),
            cause:
              "The server may have missed a sync of some devices, or somebody sent invented events with the SDK key."
          )
        }, earlier?.name ?? "")
    }
    return [
      people(
        "Eligible", totals.eligible,
        "people in the audience, including those whose devices received it before it started", of: nil),
      people(
        "Delivered", totals.delivered, "people whose devices received it", of: (totals.eligible, "eligible")),
      people("Shown", totals.uniqueImpressions, "people who saw it", of: (totals.delivered, "delivered")),
      people(
        "Clicked", totals.uniqueClicks, "people who clicked on it", of: (totals.uniqueImpressions, "shown")),
    ]
      + [converted].compactMap(\.self).map {
        people(
          "Converted", $0.converted, "people: \($0.rule.name) within \($0.rule.windowWords)",
          of: ($0.shown, "shown"))
      }
  }

  /// What people tapped that leads on, as a share of the times that the message was shown. The
  /// primary button comes first.
  private static func rates(_ now: CampaignReport.Totals, of message: Wire.Message) -> [Bar] {
    let primary = message.leadingElements.first
    return now.rates(of: message).map { rate in
      let share = ReportRate(
        rate.clicks, of: rate.impressions, ("impression", "impressions"), cause: ClickWords.above)
      let name = rate.element == CountLimits.other ? "Other" : message.clickedWords(rate.element)
      let isMarked = rate.element == primary && rate.element != Wire.Message.body
      return Bar(
        barName: name + (isMarked ? " (primary)" : ""), barCount: NumberWords.count(rate.clicks),
        barUnit: rate.clicks == 1 ? "click" : "clicks",
        barShare: share.map { "\($0.share) of impressions" + ($0.worth.map { ", " + $0 } ?? "") } ?? "",
        barLength: NumberWords.bar(rate.clicks, of: rate.impressions), barHint: share?.problem)
    }
  }

  /// The longest bar first.
  private static func bars(
    _ counts: [String: Int], unit: (one: String, many: String), whole: String,
    words: (String) -> (String, String?)
  ) -> [Bar] {
    let all = counts.values.reduce(0, +)
    let most = counts.values.max() ?? 0
    return counts.filter { $0.value > 0 }.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map {
      key, count in
      let (name, hint) = key == CountLimits.other ? ("Other", nil) : words(key)
      return Bar(
        barName: name, barCount: NumberWords.count(count), barUnit: count == 1 ? unit.one : unit.many,
        barShare: "\(NumberWords.share(count, of: all)) \(whole)",
        barLength: NumberWords.bar(count, of: most), barHint: hint)
    }
  }
}
