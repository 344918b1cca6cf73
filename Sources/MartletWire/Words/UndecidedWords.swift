// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension DeliveryEngine.UndecidedReason {
  /// Why the event was never decided, for the log and replays.
  public var words: String {
    switch self {
    case .waitedTooLong: "no campaigns arrived within 5 minutes"
    case .tooMany: "more than 100 events waited for the first campaigns, so the oldest was dropped"
    case .sessionEnded: "no campaigns arrived during its session"
    case .userChanged: "another person signed in before campaigns arrived"
    case .wiped: "all data was deleted before campaigns arrived"
    case .relaunched: "the app quit before campaigns arrived"
    }
  }
}
