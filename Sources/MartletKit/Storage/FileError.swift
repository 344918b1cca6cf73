// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file operation that the system refused.
struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was being done: `open`, `write`, `fsync` …
  var operation: String
  /// The last component only: paths name people.
  var file: String
  /// The system's error number.
  var code: Int32
  /// The system's words for it.
  var reason: String

  /// What stands in the way may be gone later: a device that was not unlocked yet, a disk that is busy, too many open files. It says nothing
  /// about what is stored.
  var mayPass: Bool {
    [EACCES, EPERM, EIO, EBUSY, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ENOLCK, EDEADLK, ETIMEDOUT, ESTALE].contains(code)
  }

  var description: String { "\(operation) \(file): \(reason) (\(code))" }
}
