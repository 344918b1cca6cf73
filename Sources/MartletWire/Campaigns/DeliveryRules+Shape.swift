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
      "How long it shows to a person after the device first received it with this field. Absent: for ever.", .optional,
      .range(1...Int64.max)),
    .field(
      "display_within_ms", \.displayWithinMilliseconds,
      "How long after its trigger the message may be displayed at the latest, a delay included. Absent: for ever.", .optional,
      .range(1...Int64.max)),
    .field(
      "delay_ms", \.delayMilliseconds, "The time from the trigger to the display. Absent: none.", .optional,
      .range(0...CampaignDefinition.maximumDelay.wholeMilliseconds)),
    .field(
      "exceptions", \.exceptions,
      "Any of these, while the delay runs, takes the message back. Plain triggers only, neither groups nor counts.", .optional,
      .most(Trigger.maximumParts)),
    .field("re_eligibility", \.reEligibility, "[How often one person may see it again](#caps-and-re-eligibility). Absent: always."),
    .field("caps", \.caps, "[How often one person may see it](#caps-and-re-eligibility), this campaign alone."),
    .field("tags", \.tags, "What the shared caps count it under."),
    .field(
      "render", \.render,
      "The message is only a template: the server [renders it](#rendering-at-display) right before display. Absent: it is shown as it is."))

  /// Every field that belongs to the rules.
  public static let fields: Set<String> = Set(shape.table.allRows.map(\.name.description))
}

extension Wire.ReEligibility: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.always)), unknown: \.unknown,
    .field("type", \.type, "Whether and when.", .required),
    .field("after_ms", \.afterMilliseconds, "Only with `after`: how long after the last impression, from one second to 720 days."))
}

extension Wire.Cap: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(limit: 0, within: .known(.day)), unknown: \.unknown,
    .field("tag", \.tag, "Only among the caps of definitions: counts the campaigns with that tag. Absent: counts all campaigns together."),
    .field("limit", \.limit, "At most so many impressions.", .required, .range(1...Int64(FrequencyCap.maximumLimit))),
    .field("within", \.within, "The window that the limit counts in.", .required))
}
