// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// A result of an input, in full. Two engines that decide the same have the same results in the
/// same order. Has the fields of all effects.
struct RecordedResult: ShapedValue {
  var effect: String = ""
  var presentationID: String?
  var campaign: CampaignID?
  var version: Int?
  var eventID: String?
  var triggeredAt: Instant?
  var userID: String?
  var endsAt: Instant?
  var succeeds: String?
  var isRenderedAtDisplay: Bool = false
  var length: Duration?
  var outcome: String?
  var reason: String?
  var decisionID: String?
  var at: Instant?
  var candidates: [Wire.DecisionRecord.Candidate]?
  var omitted: Int?
  var digest: String?
  var diagnostics: [String]?
  var attempt: Int?
  var surface: String?
  var step: String?
  var audience: String?
  var isMember: Bool?

  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("effect", \.effect, "What the engine asked for.", .required),
    .field("presentation_id", \.presentationID, "The presentation."),
    .field("campaign_id", \.campaign, "The campaign."),
    .field("campaign_version", \.version, "The campaign's version as received."),
    .field("event_id", \.eventID, "The event."),
    .field("triggered_at", \.triggeredAt, "When it was triggered."),
    .field("user_id", \.userID, "Absent: anonymous."),
    .field("ends_at", \.endsAt, "The instant from which it cannot be displayed."),
    .field("succeeds", \.succeeds, "The failed presentation that it replaces."),
    .field("is_rendered_at_display", \.isRenderedAtDisplay, "Whether the server renders it at display."),
    .field("length_ms", \.length, "How long it waits before the next request."),
    .field("outcome", \.outcome, "The outcome."),
    .field("reason", \.reason, "The reason."),
    .field("decision_id", \.decisionID, "The decision."),
    .field("at", \.at, "When it was decided."),
    .field("candidates", \.candidates, "Best first."),
    .field("omitted_candidates", \.omitted, "The number of candidates that were left out."),
    .field("omitted_digest", \.digest, "A checksum of the candidates that were left out."),
    .field("diagnostics", \.diagnostics, "The problems of the campaign."),
    .field("attempt", \.attempt, "The number of the attempt."),
    .field("surface", \.surface, "The surface."),
    .field("step", \.step, "What is counted."),
    .field("audience_id", \.audience, "The audience that the person entered or left."),
    .field("is_member", \.isMember, "Whether the person is in it now."))
}

extension RecordedResult {
  init(_ effect: DeliveryEngine.Effect) {
    switch effect {
    case .present(let presentation):
      self.init(
        effect: "present", presentationID: presentation.id, campaign: presentation.campaign,
        version: presentation.version,
        eventID: presentation.event.id, triggeredAt: presentation.triggeredAt, userID: presentation.userID,
        endsAt: presentation.endsAt,
        succeeds: presentation.succeeds, isRenderedAtDisplay: presentation.isRenderedAtDisplay)
    case .clear(let id): self.init(effect: "clear", presentationID: id)
    case .expose(let presentation):
      self.init(effect: "expose", presentationID: presentation.id, campaign: presentation.campaign)
    case .hold(let id, let length): self.init(effect: "hold", presentationID: id, length: length)
    case .withdraw(let id, let outcome):
      self.init(
        effect: "withdraw", presentationID: id, outcome: outcome.wireKind.rawValue, reason: outcome.wireReason
      )
    case .decided(let decision):
      self.init(effect: "decision", userID: decision.userID, decisionID: decision.id, at: decision.at)
      list(decision.candidates)
    case .noMatchingTrigger(let event): self.init(effect: "no_match", eventID: event.id)
    case .record(let record):
      self.init(
        effect: "outcome", presentationID: record.decisionID, campaign: record.campaign,
        version: record.version,
        outcome: record.outcome.wireKind.rawValue, reason: record.outcome.wireReason)
    case .undecided(let event, let reason):
      self.init(effect: "undecided", eventID: event.id, reason: reason.rawValue)
    case .memberChanged(let kind):
      self.init(effect: "member_changed", audience: kind.name, isMember: kind.category == .audienceEntry)
    case .reach(let effect): self.init(effect)
    case .screenFreed: self.init(effect: "screen_freed")
    case .rejected(let campaign, let diagnostics):
      self.init(
        effect: "rejected", campaign: campaign,
        diagnostics: diagnostics.map { String($0.description.prefix(1_000)) })
    }
  }

  private init(_ effect: ReachMachine.Effect) {
    func about(_ item: ReachItem, _ name: String) -> RecordedResult {
      RecordedResult(effect: name, presentationID: item.id, campaign: item.campaign, version: item.version)
    }
    switch effect {
    case .offer(let item, let attempt, _):
      self = about(item, "offer")
      self.attempt = attempt
    case .removeBanner(let id): self.init(effect: "remove_banner", presentationID: id)
    case .load(let item): self = about(item, "load")
    case .showLoading(let item): self = about(item, "show_loading")
    case .open(let item): self = about(item, "open")
    case .closeContent(let id): self.init(effect: "close_content", presentationID: id)
    case .follow(let item): self = about(item, "follow")
    case .passOn(let item): self = about(item, "pass_on")
    case .record(let statistic):
      self = about(statistic.item, "count")
      (surface, step) = (statistic.surface?.rawValue, statistic.step.name)
      if case .dismissed(let departure) = statistic.step { reason = departure.rawValue }
    case .expose(let item): self = about(item, "expose")
    case .ended(let item, let outcome):
      self = about(item, "ended")
      (self.outcome, reason) = (outcome.wireKind.rawValue, outcome.wireReason)
    case .spend(let item): self = about(item, "spend")
    case .dismissMessage: self.init(effect: "dismiss_message")
    case .watch(let attempt, let length): self.init(effect: "watch", length: length, attempt: attempt)
    }
  }

  /// Includes every candidate. Those that do not fit into a frame are represented by a checksum.
  private mutating func list(_ candidates: [Candidate]) {
    var listed: [Wire.DecisionRecord.Candidate] = []
    var omitted: [Wire.DecisionRecord.Candidate] = []
    var bytes = 0
    for candidate in candidates {
      let record = Wire.DecisionRecord.Candidate(candidate)
      bytes += record.bytes.count + 1
      if bytes <= Wire.Recording.partBytes / 2 { listed.append(record) } else { omitted.append(record) }
    }
    self.candidates = listed
    guard !omitted.isEmpty else { return }
    self.omitted = omitted.count
    digest = Wire.Digest.text(of: omitted.bytes)
  }
}
