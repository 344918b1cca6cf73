// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

extension LabDevice {
  private static let timeBetweenAttempts = Duration.milliseconds(100)
  /// Together ten seconds. A client tries again to read its folder after 0.2, 0.6, 1.4, 3 and 6.2
  /// seconds.
  private static let maximumAttempts = 100

  /// Sends the events of this run of the app, and returns when the server has them or cannot have
  /// them.
  ///
  /// A system starts an app's new process after the previous one has ended. In the lab the previous
  /// client may still have the folder for a moment, so a new client that cannot read its data yet
  /// is asked again.
  func flush(_ run: Run) async throws -> Martlet.FlushResult {
    var result = await run.martlet.flush()
    for _ in 1..<Self.maximumAttempts {
      guard result.reason == .storageUnavailable, isCurrent(run.martlet) else { break }
      try await setup.environment.sleep(Self.timeBetweenAttempts)
      result = await run.martlet.flush()
    }
    return result
  }
}
