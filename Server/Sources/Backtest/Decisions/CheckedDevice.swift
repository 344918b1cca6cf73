// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A device whose decisions are compared, as far as its records were read. They are read oldest
/// first.
struct CheckedDevice {
  /// Something that a replay cannot know.
  private struct Unknown {
    var campaign: CampaignID
    var sessionID: String?
    var cause: UnknowableCause
    /// Of the message that it is about. nil: it follows from something else.
    var presentation: String?
    var at: Instant
    /// Afterwards it explains nothing any more.
    var end = Instant(milliseconds: .max)
  }

  /// What was found until now.
  private(set) var check = DecisionCheck()
  private let id: String
  private let person: String
  /// The replay's decisions that were not compared yet, by their events.
  private var decisions: [String: Decision]
  /// Those about who enters and leaves audiences, whose events have no known ids. Oldest first.
  private var memberDecisions: [Decision]
  private var unknowns: [Unknown] = []
  /// When the device showed a message last.
  private var lastShown: Instant?
  /// How much later the server receives a record that is sent at once. The clock of a device may be
  /// slow.
  private let usualDelay: Duration

  /// A record that reaches the server so much later than usual was made without network. Moments
  /// that are further apart do not belong together.
  static let patience = Duration.seconds(60)
  /// That of apps that set no other.
  static let minimumInterval = DeliveryEngine.Policy().minimumInterval

  /// - Parameters:
  ///   - decisions: Those of the replay.
  ///   - entries: All records of the device that will be read.
  init(_ id: String, of person: String, _ decisions: [Decision], _ entries: [TestDeviceRecords.Entry]) {
    self.id = id
    self.person = person
    memberDecisions = decisions.filter { $0.event.kind.category.namesAudience }
    self.decisions = Dictionary(
      decisions.filter { !$0.event.kind.category.namesAudience }.map { ($0.event.id, $0) }
    ) { first, _ in first }
    usualDelay = entries.map(\.delay).min() ?? .zero
  }

  // MARK: - Records

  mutating func record(
    _ outcome: Outcome, of presentation: Wire.EventRecord.Presentation, _ entry: TestDeviceRecords.Entry,
    isReplayed: (CampaignID) -> Bool
  ) {
    let campaign = CampaignID(presentation.campaignID)
    // A banner or content was on the screen until then.
    if outcome == .exited || outcome == .actioned { lastShown = entry.at }
    if outcome == .shown {
      if presentation.surface == nil { lastShown = entry.at }
      endUnknowns(of: campaign, presentation.id, shownAt: entry.at)
    }
    let cause = outcome == .shown && !isReplayed(campaign) ? .notReplayed : UnknowableCause(outcome)
    guard let cause else { return }
    unknowns.append(
      Unknown(
        campaign: campaign, sessionID: entry.record.sessionID, cause: cause, presentation: presentation.id,
        at: entry.at))
  }

  mutating func compare(
    _ recorded: Wire.DecisionRecord, _ entry: TestDeviceRecords.Entry, isReplayed: (CampaignID) -> Bool
  ) {
    let comparison = DecisionComparison(
      recorded, removeDecision(like: recorded, at: entry.at), isReplayed: isReplayed)
    guard comparison.hasCandidates else { return }
    check.devices = 1
    check.recorded += 1
    if comparison.differing.isEmpty {
      check.reproduced += 1
    } else if let cause = cause(of: comparison, entry) {
      check.unknowable[cause, default: 0] += 1
      noteConsequences(of: comparison, cause, entry)
    } else {
      check.add(
        DecisionCheck.Difference(
          at: entry.at, person: person, deviceID: id, event: recorded.eventTitle,
          candidates: comparison.differing))
    }
  }

  /// How many of the replay's decisions that fulfil the condition have no record.
  func left(where condition: (Decision) -> Bool) -> Int {
    decisions.values.count(where: condition) + memberDecisions.count(where: condition)
  }

  /// The replay's decision about the recorded event. nil: there is none.
  private mutating func removeDecision(like recorded: Wire.DecisionRecord, at: Instant) -> Wire
    .DecisionRecord?
  {
    guard Event.Category(rawValue: recorded.eventKind)?.namesAudience == true else {
      return decisions.removeValue(forKey: recorded.eventID).map { Wire.DecisionRecord($0) }
    }
    func apart(_ place: Int) -> Duration {
      max(memberDecisions[place].at.duration(since: at), at.duration(since: memberDecisions[place].at))
    }
    let places = memberDecisions.indices.filter { place in
      let kind = memberDecisions[place].event.kind
      return kind.category.rawValue == recorded.eventKind && kind.name == recorded.eventName
        && apart(place) <= Self.patience
    }
    return places.min { apart($0) < apart($1) }.map { Wire.DecisionRecord(memberDecisions.remove(at: $0)) }
  }

  // MARK: - What a replay cannot know

  /// What explains the difference. nil: nothing does.
  private func cause(of comparison: DecisionComparison, _ entry: TestDeviceRecords.Entry) -> UnknowableCause?
  {
    let followsFromDisplays = comparison.followsFromDisplays
    let isSoon = lastShown.map { $0 < entry.at && entry.at < $0 + Self.minimumInterval } ?? false
    if followsFromDisplays, let cause = comparison.cause(isSoon: isSoon) { return cause }
    if entry.delay > usualDelay + Self.patience, comparison.followsFromNetwork { return .network }
    guard followsFromDisplays else { return nil }
    let campaigns = comparison.campaigns
    let (isAboutCap, isAboutInterval) = (comparison.isAboutSharedCap, comparison.isAboutInterval)
    return unknowns.last { unknown in
      unknown.end > entry.at
        && (isAboutCap || campaigns.contains(unknown.campaign)
          || (isAboutInterval && unknown.sessionID == entry.record.sessionID))
    }?.cause
  }

  /// A message that is shown a little later than in the replay explains what is too soon after it,
  /// and nothing else.
  ///
  /// If one message cannot be shown, the next one has the same id.
  private mutating func endUnknowns(of campaign: CampaignID, _ presentation: String, shownAt: Instant) {
    for index in unknowns.indices.reversed() {
      guard unknowns[index].at + Self.patience >= shownAt else { return }
      guard unknowns[index].presentation == presentation, unknowns[index].campaign == campaign else {
        continue
      }
      unknowns[index].end = shownAt + Self.minimumInterval
    }
  }

  /// From a decision that differs for a reason, others follow: what was shown differs too.
  private mutating func noteConsequences(
    of comparison: DecisionComparison, _ cause: UnknowableCause, _ entry: TestDeviceRecords.Entry
  ) {
    for campaign in comparison.differing.map(\.campaign) {
      let session = entry.record.sessionID
      let isKnown = unknowns.contains {
        $0.campaign == campaign && $0.cause == cause && $0.sessionID == session && $0.presentation == nil
      }
      if !isKnown {
        unknowns.append(Unknown(campaign: campaign, sessionID: session, cause: cause, at: entry.at))
      }
    }
  }
}

extension TestDeviceRecords.Entry {
  /// How much later than it happened, by the clock of the device, it reached the server.
  fileprivate var delay: Duration { receivedAt.duration(since: at) }
}
