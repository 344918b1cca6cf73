// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

extension Martlet.FlushResult {
  /// What the timeline says once the device has sent its events, or knows that it cannot.
  var words: String {
    guard let reason else {
      return sent == 0 ? "No events are waiting" : "The server has received all events"
    }
    let events =
      switch waiting {
      case 0: "Events wait"
      case 1: "1 event waits"
      default: "\(waiting) events wait"
      }
    return "\(events): \(reason.words)"
  }
}

extension Martlet.FlushResult.Reason {
  fileprivate var words: String {
    switch self {
    case .unreachable: "the device does not reach the server"
    case .serverBusy: "the server asked the device to wait"
    case .refused: "the server rejects the requests of this device"
    case .notAuthenticated: "the server requires a valid signature for the user"
    case .storageUnavailable: "the device cannot read its data"
    case .noEndpoint: "the device has no address of a server"
    case .disabled: "the SDK is off"
    case .timedOut: "the server took longer than 30 seconds"
    case .cancelled, .ended: "the app quit"
    }
  }
}
