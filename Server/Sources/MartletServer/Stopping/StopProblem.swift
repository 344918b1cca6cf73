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
      "The server did not stop within \(timeout.components.seconds) s and was cut off. What was answered with \"stored\" is safe; "
        + "a copy of the data needs martlet.sqlite-wal too, until the server was started and stopped once more."
    case .closing(let error): "The data were not closed cleanly: \(error.reason)"
    }
  }
}
