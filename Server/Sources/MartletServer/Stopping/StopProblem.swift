// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
public import Store

/// Why a stop was not clean: one clear line. What was acknowledged is stored all the same.
public enum StopProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something was still under way when the time was over.
  case notInTime(Duration)
  case closing(StoreError)

  public var description: String {
    switch self {
    case .notInTime(let timeout):
      "The server did not stop within \(timeout.components.seconds) s and was terminated. Events answered with \"stored\" are safe. "
        + "A copy of the data also needs martlet.sqlite-wal until the server has started and stopped again."
    case .closing(let error): "The data was not closed cleanly: \(error.reason)"
    }
  }
}
