// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension PushDevice {
  /// Whether pushes can be sent to the device, or why not.
  var words: String {
    switch obstacle(isSilent: false) {
    case nil: "gets pushes (\(environment?.rawValue ?? ""), registered \(UTCTime(registeredAt).date))"
    case .noToken?: "no push token"
    case .dead(let death)?: "push token invalid since \(UTCTime(death.since).words) (\(death.reason))"
    case .noEnvironment?: "push token of an unknown environment"
    case .notAllowed?:
      authorization == .denied ? "notifications not allowed" : "not yet asked to allow notifications"
    case .optedOut(let since)?: "notifications turned off in the app since \(UTCTime(since).date)"
    }
  }
}
