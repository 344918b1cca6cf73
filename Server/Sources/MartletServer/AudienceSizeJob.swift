// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Logging
import MartletCore
import Store

/// Counts each audience once a day, one after another with pauses, so that pages can show how it
/// grows.
struct AudienceSizeJob: RepeatedJob {
  let audiences: AudienceAuthoring
  let store: any Store
  let environment: MartletCore.Environment
  let logger: Logger

  static let duty: Duty? = .audienceSizes
  /// The time between two audiences.
  static let pause = Duration.milliseconds(250)
  /// The time between two looks for audiences to count: a new one has its first count by then.
  static let rest = Duration.seconds(3_600)

  func pass() async {
    do throws(StoreError) {
      for app in try await store.apps() {
        for audience in try await audiences.uncounted(app: app.id) {
          do throws(StoreError) { try await audiences.recordSize(of: audience) } catch {
            logger.warning(
              "an audience could not be counted, will retry",
              metadata: ["audience": "\(audience.id)", "reason": "\(error)"])
          }
          do { try await environment.sleep(Self.pause) } catch { return }
        }
      }
    } catch {
      logger.warning("audiences could not be counted, will retry", metadata: ["reason": "\(error)"])
    }
  }
}
