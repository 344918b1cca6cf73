// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.RenderRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      device: Wire.Device(id: ""), userID: nil, sessionID: nil, presentation: Wire.EventRecord.Presentation.shape.blank.pointee,
      event: Wire.EventRecord(id: "", at: Instant(milliseconds: 0), sessionID: nil, userID: nil, body: .sessionStart),
      sentAt: Instant(milliseconds: 0)), unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required, .range(1...Int64.max)),
    .field("device", \.device, "The [device](#device).", .required),
    .field("user_id", \.userID, "The signed-in user, by the app's own id. Absent: anonymous.", .optional, .text(Wire.Limits.userIDLength)),
    .field("session_id", \.sessionID, "The current session.", .optional, .id),
    .part(\.presentation, Wire.EventRecord.Presentation.shape),
    .field(
      "event", \.event,
      "The event that triggered it. The template can use its properties. It is not stored, because it is also sent with the events.",
      .required),
    .field("sent_at", \.sentAt, "The device's clock.", .required))
}

extension Wire.RenderResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(message: nil), unknown: \.unknown,
    .field("message", \.message, "The message to show instead of the campaign's own."),
    .field("withdrawn", \.withdrawn, "Why the message must not be shown now."))
}

extension Wire.Withdrawal: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(reason: .known(.changed)), unknown: \.unknown,
    .field("reason", \.reason, "A stable code.", .required),
    .field("detail", \.detail, "A sentence for people."))
}
