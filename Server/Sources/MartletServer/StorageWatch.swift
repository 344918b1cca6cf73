// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Logging
import MartletCore
import ServiceLifecycle
import Store

/// Checks the stored data every two seconds, and logs when the check fails and when it succeeds
/// again, and once what could not be read and is left out. Where several servers share the data, it
/// says that this one is there, and follows their time.
struct StorageWatch: Service {
  static let interval = Duration.seconds(2)
  /// How far this machine's clock may be off before somebody should know.
  static let tolerance = Duration.seconds(2)

  let store: any Store
  /// nil when this machine's own time is used.
  let clock: SharedClock?
  let limiter: RequestLimiter
  /// Whether this server answers apps and programs.
  let answers: Bool
  let environment: Environment
  let logger: Logger

  func run() async throws { await cancelWhenGracefulShutdown { await check() } }

  /// Says that this server is there.
  func announce() async throws(StoreError) {
    let asked = environment.now()
    guard let presence = try await store.announce(answers: answers) else { return }
    clock?.adjust(to: presence.now, asked: asked, heard: environment.now())
    limiter.share(among: presence.answering)
  }

  private func check() async {
    var (isFailing, isOff) = (false, false)
    var said: Set<String> = []
    while (try? await environment.sleep(Self.interval)) != nil {
      do throws(StoreError) {
        try await store.inspect()
        try await announce()
        if isFailing { logger.notice("the data can be used again") }
        isFailing = false
      } catch {
        if !isFailing { logger.critical("the data cannot be used", metadata: ["cause": "\(error.reason)"]) }
        isFailing = true
      }
      let correction = clock?.correction ?? .zero
      if abs(correction.wholeMilliseconds) > Self.tolerance.wholeMilliseconds, !isOff {
        isOff = true
        logger.warning(
          "this machine's clock differs from the database's, whose time is used; set both by NTP",
          metadata: ["seconds": "\(correction / .seconds(1))"])
      }
      let leftOut = store.leftOut(app: nil)
      for sentence in leftOut where !said.contains(sentence) {
        logger.error("a definition cannot be read and is left out", metadata: ["cause": "\(sentence)"])
      }
      said = Set(leftOut)
    }
  }
}
