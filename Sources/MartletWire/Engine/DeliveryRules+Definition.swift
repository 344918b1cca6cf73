// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.DeliveryRules {
  /// Writes what the rules say into a definition. Lengths of time outside their range are left to the engine, which names them.
  func apply(to definition: inout CampaignDefinition) throws(Wire.Untranslatable) {
    definition.schedule.startsAtLocally = try Self.local(startsAtLocal, "starts_at_local")
    definition.schedule.endsAtLocally = try Self.local(endsAtLocal, "ends_at_local")
    definition.schedule.expiresAfter = expiresAfterMilliseconds.map { .milliseconds($0) }
    definition.schedule.displaysWithin = displayWithinMilliseconds.map { .milliseconds($0) }
    definition.delay = .milliseconds(delayMilliseconds ?? 0)
    definition.schedule.quietHours = try quietHours.translated("quiet_hours") { hours throws(Wire.Untranslatable) in try hours.translated()
    }
    definition.exceptions = try exceptions.translated("exceptions") { trigger throws(Wire.Untranslatable) in try trigger.translated() }
    if let reEligibility { definition.reEligibility = try reEligibility.translated() }
    definition.caps = try caps.translated("caps") { cap throws(Wire.Untranslatable) in try cap.translated() }
    definition.tags = tags
    if let render {
      guard render.known == .atDisplay else {
        throw Wire.Untranslatable(field: "render", message: "This version does not know this way to render" + render.question)
      }
      definition.isRenderedAtDisplay = true
    }
  }

  /// The rules that `apply` turns back into those of `definition`.
  init(_ definition: CampaignDefinition) {
    self.init(
      startsAtLocal: definition.schedule.startsAtLocally?.text, endsAtLocal: definition.schedule.endsAtLocally?.text,
      expiresAfterMilliseconds: definition.schedule.expiresAfter?.wholeMilliseconds,
      displayWithinMilliseconds: definition.schedule.displaysWithin?.wholeMilliseconds,
      delayMilliseconds: definition.delay == .zero ? nil : definition.delay.wholeMilliseconds,
      quietHours: definition.schedule.quietHours.map { Wire.QuietHours($0) }, exceptions: definition.exceptions.map { Wire.Trigger($0) },
      reEligibility: Wire.ReEligibility(definition.reEligibility), caps: definition.caps.map { Wire.Cap($0) }, tags: definition.tags,
      render: definition.isRenderedAtDisplay ? .known(.atDisplay) : nil)
  }

  private static func local(_ text: String?, _ field: String) throws(Wire.Untranslatable) -> LocalTime? {
    guard let text else { return nil }
    guard let time = LocalTime(text: text) else {
      throw Wire.Untranslatable(field: field, message: "Expected a local date and time such as 2026-12-24T18:00:00.")
    }
    return time
  }
}

extension Wire.QuietHours {
  init(_ hours: QuietHours) {
    func text(_ minutes: Int) -> String { CivilTime(milliseconds: Int64(minutes) * 60_000).timeText }
    self.init(
      from: text(hours.from), to: text(hours.to), weekdays: QuietHours.Weekday.allCases.filter(hours.weekdays.contains).map { .known($0) })
  }

  func translated() throws(Wire.Untranslatable) -> QuietHours {
    var days: Set<QuietHours.Weekday> = []
    for (index, day) in weekdays.enumerated() {
      // A day that is not understood is no day on which it may show.
      guard let known = day.known else {
        throw Wire.Untranslatable(field: "weekdays[\(index)]", message: "This version does not know this day" + day.question)
      }
      days.insert(known)
    }
    return QuietHours(from: try Self.minutes(from, "from"), to: try Self.minutes(to, "to"), weekdays: days)
  }

  private static func minutes(_ text: String, _ field: String) throws(Wire.Untranslatable) -> Int {
    guard let minutes = minutes(ofDay: text) else {
      throw Wire.Untranslatable(field: field, message: "Expected a time of day such as 22:00.")
    }
    return minutes
  }

  /// The minutes after midnight of a time such as `22:00`, from 0 to 1439. nil if it is not a time of day in this form.
  public static func minutes(ofDay text: String) -> Int? {
    guard text.utf8.count == 5, let time = LocalTime(text: "1970-01-01T" + text) else { return nil }
    return Int(time.milliseconds / 60_000)
  }
}

extension Wire.ReEligibility {
  /// nil for `always`, which its absence means.
  init?(_ reEligibility: ReEligibility) {
    switch reEligibility {
    case .always: return nil
    case .once: self.init(type: .known(.once))
    case .after(let duration): self.init(type: .known(.after), afterMilliseconds: duration.wholeMilliseconds)
    }
  }

  func translated() throws(Wire.Untranslatable) -> ReEligibility {
    switch type.known {
    case .always: return .always
    case .once: return .once
    case .after:
      guard let afterMilliseconds else {
        throw Wire.Untranslatable(
          field: "re_eligibility.after_ms", message: "The time after which the campaign can be shown again is missing.")
      }
      return .after(.milliseconds(afterMilliseconds))
    case nil: throw Wire.Untranslatable(field: "re_eligibility.type", message: "This version does not know this rule" + type.question)
    }
  }
}

extension Wire.Cap {
  /// The cap of one campaign, on the wire.
  public init(_ cap: FrequencyCap) {
    self.init(limit: cap.limit, within: Wire.Open(cap.window.rawValue))
  }

  /// The cap over several campaigns, on the wire.
  public init(_ shared: SharedCap) {
    self.init(tag: shared.tag, limit: shared.cap.limit, within: Wire.Open(shared.cap.window.rawValue))
  }

  func translated() throws(Wire.Untranslatable) -> FrequencyCap {
    guard let window = within.known.flatMap({ FrequencyCap.Window(rawValue: $0.rawValue) }) else {
      throw Wire.Untranslatable(field: "within", message: "This version does not know this time window" + within.question)
    }
    return FrequencyCap(limit, within: window)
  }
}

extension Wire.Definitions {
  /// The caps over several campaigns.
  ///
  /// - Throws: for a cap that this version cannot read or does not understand. Then no campaign may run: nobody knows how often each may show.
  public func sharedCaps() throws(Wire.Untranslatable) -> [SharedCap] {
    if let unread = unreadCaps.first { throw Wire.Untranslatable(field: unread.field, message: unread.message) }
    for (index, cap) in caps.enumerated() where !(1...FrequencyCap.maximumLimit).contains(cap.limit) {
      throw Wire.Untranslatable(field: "caps[\(index)].limit", message: "A cap allows 1 to \(FrequencyCap.maximumLimit) impressions.")
    }
    return try caps.translated("caps") { cap throws(Wire.Untranslatable) in SharedCap(tag: cap.tag, try cap.translated()) }
  }
}
