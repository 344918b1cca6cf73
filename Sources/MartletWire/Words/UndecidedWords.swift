// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension DeliveryEngine.UndecidedReason {
  /// Why the event is never decided, for the log and a replay.
  public var words: String {
    switch self {
    case .waitedTooLong: "no definitions came within 5 minutes"
    case .tooMany: "more than 100 events waited for the first definitions, and the oldest made room"
    case .sessionEnded: "no definitions came while its session ran"
    case .userChanged: "another person came before definitions did"
    case .wiped: "everything was erased before definitions came"
    case .relaunched: "the app ended before definitions came"
    }
  }
}
