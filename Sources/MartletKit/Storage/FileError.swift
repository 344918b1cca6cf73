// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A file operation that the system refused.
struct FileError: Error, Hashable, CustomStringConvertible {
  /// What was being done: `open`, `write`, `fsync` …
  var operation: String
  /// The last component only: paths name people.
  var file: String
  /// The system's error number.
  var code: Int32
  /// The system's words for it.
  var reason: String

  var description: String { "\(operation) \(file): \(reason) (\(code))" }
}
