// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why the store could not do what was asked. Descriptions carry no data of persons.
public enum StoreError: Error, Hashable, Sendable {
  /// The row changed since it was read.
  case conflict
  /// A row of that id is there already.
  case alreadyExists
  case notFound
  /// For now: locked, disk full, shutting down. Try again.
  case unavailable(String)
  /// More people than may be made at once. Try again after that time.
  case limited(wait: Duration)
  /// The data were written by a newer version.
  case newerSchema(found: Int, known: Int)
  /// The data need `martlet migrate` first.
  case olderSchema(found: Int, known: Int)
  /// The folder or file cannot be opened or written.
  case cannotOpen(String)
  /// A bug or damaged data.
  case failed(String)
}
