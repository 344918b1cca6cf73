// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import ServiceLifecycle
import Store

/// A service that does the same again and again, with a rest in between, until the server stops. It
/// handles its own errors.
protocol RepeatedJob: Service {
  var environment: MartletCore.Environment { get }
  var store: any Store { get }
  /// What only one server does at a time; nil for what each has to do.
  static var duty: Duty? { get }
  /// The time from the end of one pass to the beginning of the next.
  static var rest: Duration { get }
  func pass() async
}

extension RepeatedJob {
  /// How soon it looks whether another server has given its duty back.
  private static var patience: Duration { .seconds(60) }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        var isOurs = true
        if let duty = Self.duty { isOurs = (try? await store.acquire(duty)) == true }
        if isOurs { await pass() }
        // Throws only when cancelled.
        do { try await environment.sleep(isOurs ? Self.rest : min(Self.patience, Self.rest)) } catch {
          return
        }
      }
    }
  }
}
