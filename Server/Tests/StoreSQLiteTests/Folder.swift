// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes an empty folder for a test and removes it after.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
  let template = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-store-XXXXXX").path
  var path = Array(template.utf8CString)
  guard mkdtemp(&path) != nil else { throw CocoaError(.fileWriteUnknown) }
  let folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}
