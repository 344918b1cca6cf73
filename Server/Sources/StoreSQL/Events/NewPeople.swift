// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Synchronization

/// How many people each key may create: anyone with an app's SDK key can invent as many as they
/// like.
final class NewPeople: Sendable {
  private let buckets = Mutex(TokenBuckets(capacity: 1_024))

  /// The present counts, to restore when nothing is stored.
  var mark: TokenBuckets { buckets.withLock { $0 } }

  func goBack(to mark: TokenBuckets) {
    buckets.withLock { $0 = mark }
  }

  /// Call before creating a person.
  func admit(_ sender: IngestBatch.Sender, at now: Instant) throws(StoreError) {
    guard let limit = sender.newPeople else { return }
    let verdict = buckets.withLock {
      $0.take(of: sender.keyID, limit: limit, at: .milliseconds(now.milliseconds))
    }
    if case .wait(let wait) = verdict { throw .limited(wait: wait) }
  }
}
