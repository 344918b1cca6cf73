// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Problem: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(status: 0, code: "", title: ""), unknown: \.unknown,
    .field("status", \.status, "The HTTP status.", .required),
    .field("code", \.code, "A stable code.", .required),
    .field("title", \.title, "One sentence.", .required),
    .field("remedy", \.remedy, "What to do."),
    .field("field", \.field, "The wrong field."),
    .field("errors", \.errors, "All problems, if there can be several."))
}

extension Wire.Problem.FieldError: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(field: "", code: "", message: ""), unknown: \.unknown,
    .field("field", \.field, "The wrong field.", .required),
    .field("code", \.code, "A stable code.", .required),
    .field("message", \.message, "One sentence.", .required),
    .field("remedy", \.remedy, "What to do."))
}
