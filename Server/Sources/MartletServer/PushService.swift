// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Logging
import Pushing
import ServiceLifecycle

/// Sends pushes while the server runs.
struct PushService: Service {
  let worker: PushWorker

  func run() async throws {
    await cancelWhenGracefulShutdown { await worker.run() }
  }
}
