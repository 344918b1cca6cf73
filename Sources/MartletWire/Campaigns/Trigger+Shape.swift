// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Trigger: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.any)), unknown: \.unknown,
    .field("kind", \.kind, "What makes the campaign a candidate.", .required),
    .field("name", \.name, "The event's name, the product id, or the campaign id of a push."),
    .field("filter", \.filter, "What the properties of the event must be."),
    .field("triggers", \.triggers, "The parts of `any` and `all`; of `count` the one that is counted."),
    .field("times", \.times, "Only `count`: how often.", .optional, .range(1...Int64(Repetition.maximumTimes))),
    .field("match", \.match, "Only `count`. Absent: at least."),
    .field("within", \.within, "Only `all` and `count`. Absent: the session."))
}

extension Wire.HistoryWindow: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.session)), unknown: \.unknown,
    .field("type", \.type, "Where it begins.", .required),
    .field("ms", \.milliseconds, "Only with `last`: its length."))
}

extension Wire.Comparison: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(path: [], operation: .known(.equals)), unknown: \.unknown,
    .field("path", \.path, "Where the property is.", .required),
    .field("op", \.operation, "How it must stand to the value.", .required),
    .field("value", \.value, "What it is compared with."),
    .field("ignoring_case", \.ignoringCase, "Only `contains`, `starts_with`, `ends_with` and `matches`."),
    .field("filter", \.filter, "Only `any_element`: what one of the elements must satisfy. Paths in it begin at the element."))
}
