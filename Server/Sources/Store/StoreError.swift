// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why the store could not do what was asked. Descriptions contain no personal data.
public enum StoreError: Error, Hashable, Sendable {
  /// The row changed since it was read.
  case conflict
  /// A row with that id exists already.
  case alreadyExists
  case notFound
  /// Temporary: locked, disk full, shutting down. Try again.
  case unavailable(String)
  /// More people than may be created in a short time. Try again after that wait.
  case limited(wait: Duration)
  /// A newer version has written the data.
  case newerSchema(found: Int, known: Int)
  /// The data needs `martlet migrate` first.
  case olderSchema(found: Int, known: Int)
  /// A build from before the first release has written the data, and nothing migrates it.
  case unreleasedSchema(found: Int)
  /// The folder or file cannot be opened or written.
  case cannotOpen(String)
  /// A bug or damaged data.
  case failed(String)
}
