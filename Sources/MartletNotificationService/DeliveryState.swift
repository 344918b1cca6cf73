// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// One notification on its way to the person: a value that decides when it is delivered, and with
/// which file.
///
/// Every input is allowed at any time. After `.received`, exactly one `.deliver` follows, whatever
/// happens: the system shows a notification only when it is delivered, and stops an extension that
/// delivers twice.
struct DeliveryState: Equatable {
  enum Input: Equatable {
    /// The notification has arrived, with the picture of its payload.
    case received(NotificationPicture?)
    /// The notification has arrived, and the address of its picture is not used.
    case refused(NotificationPictureProblem)
    /// The picture has been downloaded.
    case loaded(URL)
    case failed(NotificationPictureProblem)
    /// The system ends the extension in a moment.
    case timeIsUp
  }

  enum Effect: Equatable {
    case download(NotificationPicture)
    case cancelDownload
    /// Passes the notification to the system, with the file or as it came.
    case deliver(URL?)
    case report(NotificationPictureProblem)
  }

  private enum Phase {
    case waiting, downloading, delivered
  }

  private var phase = Phase.waiting

  mutating func handle(_ input: Input) -> [Effect] {
    switch (phase, input) {
    case (.waiting, .received(let picture?)):
      phase = .downloading
      return [.download(picture)]
    case (.waiting, .received(nil)): return deliver(nil)
    case (.waiting, .refused(let problem)): return [.report(problem)] + deliver(nil)
    case (.downloading, .loaded(let file)): return deliver(file)
    case (.downloading, .failed(let problem)): return [.report(problem)] + deliver(nil)
    case (.downloading, .timeIsUp): return [.report(.timeIsUp), .cancelDownload] + deliver(nil)
    default: return []
    }
  }

  private mutating func deliver(_ file: URL?) -> [Effect] {
    phase = .delivered
    return [.deliver(file)]
  }
}
