// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Trigger: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.any)), unknown: \.unknown,
    .field("kind", \.kind, "The kind of trigger.", .required),
    .field("name", \.name, "The name of the event or the screen, the product id, or the campaign id of a push."),
    .field("filter", \.filter, "A [filter](#triggers-and-filters) on the event's properties."),
    .field("triggers", \.triggers, "The parts of `any` and `all`; of `count` the one that is counted."),
    .field("times", \.times, "Only `count`: how many times.", .optional, .range(1...Int64(Repetition.maximumTimes))),
    .field("match", \.match, "Only `count`. Absent: `at_least`."),
    .field("within", \.within, "Only `all` and `count`. Absent: the session."))
}

extension Wire.HistoryWindow: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.session)), unknown: \.unknown,
    .field("type", \.type, "What the window is.", .required),
    .field("ms", \.milliseconds, "Only with `last`: its length in milliseconds, from one second to 30 days. It ends now."))
}

extension Wire.Comparison: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(path: [], operation: .known(.equals)), unknown: \.unknown,
    .field("path", \.path, "The path of the property.", .required),
    .field("op", \.operation, "The comparison.", .required),
    .field("value", \.value, "The value to compare with."),
    .field("ignoring_case", \.ignoringCase, "Only `contains`, `starts_with`, `ends_with` and `matches`."),
    .field("filter", \.filter, "Only `any_element`: the filter that one element must match. Paths in it begin at the element."))
}
