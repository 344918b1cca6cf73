// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `Context(message:using:)`
// rank: useful

import BrazeKit

@MainActor
private func fact(braze: Braze) -> Braze.InAppMessage {
  var message: Braze.InAppMessage = .slideup(.init(message: "Tulips"))
  message.context = Braze.InAppMessage.Context(message: message, using: braze)
  message.context = .init(message: message, using: braze, userIDMatchBehavior: .enforce(userID: "ada"))
  return message
}
