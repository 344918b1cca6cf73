// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.SyncRequest {
  /// The problems of the request itself, each with its field and remedy. Each event is validated separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks(self, user: userID, device)
    checks.noNUL(definitionsTag.map(Wire.JSONValue.string) ?? .null, "definitions_tag")
    return checks.errors
  }
}

extension Wire.EventsRequest {
  /// The problems of the request itself, each with its field and remedy. Each event is validated separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    Checks(self, user: userID, device).errors
  }
}

extension Wire.RenderRequest {
  /// The problems of the request itself, each with its field and remedy. The event is validated separately (`EventRecord.validate()`).
  public func validate() -> [Wire.Problem.FieldError] {
    Checks(self, user: userID, device).errors
  }
}

extension Checks {
  /// Of a request: its fields, and the texts that no table bounds.
  fileprivate init<Form: ShapedForm>(_ form: Form, user: String?, _ device: Wire.Device) {
    withUnsafePointer(to: form) { Form.table.check(UnsafeRawPointer($0), at: "", &self) }
    noNUL(user.map(Wire.JSONValue.string) ?? .null, "user_id")
    // Where it stands is looked for only when there is one.
    if Wire.encode(device).holdNUL { noNUL(device.json, "device") }
  }
}
