// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Campaign: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", createdAt: Instant(milliseconds: 0), triggers: [], message: Wire.Message(kind: .known(.control))),
    unknown: \.unknown,
    .field("id", \.id, "Opaque.", .required),
    .field("version", \.version, "Increases with each edit. Events report it.", .written, .range(1...Int64.max)),
    .field(
      "priority", \.priority, "The higher bucket wins, then the higher order, then the newer `created_at`, then the smaller `id`.",
      .written),
    .field("created_at", \.createdAt, "When it was created.", .required),
    .field("starts_at", \.startsAt, "Absent: immediately."),
    .field("ends_at", \.endsAt, "It is no longer shown from this instant. Absent: it does not end."),
    .field("triggers", \.triggers, "The [triggers](#triggers-and-filters). Any of them can start it.", .required),
    .field("message", \.message, "The [message](#messages) that it shows.", .required),
    .part(\.rules, Wire.DeliveryRules.shape))
}

extension Wire.Priority: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("bucket", \.bucket, "Compared first.", .written),
    .field("order", \.order, "Compared between campaigns with the same bucket.", .written))
}
