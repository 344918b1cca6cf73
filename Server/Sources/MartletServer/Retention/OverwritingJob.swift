// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Logging
import MartletCore
import ServiceLifecycle
import Store

/// Overwrites what deletions left behind in the files, a few seconds after them, in small steps
/// with pauses.
///
/// A pass reads the whole file. After a long one it rests so long that passes take a twentieth of
/// the time.
struct OverwritingJob: Service {
  let store: any Store
  let environment: MartletCore.Environment
  let logger: Logger

  static let rest = Duration.seconds(2)
  static let pause = Duration.milliseconds(20)
  static let patience = Duration.seconds(60)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var began: Duration?
      while !Task.isCancelled {
        let now = environment.monotonicNow()
        var wait = Self.rest
        do throws(StoreError) {
          switch try await store.overwriteDeleted() {
          case .waiting: break
          case .underWay:
            if began == nil { began = now }
            wait = Self.pause
          case .done:
            if let start = began { wait = max(Self.rest, (environment.monotonicNow() - start) * 19) }
            began = nil
          }
        } catch {
          logger.warning(
            "deleted data could not be overwritten, will retry", metadata: ["reason": "\(error)"])
          wait = Self.patience
        }
        // Throws only when cancelled.
        do { try await environment.sleep(wait) } catch { return }
      }
    }
  }
}
