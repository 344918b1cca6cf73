// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire {
  /// When, how often and how late a campaign can be shown. On the wire, these are fields of the
  /// campaign itself. All are optional.
  public struct DeliveryRules: Equatable, Sendable {
    /// `starts_at_local`, `ends_at_local`: times on the device's wall clock, such as
    /// `2026-12-24T18:00:00`.
    public var startsAtLocal: String?
    public var endsAtLocal: String?
    /// `expires_after_ms`: the time since the device first received the campaign.
    public var expiresAfterMilliseconds: Int64?
    /// `display_within_ms`: the time since the trigger.
    public var displayWithinMilliseconds: Int64?
    /// `delay_ms`: the time from the trigger to the display.
    public var delayMilliseconds: Int64?
    /// `quiet_hours`: the times of day at which it is not shown, on the device's wall clock.
    public var quietHours: [QuietHours]
    /// `exceptions`: triggers that cancel the message during its delay.
    public var exceptions: [Trigger]
    /// `re_eligibility`. Absent: always.
    public var reEligibility: ReEligibility?
    /// `caps`: the caps of this campaign alone.
    public var caps: [Cap]
    /// `tags`: the tags that shared caps count.
    public var tags: [String]
    /// `render`. Absent: the device shows the campaign as it is.
    public var render: Open<Render>?

    public init(
      startsAtLocal: String? = nil, endsAtLocal: String? = nil, expiresAfterMilliseconds: Int64? = nil,
      displayWithinMilliseconds: Int64? = nil, delayMilliseconds: Int64? = nil, quietHours: [QuietHours] = [],
      exceptions: [Trigger] = [],
      reEligibility: ReEligibility? = nil, caps: [Cap] = [], tags: [String] = [], render: Open<Render>? = nil
    ) {
      self.startsAtLocal = startsAtLocal
      self.endsAtLocal = endsAtLocal
      self.expiresAfterMilliseconds = expiresAfterMilliseconds
      self.displayWithinMilliseconds = displayWithinMilliseconds
      self.delayMilliseconds = delayMilliseconds
      self.quietHours = quietHours
      self.exceptions = exceptions
      self.reEligibility = reEligibility
      self.caps = caps
      self.tags = tags
      self.render = render
    }

    /// When the server renders what a campaign shows.
    public enum Render: String, Hashable, Sendable, CaseIterable {
      case atDisplay = "at_display"
    }
  }
}

extension Wire.DeliveryRules: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field(
      "starts_at_local", \.startsAtLocal,
      "`starts_at` by the device's clock and time zone, for example `2026-12-24T18:00`."),
    .field("ends_at_local", \.endsAtLocal, "`ends_at` by the device's clock and time zone."),
    .field(
      "expires_after_ms", \.expiresAfterMilliseconds,
      "How long it can be shown to a person after the device first received it with this field. Absent: no limit.",
      .optional,
      .range(1...Int64.max)),
    .field(
      "display_within_ms", \.displayWithinMilliseconds,
      "How long after its trigger the message can still be displayed, including a delay. Absent: no limit.",
      .optional,
      .range(1...Int64.max)),
    .field(
      "delay_ms", \.delayMilliseconds, "The time from the trigger to the display. Absent: none.", .optional,
      .range(0...CampaignDefinition.maximumDelay.wholeMilliseconds)),
    .field(
      "quiet_hours", \.quietHours,
      "The [times of day](#quiet-hours) when it is not shown, by the device's clock and time zone. Absent: it is shown at any time of day.",
      .optional, .most(QuietHours.limit)),
    .field(
      "exceptions", \.exceptions,
      "If one of these fires during the delay, the message is cancelled. Plain triggers only, no groups or counts.",
      .optional,
      .most(Trigger.maximumParts)),
    .field(
      "re_eligibility", \.reEligibility,
      "[Whether one person may see it again, and when](#caps-and-re-eligibility). Absent: always."),
    .field(
      "caps", \.caps,
      "[How often one person may see it](#caps-and-re-eligibility). Counts only this campaign."),
    .field("tags", \.tags, "The tags by which shared caps count it."),
    .field(
      "render", \.render,
      "The texts of the message, banner, content and data are templates that the server [renders](#rendering-at-display) right before display. Absent: they are shown unchanged."
    ))

  /// The names of all fields of the rules.
  public static let fields: Set<String> = Set(shape.table.allRows.map(\.name.description))
}

extension Wire.DeliveryRules {
  /// Applies the rules to a definition. Durations out of range are kept: the engine reports them.
  func apply(to definition: inout CampaignDefinition) throws(Wire.Untranslatable) {
    definition.schedule.startsAtLocally = try Self.local(startsAtLocal, "starts_at_local")
    definition.schedule.endsAtLocally = try Self.local(endsAtLocal, "ends_at_local")
    definition.schedule.expiresAfter = expiresAfterMilliseconds.map { .milliseconds($0) }
    definition.schedule.displaysWithin = displayWithinMilliseconds.map { .milliseconds($0) }
    definition.delay = .milliseconds(delayMilliseconds ?? 0)
    definition.schedule.quietHours = try quietHours.translated("quiet_hours") {
      time throws(Wire.Untranslatable) in try time.translated()
    }
    definition.exceptions = try exceptions.translated("exceptions") { trigger throws(Wire.Untranslatable) in
      try trigger.translated()
    }
    if let reEligibility { definition.reEligibility = try reEligibility.translated() }
    definition.caps = try caps.translated("caps") { cap throws(Wire.Untranslatable) in try cap.translated() }
    definition.tags = tags
    definition.isRenderedAtDisplay = try render?.understood("this way to render", at: "render") == .atDisplay
  }

  /// Creates the rules from which `apply` recreates those of `definition`.
  init(_ definition: CampaignDefinition) {
    self.init(
      startsAtLocal: definition.schedule.startsAtLocally?.text,
      endsAtLocal: definition.schedule.endsAtLocally?.text,
      expiresAfterMilliseconds: definition.schedule.expiresAfter?.wholeMilliseconds,
      displayWithinMilliseconds: definition.schedule.displaysWithin?.wholeMilliseconds,
      delayMilliseconds: definition.delay == .zero ? nil : definition.delay.wholeMilliseconds,
      quietHours: definition.schedule.quietHours.map { Wire.QuietHours($0) },
      exceptions: definition.exceptions.map { Wire.Trigger($0) },
      reEligibility: Wire.ReEligibility(definition.reEligibility), caps: definition.caps.map { Wire.Cap($0) },
      tags: definition.tags,
      render: definition.isRenderedAtDisplay ? .known(.atDisplay) : nil)
  }

  private static func local(_ text: String?, _ field: String) throws(Wire.Untranslatable) -> LocalTime? {
    guard let text else { return nil }
    guard let time = LocalTime(text: text) else {
      throw Wire.Untranslatable(
        field: field, message: "Expected a local date and time such as 2026-12-24T18:00:00.")
    }
    return time
  }
}
