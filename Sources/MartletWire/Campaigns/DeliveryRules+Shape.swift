// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.DeliveryRules: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("starts_at_local", \.startsAtLocal, "`starts_at` by the device's clock and time zone, for example `2026-12-24T18:00`."),
    .field("ends_at_local", \.endsAtLocal, "`ends_at` by the device's clock and time zone."),
    .field(
      "expires_after_ms", \.expiresAfterMilliseconds,
      "How long it can be shown to a person after the device first received it with this field. Absent: no limit.", .optional,
      .range(1...Int64.max)),
    .field(
      "display_within_ms", \.displayWithinMilliseconds,
      "How long after its trigger the message can still be displayed, including a delay. Absent: no limit.", .optional,
      .range(1...Int64.max)),
    .field(
      "delay_ms", \.delayMilliseconds, "The time from the trigger to the display. Absent: none.", .optional,
      .range(0...CampaignDefinition.maximumDelay.wholeMilliseconds)),
    .field(
      "quiet_hours", \.quietHours,
      "[When of a day](#quiet-hours) it does not show, by the device's clock and time zone. Absent: it shows all day.", .optional,
      .most(QuietHours.limit)),
    .field(
      "exceptions", \.exceptions,
      "If one of these fires during the delay, the message is cancelled. Plain triggers only, no groups or counts.", .optional,
      .most(Trigger.maximumParts)),
    .field("re_eligibility", \.reEligibility, "[How often one person may see it again](#caps-and-re-eligibility). Absent: always."),
    .field("caps", \.caps, "[How often one person may see it](#caps-and-re-eligibility), this campaign alone."),
    .field("tags", \.tags, "The tags under which shared caps count it."),
    .field(
      "render", \.render,
      "The message is a template that the server [renders](#rendering-at-display) right before display. Absent: it is shown unchanged."))

  /// Every field that belongs to the rules.
  public static let fields: Set<String> = Set(shape.table.allRows.map(\.name.description))
}

extension Wire.QuietHours: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(from: "", to: ""), unknown: \.unknown,
    .field("from", \.from, "When it begins, for example `22:00`.", .required),
    .field("to", \.to, "When it is over, for example `08:00`. Not later than `from`: on the next day.", .required),
    .field("weekdays", \.weekdays, "The days on which it begins. Absent: every day."))
}

extension Wire.ReEligibility: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.always)), unknown: \.unknown,
    .field("type", \.type, "Whether it can be shown again.", .required),
    .field("after_ms", \.afterMilliseconds, "Only with `after`: how long after the last impression, from one second to 720 days."))
}

extension Wire.Cap: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(limit: 0, within: .known(.day)), unknown: \.unknown,
    .field("tag", \.tag, "Only in shared caps: counts campaigns with this tag. Absent: counts all campaigns together."),
    .field("limit", \.limit, "The maximum number of impressions.", .required, .range(1...Int64(FrequencyCap.maximumLimit))),
    .field("within", \.within, "The time window of the limit.", .required))
}
