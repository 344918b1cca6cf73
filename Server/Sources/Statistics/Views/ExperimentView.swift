// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// At which moment a comparison may be read.
public enum ExperimentView: Hashable, Sendable {
  /// At any time, as often as anybody likes.
  case running
  /// Once, at the moment that was fixed in advance.
  case final(FinalMoment)
}
