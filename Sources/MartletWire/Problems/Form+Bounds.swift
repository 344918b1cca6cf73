// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Form {
  /// The values that are outside the bounds of their fields, as the tables of the protocol have
  /// them. Each has its field and the remedy.
  public func boundErrors() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    (self as? any ShapedForm)?.addBoundErrors(to: &checks)
    return checks.errors
  }
}

extension ShapedForm {
  fileprivate func addBoundErrors(to checks: inout Checks) {
    withUnsafePointer(to: self) { checks.fields(of: UnsafeRawPointer($0), in: Self.table) }
  }
}
