// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import ServerTestSupport

/// Random events of a few people and campaigns, and what a naive count makes of them.
public struct World: Sendable {
  /// Events of one device, with their device.
  public struct Sent: Equatable, Sendable {
    public var device: String
    public var event: Wire.EventRecord
  }

  public static let campaigns: [CampaignID] = ["c0", "c1", "c2"]
  /// Who signs in first on a device where nobody was known; nobody ever does on the third.
  public static let firstUsers = ["device-0": "ana", "device-1": "ben"]

  /// Distinct events.
  public var sent: [Sent]

  public init(events: Int, seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    sent = (0..<events).map { index in
      let device = "device-\(Int.random(in: 0..<3, using: &chance))"
      let user = ["ana", "ben", nil, nil].randomElement(using: &chance) ?? nil
      let at = Sample.now - .seconds(Int.random(in: 0..<5 * 3_600, using: &chance))
      // The same ids for different people: they must not be taken for the same event.
      let id = "e\(index / 2)-\(user ?? device)"
      var body = Self.body(index, &chance)
      // Which of two users is the first on a device depends on the order of arrival; what is
      // counted here must not.
      if case .userChanged = body, user != Self.firstUsers[device] {
        body = .userChanged(previousUserID: "somebody")
      }
      return Sent(device: device, event: Sample.event(id, at: at, user: user, session: "s\(index % 7)", body))
    }
    var seen: Set<String> = []
    sent.removeAll { !seen.insert(Self.key($0)).inserted }
  }

  public static func key(_ sent: Sent) -> String {
    PersonID.of(userID: sent.event.userID, deviceID: sent.device) + " " + sent.event.id
  }

  private static func body(_ index: Int, _ chance: inout SeededGenerator) -> Wire.EventRecord.Body {
    let presentation = Sample.presentation(
      campaigns[Int.random(in: 0..<campaigns.count, using: &chance)], id: "p\(index)")
    return switch Int.random(in: 0..<16, using: &chance) {
    case 0: .sessionStart
    case 1: .sessionEnd(lengthMilliseconds: 5_000)
    case 2:
      .custom(
        name: "cart_viewed",
        properties: ["total": .double(12.5), "items": .array([.int(1), .string("\"ü\"")])])
    case 3:
      .attribute(
        key: "colour", value: .string(["red", "green", "blue"].randomElement(using: &chance) ?? "red"))
    case 4: .userChanged(previousUserID: nil)
    case 12: .attributeChange(key: "visits", Wire.AttributeChange(.known(.increment), .int(Int64(index))))
    case 13:
      .surveyAnswers(
        presentation,
        answers: [
          "why": .array([
            .string("taste"), .string(["price", "taste"].randomElement(using: &chance) ?? "price"),
          ]),
          "stars": .int(Int64(Int.random(in: 1...5, using: &chance))), "else": .string("Text \(index)"),
        ])
    case 14: .delivered(presentation)
    case 15: .pushClick(campaignID: [presentation.campaignID, nil].randomElement(using: &chance) ?? nil)
    case 5, 6: .impression(presentation)
    case 7: .click(presentation, buttonID: [nil, "0", "1"].randomElement(using: &chance) ?? nil)
    case 8:
      .dismissal(
        presentation,
        by: [.known(.user), .known(.auto), .unknown("shake")].randomElement(using: &chance) ?? .known(.user))
    case 9: .outcome(presentation, outcome: .known(.suppressed), reason: "interval")
    case 10:
      .outcome(
        presentation,
        outcome: [.known(.shown), .known(.queued), .known(.expired)].randomElement(using: &chance)
          ?? .known(.shown),
        reason: nil)
    default:
      .decision(Sample.decision("d\(index)", candidates: [campaigns[index % 3], campaigns[(index + 1) % 3]]))
    }
  }

  /// Batches of one device each, in random order and of random sizes.
  public static func batches(
    of sent: [Sent], app: AppID = "shop", testDevices: Set<String> = [], _ chance: inout SeededGenerator
  ) -> [IngestBatch] {
    var batches: [IngestBatch] = []
    for one in sent.shuffled(using: &chance) {
      if let last = batches.indices.last, batches[last].device?.id == one.device,
        Int.random(in: 0..<10, using: &chance) > 0
      {
        batches[last].events.append(one.event)
      } else {
        let role: DeviceRole =
          testDevices.contains(one.device) ? (Bool.random(using: &chance) ? .test : .lab) : .own
        batches.append(Sample.batch([one.event], app: app, device: one.device, role: role))
      }
    }
    return batches
  }

  // MARK: - The naive count

  /// By device: the user whom its anonymous person turned out to be.
  private static func merged(_ sent: [Sent]) -> [String: String] {
    sent.reduce(into: [:]) { merged, one in
      if case .userChanged(previousUserID: nil) = one.event.body, let user = one.event.userID {
        merged[one.device] = user
      }
    }
  }

  /// - Parameter all: What was sent besides; it may tell who somebody is.
  public static func report(of campaign: CampaignID, _ sent: [Sent], among all: [Sent]? = nil)
    -> CampaignReport
  {
    var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    var hours: [Int64: CampaignReport.Hour] = [:]
    var viewers: Set<String> = []
    var clickers: Set<String> = []
    let merged = Self.merged(all ?? sent)
    func person(_ one: Sent) -> String {
      PersonID.of(userID: one.event.userID ?? merged[one.device], deviceID: one.device)
    }
    for one in sent {
      let start = one.event.at.milliseconds / 3_600_000 * 3_600_000
      var hour = hours[start] ?? CampaignReport.Hour(start: Instant(milliseconds: start))
      switch one.event.body {
      case .impression(let presentation) where presentation.campaignID == campaign.rawValue:
        report.totals.impressions += 1
        hour.impressions += 1
        viewers.insert(person(one))
      case .click(let presentation, let button) where presentation.campaignID == campaign.rawValue:
        report.totals.clicks += 1
        report.totals.clicksByButton[button ?? "body", default: 0] += 1
        hour.clicks += 1
        clickers.insert(person(one))
      case .dismissal(let presentation, let cause) where presentation.campaignID == campaign.rawValue:
        report.totals.dismissals[cause.rawValue, default: 0] += 1
        // The click itself is in the hour.
        if cause == .known(.click) { continue }
        hour.dismissals += 1
      case .delivered(let presentation) where presentation.campaignID == campaign.rawValue:
        report.totals.steps["delivered", default: 0] += 1
        report.totals.byVersion["\(presentation.campaignVersion)", default: [:]]["delivered", default: 0] += 1
        continue
      case .pushClick(campaign.rawValue?):
        report.totals.steps["push:opened", default: 0] += 1
        continue
      case .surveyAnswers(let presentation, let answers) where presentation.campaignID == campaign.rawValue:
        for (question, answer) in answers {
          report.totals.answers[question, default: [:]]["", default: 0] += 1
          switch answer {
          case .int(let number): report.totals.answers[question, default: [:]]["\(number)", default: 0] += 1
          case .array(let choices):
            for choice in Set(choices.compactMap(\.string)) {
              report.totals.answers[question, default: [:]][choice, default: 0] += 1
            }
          default: break
          }
        }
        continue
      case .outcome(let presentation, let outcome, let reason)
      where presentation.campaignID == campaign.rawValue:
        if ["shown", "queued"].contains(outcome.rawValue) { continue }
        report.totals.outcomes[outcome.rawValue + (reason.map { ":" + $0 } ?? ""), default: 0] += 1
        hour.notShown += 1
      default: continue
      }
      hours[start] = hour
    }
    report.totals.uniqueImpressions = viewers.count
    report.totals.uniqueClicks = clickers.count
    report.hours = hours.values.sorted { $0.start < $1.start }
    return report
  }

  public static func eventCounts(_ sent: [Sent]) -> [String: Int] {
    sent.reduce(into: [:]) { $0[$1.event.body.kind, default: 0] += 1 }
  }
}
