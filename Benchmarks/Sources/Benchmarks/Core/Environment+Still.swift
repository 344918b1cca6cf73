// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Environment {
  /// A world in which nothing happens: the engine asks it for nothing while it decides.
  static let still = Environment(
    now: { DecisionBenchmarks.now }, monotonicNow: { .zero }, makeID: { "id" }, random: { 0 }, sleep: { _ in }
  )
}
