// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Logging
import MartletCore
import Metrics
import ServiceLifecycle
import Store

/// Removes what is older than the policy keeps, in small steps with pauses, so that storing events
/// does not slow down.
struct RetentionJob: Service {
  let policy: RetentionPolicy
  let store: any Store
  let environment: MartletCore.Environment
  let metrics: any MetricsFactory
  let logger: Logger

  /// Rows per step: a transaction of some milliseconds.
  static let rows = 500
  /// The time between two steps.
  static let pause = Duration.milliseconds(50)
  /// The time between two removals, and after a failed step.
  static let rest = Duration.seconds(3_600)
  static let patience = Duration.seconds(60)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var sum = RetentionStep()
      while !Task.isCancelled {
        let wait: Duration
        do throws(StoreError) {
          guard try await store.acquire(.retention) else {
            // Another server removes it.
            do { try await environment.sleep(Self.patience) } catch { return }
            continue
          }
          let step = try await store.removeAged(policy, at: environment.now(), limit: Self.rows)
          count(step)
          sum += step
          if step.isDone {
            finish(sum)
            sum = RetentionStep()
          }
          wait = step.isDone ? Self.rest : Self.pause
        } catch {
          logger.warning("old data could not be removed, will retry", metadata: ["reason": "\(error)"])
          wait = Self.patience
        }
        // Throws only when cancelled.
        do { try await environment.sleep(wait) } catch { return }
      }
    }
  }

  private func count(_ step: RetentionStep) {
    for (kind, number) in [
      ("event", step.events), ("timeline", step.timelines), ("decision", step.decisions),
      ("person", step.people),
    ] {
      Counter(label: "martlet_retention_removed_total", dimensions: [("kind", kind)], factory: metrics)
        .increment(by: number)
    }
  }

  private func finish(_ sum: RetentionStep) {
    Gauge(label: "martlet_retention_finished_seconds", factory: metrics).record(
      Double(environment.now().milliseconds / 1_000))
    guard sum.events + sum.timelines + sum.decisions + sum.people > 0 else { return }
    logger.notice(
      "removed old data",
      metadata: [
        "events": "\(sum.events)", "timelines": "\(sum.timelines)", "decisions": "\(sum.decisions)",
        "people": "\(sum.people)",
      ])
  }
}
