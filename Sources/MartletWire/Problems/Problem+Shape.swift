// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Problem: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(status: 0, code: "", title: ""), unknown: \.unknown,
    .field("status", \.status, "The HTTP status.", .required),
    .field("code", \.code, "A stable word for programs.", .required),
    .field("title", \.title, "One sentence.", .required),
    .field("remedy", \.remedy, "What the caller should do."),
    .field("field", \.field, "What is wrong."),
    .field("errors", \.errors, "Every problem found, when there may be several."))
}

extension Wire.Problem.FieldError: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(field: "", code: "", message: ""), unknown: \.unknown,
    .field("field", \.field, "What is wrong.", .required),
    .field("code", \.code, "A stable word for programs.", .required),
    .field("message", \.message, "One sentence.", .required),
    .field("remedy", \.remedy, "What to do."))
}
