// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: sessions with a UUID, by stream and by callback
// rank: useful

import BrazeKit
import Foundation

private func fact(braze: Braze) async -> [UUID] {
  let subscription = braze.subscribeToSessionUpdates { event in
    switch event {
    case .started(let id): print("started", id.uuidString)
    case .ended(let id): print("ended", id.uuidString)
    @unknown default: break
    }
  }
  defer { subscription.cancel() }
  var ids: [UUID] = []
  for await case .started(let id) in braze.sessionUpdatesStream { ids.append(id) }
  return ids
}
