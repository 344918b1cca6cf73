// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.RenderRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      device: Wire.Device(id: ""), userID: nil, sessionID: nil, presentation: Wire.EventRecord.Presentation.shape.blank.pointee,
      event: Wire.EventRecord(id: "", at: Instant(milliseconds: 0), sessionID: nil, userID: nil, body: .sessionStart),
      sentAt: Instant(milliseconds: 0)), unknown: \.unknown,
    .field("version", \.version, "The version of the protocol that the device speaks.", .required, .range(1...1)),
    .field("device", \.device, "The [device](#device).", .required),
    .field("user_id", \.userID, "Who is signed in, by the app's own id. Absent: anonymous.", .optional, .most(Wire.Limits.userIDLength)),
    .field("session_id", \.sessionID, "The session that runs.", .optional, .id),
    .part(\.presentation, Wire.EventRecord.Presentation.shape),
    .field(
      "event", \.event, "What triggered it. Its properties stand in the template; it is not stored, for it comes with the events too.",
      .required),
    .field("sent_at", \.sentAt, "The device's wall clock now.", .required))
}

extension Wire.RenderResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(message: nil), unknown: \.unknown,
    .field("message", \.message, "What to show, in place of the campaign's own."),
    .field("withdrawn", \.withdrawn, "Why the person shall not see it now."))
}

extension Wire.Withdrawal: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(reason: .known(.changed)), unknown: \.unknown,
    .field("reason", \.reason, "A word for programs.", .required),
    .field("detail", \.detail, "A sentence for people."))
}
