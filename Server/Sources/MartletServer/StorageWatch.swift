// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Logging
import MartletCore
import ServiceLifecycle
import Store

/// Checks the stored data every two seconds, and logs when the check fails and when it succeeds
/// again, and once what could not be read and is left out.
struct StorageWatch: Service {
  static let interval = Duration.seconds(2)

  let store: any Store
  let environment: Environment
  let logger: Logger

  func run() async throws { await cancelWhenGracefulShutdown { await check() } }

  private func check() async {
    var isFailing = false
    var said: Set<String> = []
    while (try? await environment.sleep(Self.interval)) != nil {
      do throws(StoreError) {
        try await store.inspect()
        if isFailing { logger.notice("the data can be used again") }
        isFailing = false
      } catch {
        if !isFailing { logger.critical("the data cannot be used", metadata: ["cause": "\(error.reason)"]) }
        isFailing = true
      }
      let leftOut = store.leftOut(app: nil)
      for sentence in leftOut where !said.contains(sentence) {
        logger.error("a definition cannot be read and is left out", metadata: ["cause": "\(sentence)"])
      }
      said = Set(leftOut)
    }
  }
}
