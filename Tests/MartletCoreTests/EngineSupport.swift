// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Environment {
  /// No clock, no chance; a "pattern" is found when it stands in the text, and `(` is not valid.
  static let plain = Environment(
    now: { Instant(milliseconds: 0) },
    monotonicNow: { .zero },
    makeID: { "id" },
    random: { 0 },
    sleep: { _ in },
    compilePattern: plainPatterns)
}

let plainPatterns: PatternCompiler = { (pattern, ignoringCase) throws(InvalidPattern) in
  if pattern == "(" { throw InvalidPattern(.refused, position: 0) }
  let sought = ignoringCase ? pattern.lowercased() : pattern
  return { text in (ignoringCase ? text.lowercased() : text).contains(sought) }
}

extension Instant: ExpressibleByIntegerLiteral {
  /// Seconds.
  public init(integerLiteral seconds: Int64) {
    self.init(milliseconds: seconds * 1_000)
  }
}

/// At the epoch, for filters that do not ask what time it is.
extension FilterProgram {
  func evaluate(_ properties: Properties) -> Bool { evaluate(properties, at: 0) }
  func evaluate(_ purchase: Purchase, at now: Instant) -> Bool {
    evaluate(Event.Kind.purchase(purchase).properties ?? [:], at: now)
  }
  func explain(_ purchase: Purchase, at now: Instant) -> FilterMiss? {
    explain(Event.Kind.purchase(purchase).properties ?? [:], at: now)
  }
  func evaluate(_ purchase: Purchase) -> Bool { evaluate(purchase, at: 0) }
  func explain(_ properties: Properties) -> FilterMiss? { explain(properties, at: 0) }
  func explain(_ purchase: Purchase) -> FilterMiss? { explain(purchase, at: 0) }
}

extension Event {
  static func custom(_ id: String, _ name: String, at: Instant = 0, _ properties: Properties = [:]) -> Event {
    Event(id: id, at: at, kind: .custom(name: name, properties: properties))
  }
}

extension CampaignDefinition {
  /// Triggered by the custom event `tap` unless something else is said.
  static func named(
    _ id: CampaignID, version: Int = 1, _ priority: Priority = .medium, createdAt: Instant = 0,
    from startsAt: Instant? = nil,
    to endsAt: Instant? = nil, on triggers: [Trigger] = [.customEvent(name: "tap", nil)]
  ) -> CampaignDefinition {
    CampaignDefinition(
      id: id, version: version, priority: priority, createdAt: createdAt,
      schedule: Schedule(startsAt: startsAt, endsAt: endsAt),
      triggers: triggers)
  }
}

extension [DeliveryEngine.Effect] {
  var presented: [Presentation] {
    compactMap { if case .present(let presentation) = $0 { presentation } else { nil } }
  }
  var decisions: [Decision] { compactMap { if case .decided(let decision) = $0 { decision } else { nil } } }
  var records: [OutcomeRecord] { compactMap { if case .record(let record) = $0 { record } else { nil } } }
  var withoutMatch: [Event] {
    compactMap { if case .noMatchingTrigger(let event) = $0 { event } else { nil } }
  }
}

extension DeliveryEngine {
  /// With definitions since the epoch, and no minimum interval unless something else is said.
  static func holding(_ campaigns: [CampaignDefinition], caps: [SharedCap] = [], interval: Duration = .zero)
    -> DeliveryEngine
  {
    var engine = DeliveryEngine(policy: .init(minimumInterval: interval), environment: .plain)
    _ = engine.handle(.definitionsReceived(campaigns, caps: caps), at: 0)
    return engine
  }

  mutating func tap(_ id: String, at now: Instant) -> [Effect] {
    handle(.eventLogged(.custom(id, "tap", at: now)), at: now)
  }

  /// A tap whose message is displayed at once.
  mutating func show(_ id: String, at now: Instant) {
    _ = tap(id, at: now)
    _ = handle(.outcomeReported(decisionID: id, .shown), at: now)
  }
}

extension [DeliveryEngine.Effect] {
  var verdicts: [Candidate.Verdict] { decisions.flatMap(\.candidates).map(\.verdict) }
}
