// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Synchronization

/// Whom names led to when they were read last. They may lead to somebody else by now, so this is
/// only good for asking ahead.
final class PersonKeys: Sendable {
  private struct Name: Hashable {
    var text: ExactText
    var app: Int64
  }

  /// Beyond this, all are forgotten.
  private static let most = 100_000
  private let known = Mutex<[Name: Int64]>([:])

  subscript(_ name: String, _ app: Int64) -> Int64? {
    get { known.withLock { $0[Name(text: ExactText(name), app: app)] } }
    set {
      known.withLock {
        if $0.count >= Self.most { $0 = [:] }
        $0[Name(text: ExactText(name), app: app)] = newValue
      }
    }
  }
}
