// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Checks campaigns together and reports which can never show, which always lose to another
/// campaign, and which compete for the same trigger.
///
/// A campaign that it calls impossible is impossible (tested against the engine), but it does not
/// find every impossible campaign.
public struct CampaignLint: Sendable {
  /// One campaign under its author's name.
  public struct Subject: Sendable {
    public var name: String
    public var campaign: Wire.Campaign

    public init(name: String, campaign: Wire.Campaign) {
      self.name = name
      self.campaign = campaign
    }
  }

  private struct Entry {
    var name: String
    var definition: CampaignDefinition
    var campaign: Wire.Campaign
    var events: Set<EventClass>

    init?(_ subject: Subject) {
      guard let definition = try? subject.campaign.definition() else { return nil }
      (name, campaign, self.definition) = (subject.name, subject.campaign, definition)
      events = definition.eventClasses
    }
  }

  /// Best first.
  private var entries: [Entry]
  /// Places of the campaigns that an event of each class may fire, in order.
  private var places: [EventClass: [Int]] = [:]
  /// Places of the campaigns that nothing fires.
  private var nothing: [Int] = []
  private let caps: [SharedCap]
  private var now: Instant
  /// Names of all events that were ever logged; nil when unknown.
  private var loggedEvents: Set<String>?

  /// - Parameters:
  ///   - subjects: The campaigns that run or are about to run. `CampaignValidation` handles those
  ///     that no device would run.
  ///   - caps: Limits over several campaigns.
  ///   - loggedEvents: Names of custom events that devices have logged; nil when unknown, and then
  ///     nothing is reported about them.
  public init(_ subjects: [Subject], caps: [Wire.Cap] = [], loggedEvents: Set<String>? = nil, at now: Instant)
  {
    entries = subjects.compactMap(Entry.init)
    self.caps = (try? Wire.Definitions(tag: "", campaigns: [], caps: caps).sharedCaps()) ?? []
    self.now = now
    self.loggedEvents = loggedEvents
    sort()
  }

  /// The same campaigns with another one, which replaces a campaign with the same id, at another
  /// time.
  public func adding(_ subject: Subject, loggedEvents: Set<String>? = nil, at now: Instant) -> CampaignLint {
    var lint = at(now)
    lint.loggedEvents = loggedEvents
    lint.entries.removeAll { $0.definition.id.rawValue == subject.campaign.id }
    if let entry = Entry(subject) { lint.entries.append(entry) }
    lint.sort()
    return lint
  }

  /// The same at another time.
  public func at(_ now: Instant) -> CampaignLint {
    var lint = self
    lint.now = now
    return lint
  }

  public var count: Int { entries.count }

  private mutating func sort() {
    entries.sort { $0.definition.comesBefore($1.definition) }
    places = [:]
    nothing = entries.indices.filter { entries[$0].events.isEmpty }
    for (place, entry) in entries.enumerated() {
      for event in entry.events { places[event, default: []].append(place) }
    }
  }

  /// Everything that was found, most serious first.
  public var findings: [LintFinding] {
    Self.sorted(
      entries.flatMap { own($0) } + entries.indices.compactMap(shadow(of:))
        + entries.indices.compactMap(tie(of:)))
  }

  /// Findings that concern one campaign, as the one at fault or as the other. Looks only at related
  /// campaigns.
  public func findings(for campaign: CampaignID) -> [LintFinding] {
    guard let place = entries.firstIndex(where: { $0.definition.id == campaign }) else { return [] }
    let involved = [place] + related(to: place).filter { $0 > place }
    let found = own(entries[place]) + involved.compactMap(shadow(of:)) + involved.compactMap(tie(of:))
    return Self.sorted(found.filter { $0.campaign == campaign || $0.others.contains(campaign) })
  }

  private static func sorted(_ findings: [LintFinding]) -> [LintFinding] {
    findings.enumerated().sorted {
      ($0.element.severity.rank, $0.offset) < ($1.element.severity.rank, $1.offset)
    }.map(\.element)
  }

  /// Other campaigns that may fire on the same event and take the turn from this one, in order. A
  /// campaign that nothing fires may be related to all others. Only messages compete: banners,
  /// content and data come one after the other.
  private func related(to place: Int) -> [Int] {
    let entry = entries[place]
    guard entry.campaign.message != nil else { return [] }
    let others =
      entry.events.isEmpty ? Set(entries.indices) : Set(entry.events.flatMap { places[$0] ?? [] } + nothing)
    return others.subtracting([place]).sorted().filter { entries[$0].campaign.message != nil }
  }

  // MARK: - Alone

  private func own(_ entry: Entry) -> [LintFinding] {
    let definition = entry.definition
    if let finding = schedule(definition) { return [finding] }
    let impossible = definition.triggers.enumerated().compactMap {
      Self.impossibility($1, at: "triggers[\($0)]")
    }
    var found: [LintFinding] = []
    let isDead = !impossible.isEmpty && impossible.count == definition.triggers.count
    for (field, words) in impossible {
      // Reported below, with the remedy.
      guard let words else { continue }
      found.append(
        LintFinding(
          severity: isDead ? .error : .warning, code: .contradictoryFilter, campaign: definition.id,
          field: field,
          message: "No event can match this condition: \(words).",
          remedy: isDead
            ? "Change one of its parts. Otherwise the campaign is never shown."
            : "Change one of its parts, or remove the trigger."))
    }
    found += entry.campaign.mistakes.map { mistake in
      LintFinding(
        severity: isDead && mistake.code == .impossibleEvent ? .error : .warning,
        code: LintFinding.Code(mistake.code),
        campaign: definition.id, field: mistake.field, message: mistake.message, remedy: mistake.remedy)
    }
    found += PurchaseRange.findings(in: definition)
    if let loggedEvents {
      for (index, trigger) in definition.triggers.enumerated() {
        for name in trigger.eventNames.subtracting(loggedEvents).sorted() where !Wire.Limits.isReserved(name)
        {
          found.append(
            LintFinding(
              severity: .hint, code: .unknownEvent, campaign: definition.id, field: "triggers[\(index)].name",
              message: "No device has logged the event “\(name)” yet.",
              remedy: "Check that it exactly matches the name in the app."))
        }
      }
    }
    return found
  }

  private func schedule(_ definition: CampaignDefinition) -> LintFinding? {
    let schedule = definition.schedule
    func finding(_ code: LintFinding.Code, _ field: String, _ message: String, _ remedy: String)
      -> LintFinding
    {
      LintFinding(
        severity: .error, code: code, campaign: definition.id, field: field, message: message, remedy: remedy)
    }
    if let endsAt = schedule.endsAt, endsAt <= now {
      return finding(
        .scheduleOver, "ends_at", "The campaign has ended, so nobody sees it.",
        "Choose a later end, or finish it.")
    }
    // Local time is at most 14 hours ahead of UTC and 12 hours behind.
    if let endsAt = schedule.endsAtLocally, endsAt.instant(offset: .seconds(-12 * 3_600)) <= now {
      return finding(
        .scheduleOver, "ends_at_local", "The campaign has ended in every time zone.",
        "Choose a later end, or finish it.")
    }
    if let startsAt = schedule.startsAtLocally, let endsAt = schedule.endsAtLocally, endsAt <= startsAt {
      return finding(
        .scheduleOver, "ends_at_local", "The campaign ends before it starts.",
        "Choose an end after the start.")
    }
    if schedule.quietHours.isWholeWeek {
      return finding(
        .alwaysQuiet, "quiet_hours", "The quiet hours cover the whole week, so nobody sees the campaign.",
        "Shorten them.")
    }
    guard definition.delay > .zero else { return nil }
    if let within = schedule.displaysWithin, within <= definition.delay {
      return finding(
        .endsBeforeDelay, "display_within_ms", "Every message expires before its delay is over.",
        "Make “Show within” longer than the delay.")
    }
    if let expiresAfter = schedule.expiresAfter, expiresAfter <= definition.delay {
      return finding(
        .endsBeforeDelay, "expires_after_ms",
        "The campaign expires on every device before its delay is over.",
        "Set a later expiry, or shorten the delay.")
    }
    if let endsAt = schedule.endsAt, endsAt <= max(schedule.startsAt ?? now, now) + definition.delay {
      return finding(
        .endsBeforeDelay, "ends_at", "The campaign ends before its delay is over.",
        "Choose a later end, or shorten the delay.")
    }
    return nil
  }

  /// Where and why a trigger can never fire; without words when the event itself is impossible.
  private static func impossibility(_ trigger: Trigger, at path: String) -> (field: String, words: String?)? {
    switch trigger {
    case .event(.custom, let name?, _) where Wire.Limits.isReserved(name): return (path + ".name", nil)
    case .event(_, _, nil): return nil
    case .event(_, _, let filter?):
      guard let reason = FilterContradiction.reason(filter) else { return nil }
      return (path + ".filter", reason.description)
    case .any(let parts):
      let found = parts.enumerated().map { impossibility($1, at: "\(path).triggers[\($0)]") }
      return found.allSatisfy { $0 != nil } ? found.first ?? nil : nil
    case .all(let parts, _):
      return parts.enumerated().lazy.compactMap { impossibility($1, at: "\(path).triggers[\($0)]") }.first
    case .count(let part, _): return impossibility(part, at: path + ".triggers[0]")
    }
  }

  // MARK: - Together

  /// A campaign that can show only when a better one cannot, because the better one matches
  /// whenever it does and nothing limits the better one.
  private func shadow(of place: Int) -> LintFinding? {
    let entry = entries[place]
    let other = related(to: place).prefix { $0 < place }.lazy.map { entries[$0] }.first {
      // People who are not in its audience see this one.
      ($0.campaign.audience == nil || $0.campaign.audience == entry.campaign.audience)
        && isUnlimited($0.definition, against: entry.definition) && $0.definition.covers(entry.definition)
    }
    guard let other else { return nil }
    return LintFinding(
      severity: .warning, code: .shadowed, campaign: entry.definition.id, others: [other.definition.id],
      field: "priority",
      message:
        "This campaign is never shown. “\(other.name)” matches all of the same events, has a higher rank and no frequency limit.",
      remedy: "Raise the priority of this campaign, or limit how often “\(other.name)” is shown.")
  }

  /// True when only its triggers decide whether it takes the turn, as long as the other one runs.
  private func isUnlimited(_ definition: CampaignDefinition, against other: CampaignDefinition) -> Bool {
    let schedule = definition.schedule
    guard !definition.limitsImpressions, definition.delay == .zero, schedule.expiresAfter == nil,
      schedule.startsAtLocally == nil, schedule.endsAtLocally == nil, schedule.quietHours.isEmpty
    else { return false }
    // A cap that holds back both makes room for neither.
    func isBound(_ definition: CampaignDefinition, by cap: SharedCap) -> Bool {
      cap.tag.map(definition.tags.contains) ?? true
    }
    if caps.contains(where: { isBound(definition, by: $0) && !isBound(other, by: $0) }) { return false }
    if let startsAt = schedule.startsAt, startsAt > max(other.schedule.startsAt ?? now, now) { return false }
    guard let endsAt = schedule.endsAt else { return true }
    return other.schedule.endsAt.map { $0 <= endsAt } ?? false
  }

  /// A campaign that names the same event as others of its rank: only their age decides.
  private func tie(of place: Int) -> LintFinding? {
    let entry = entries[place]
    let rivals = related(to: place).prefix { $0 < place }.map { entries[$0] }.filter {
      $0.definition.priority == entry.definition.priority && $0.definition.meets(entry.definition)
        && !(isUnlimited($0.definition, against: entry.definition) && $0.definition.covers(entry.definition))
    }
    guard let winner = rivals.first else { return nil }
    let names =
      rivals.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ")
      + (rivals.count > 3 ? " and \(rivals.count - 3) more" : "")
    return LintFinding(
      severity: .hint, code: .sameRank, campaign: entry.definition.id, others: rivals.map(\.definition.id),
      field: "priority",
      message:
        "Same priority and trigger event as \(names). The newer campaign, “\(winner.name)”, is shown first.",
      remedy: "Give them different priorities if the order matters.")
  }
}

extension LintFinding.Severity {
  /// The most serious one has the lowest rank.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
