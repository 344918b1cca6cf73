// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import ServiceLifecycle

/// A service that does the same again and again, with a rest in between, until the server stops. It
/// handles its own errors.
protocol RepeatedJob: Service {
  var environment: MartletCore.Environment { get }
  /// The time from the end of one pass to the beginning of the next.
  static var rest: Duration { get }
  func pass() async
}

extension RepeatedJob {
  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await pass()
        // Throws only when cancelled.
        do { try await environment.sleep(Self.rest) } catch { return }
      }
    }
  }
}
