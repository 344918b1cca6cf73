// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletKit
import MartletWire

/// A replay in words: the inputs, the decisions with their reasons, and whether all of them were
/// reproduced.
public struct ReplayTranscript: Sendable {
  private let replay: Martlet.Replay
  private let entries: [Martlet.Replay.Entry]
  private let campaign: CampaignID?
  /// The campaign of each presentation, because inputs only have its id.
  private let campaigns: [String: CampaignID]

  /// Creates a transcript of the steps up to the number `until`, or of all. With `campaign`, only
  /// of what concerns that campaign.
  public init(_ replay: Martlet.Replay, until: Int? = nil, explaining campaign: String? = nil) {
    self.replay = replay
    self.campaign = campaign.map { CampaignID($0) }
    entries = replay.entries.filter { $0.number <= until ?? .max }
    campaigns = replay.entries.reduce(into: [:]) { campaigns, entry in
      for effect in entry.effects {
        switch effect {
        case .present(let presentation): campaigns[presentation.id] = presentation.campaign
        case .record(let record):
          if record.outcome.wireKind != .suppressed { campaigns[record.decisionID] = record.campaign }
        default: break
        }
      }
    }
  }

  /// The timeline: one line for each input, followed by its decisions and outcomes, indented.
  public var lines: [String] {
    entries.flatMap { entry -> [String] in
      if let campaign, !entry.concerns(campaign) { return [] }
      return ["#\(entry.number)  \(entry.at.text)  \(words(entry.input))"]
        + entry.effects.flatMap { lines(for: $0) }
    }
  }

  /// The result, in one or more lines.
  public var verdict: [String] {
    var lines = replay.problems
    if let campaign, !entries.contains(where: { $0.concerns(campaign) }) {
      let known = knownCampaigns
      let others = known.isEmpty ? "it names none" : "it names \(known.joined(separator: ", "))"
      lines.append("No step of this recording names the campaign \(campaign); \(others).")
    }
    if !replay.isSameEngine {
      let versions = replay.engineVersions.map(String.init).joined(separator: ", ")
      lines.append(
        "Recorded by engine version \(versions) of SDK \(replay.sdkVersions.joined(separator: ", ")); this is version "
          + "\(DeliveryEngine.version): differences are to be expected.")
    }
    if let difference = firstDifference {
      lines.append(
        "The first difference is at #\(difference.number), \(difference.at.text), \(words(difference.input)):"
      )
      lines.append(difference.difference?.description ?? "")
    }
    if let damage {
      lines.append(damage)
    } else if firstDifference == nil {
      let count = entries.reduce(0) { $0 + $1.decisions.count }
      lines.append("\(count) \(count == 1 ? "decision" : "decisions") reproduced bit for bit.")
    }
    return lines
  }

  /// The damage to the recording and its effects, in one sentence. nil if the recording is whole.
  private var damage: String? {
    guard !replay.isWhole else { return nil }
    let decisions = entries.reduce(0) { $0 + $1.decisions.count }
    let reproduced = entries.reduce(0) {
      $0 + ($1.isCompared && $1.difference == nil ? $1.decisions.count : 0)
    }
    let lost =
      replay.lostByteCount > 0
      ? "The recording is damaged: \(replay.lostByteCount) of \(replay.byteCount) bytes are lost"
      : "Parts of the recording were left out"
    return
      "\(lost), and \(reproduced) of the \(decisions) \(decisions == 1 ? "decision" : "decisions") in the rest came out as recorded."
  }

  /// True if every step that could be compared was reproduced.
  public var isReproduced: Bool { firstDifference == nil }

  /// The exit status of a command: 0 if the whole recording was read and reproduced, 1 if a step
  /// differs, 3 if a part of the recording is lost, so that differences prove nothing. A recording
  /// that cannot be read at all has status 2.
  public var exitStatus: Int32 { replay.isWhole ? (isReproduced ? 0 : 1) : 3 }

  private var firstDifference: Martlet.Replay.Entry? { entries.first { $0.difference != nil } }

  /// Up to twenty, ordered by id.
  private var knownCampaigns: [String] {
    let names = entries.reduce(into: Set<String>()) { names, entry in
      for decision in entry.decisions { names.formUnion(decision.candidates.map(\.campaign.rawValue)) }
    }
    return names.count > 20 ? names.sorted().prefix(20) + ["…"] : names.sorted()
  }

  private func words(_ input: DeliveryEngine.Input) -> String {
    input.words { id in campaigns[id].map { "\($0) (\(id))" } ?? id }
  }

  private func lines(for effect: DeliveryEngine.Effect) -> [String] {
    switch effect {
    case .decided(let decision):
      let candidates = decision.candidates.filter { campaign == nil || $0.campaign == campaign }
      let chosen =
        decision.chosen.map { "shows \($0)" }
        ?? (decision.isWithoutMatch ? "no campaign matches" : "shows nothing")
      return ["    decision \(decision.id): \(chosen)"]
        + candidates.map { "      \($0.campaign): \(Wire.DecisionRecord.Candidate($0).words())" }
    case .record(let record) where campaign == nil || record.campaign == campaign:
      return ["    \(record.campaign): \(record.outcome.words)"]
    case .undecided(let event, let reason):
      return ["    event: \(event.kind.words) is not decided: \(reason.words)"]
    case .rejected(let rejected, let diagnostics) where campaign == nil || rejected == campaign:
      return diagnostics.map { "    \(rejected) cannot run: \($0)" }
    case .reach(let effect):
      guard campaign == nil || effect.item == nil || effect.item?.campaign == campaign else { return [] }
      return effect.words.map { ["    \($0)"] } ?? []
    case .expose(let presentation) where campaign == nil || presentation.campaign == campaign:
      return ["    \(presentation.campaign): would be displayed now, and is compared"]
    case .memberChanged, .screenFreed, .record, .rejected, .present, .expose, .clear, .hold, .withdraw,
      .noMatchingTrigger:
      return []
    }
  }
}

extension Instant {
  /// `2026-01-01T00:00:05.250Z`
  fileprivate var text: String {
    let fraction = String(((milliseconds % 1_000) + 1_000) % 1_000)
    return LocalTime(milliseconds: milliseconds).text + "."
      + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction + "Z"
  }
}

extension DeliveryEngine.Input {
  fileprivate func words(naming name: (String) -> String) -> String {
    switch self {
    case .definitionsReceived(let definitions, let caps):
      "definitions came: \(definitions.count) \(definitions.count == 1 ? "campaign" : "campaigns"), \(caps.count) shared "
        + (caps.count == 1 ? "cap" : "caps")
    case .syncStarted: "the server is asked for definitions"
    case .syncEnded: "the server has nothing new"
    case .eventLogged(let event): "event: \(event.kind.words)"
    case .attributeNoted(let key, _): "\(key) is set; no trigger waits for it"
    case .membershipReceived(let audiences):
      "the person is in \(audiences.values.count(where: \.self)) of \(audiences.count) audiences that triggers name"
    case .sessionStarted: "a session starts"
    case .displayRequested(let id): "the presenter is about to show \(name(id))"
    case .outcomeReported(let id, let outcome): "the presenter says of \(name(id)): \(outcome.words)"
    case .impressionCounted(let campaign, _, _):
      "\(campaign) was seen in the moment in which it was taken back"
    case .timePassed: "time has passed"
    case .pushCounted(let campaign, _): "a notification of \(campaign) counts"
    case .messageAppeared(let id): "\(name(id)) is on the screen"
    case .messageDisappeared(let id): "\(name(id)) is no longer on the screen"
    case .reach(let input): input.words
    case .switchedOff: "the SDK is turned off"
    case .userChanged(let userID): userID == nil ? "the person is anonymous" : "another person signs in"
    case .wiped: "everything is wiped"
    case .relaunched: "the app was launched again"
    }
  }
}
