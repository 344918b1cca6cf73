// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Campaign: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", createdAt: Instant(milliseconds: 0), triggers: [], message: Wire.Message(kind: .known(.control))),
    unknown: \.unknown,
    .field("id", \.id, "Opaque.", .required),
    .field("version", \.version, "Grows with each edit; goes back in events.", .written, .range(1...Int64.max)),
    .field(
      "priority", \.priority, "The higher bucket wins, in it the higher order, then the newer `created_at`, then the smaller `id`.",
      .written),
    .field("created_at", \.createdAt, "When it was made.", .required),
    .field("starts_at", \.startsAt, "Absent: at once."),
    .field("ends_at", \.endsAt, "The first instant at which it no longer shows. Absent: never."),
    .field("triggers", \.triggers, "Any of these [triggers](#triggers-and-filters) suffices.", .required),
    .field("message", \.message, "The [message](#messages) that it shows.", .required),
    .part(\.rules, Wire.DeliveryRules.shape))
}

extension Wire.Priority: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("bucket", \.bucket, "Decides before `order` does.", .written),
    .field("order", \.order, "Decides inside a bucket.", .written))
}
