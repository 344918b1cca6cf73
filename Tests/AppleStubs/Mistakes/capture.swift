// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: capture of 'recorder' with non-Sendable type 'Recorder' in a '@Sendable' closure
import UIKit

final class Recorder { var count = 0 }
@MainActor func mistake(_ recorder: Recorder) -> any NSObjectProtocol {
  NotificationCenter.default.addObserver(
    forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main
  ) { _ in
    recorder.count += 1
  }
}
