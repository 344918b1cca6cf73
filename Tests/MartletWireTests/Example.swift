// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

/// A value and the fixture that holds its canonical form, `Tests/Fixtures/wire/<name>.json`.
struct Example: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// Reads bytes as the value's type and says whether they are the value, and how they are written
  /// again.
  let reread: @Sendable ([UInt8]) throws -> (isEqual: Bool, pretty: [UInt8], compact: [UInt8])

  init<Value: Wire.Form>(_ name: String, _ value: Value) {
    self.name = name
    bytes = Wire.encode(value, layout: .pretty) + [0x0A]
    reread = { bytes in
      let read = try Wire.decode(Value.self, from: bytes)
      return (read == value, Wire.encode(read, layout: .pretty) + [0x0A], Wire.encode(read))
    }
  }

  var testDescription: String { name }
  var path: String { "wire/\(name).json" }
}
