// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: extras by key, and the URL of a click
// rank: essential

import BrazeKit
import Foundation

private func fact(message: Braze.InAppMessage) -> String? {
  var message = message
  message.clickAction = .none
  message.messageClose = .auto(after: 5)
  return message.extras["screen"] as? String ?? message.clickAction.url?.absoluteString ?? message.id
}
