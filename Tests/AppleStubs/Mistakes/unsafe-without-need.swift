// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'nonisolated(unsafe)' is unnecessary for a constant with 'Sendable' type
// 'OSSignpostIntervalState'
import os

func mistake(_ signposter: OSSignposter) -> @Sendable () -> Void {
  nonisolated(unsafe) let state = signposter.beginInterval("sync")
  return { signposter.endInterval("sync", state) }
}
