// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a raw message, and its conversion in both directions
// rank: useful

import BrazeKit
import Foundation

private func fact() throws -> Braze.InAppMessage {
  let raw = Braze.InAppMessageRaw()
  raw.type = .modal
  raw.header = "Spring"
  raw.message = "Tulips"
  raw.clickAction = .url
  raw.url = URL(string: "https://example.com")
  raw.messageClose = .autoDismiss
  raw.duration = 5
  raw.orientation = .portrait
  raw.extras = ["screen": "cart"]
  let message = try Braze.InAppMessage(raw)
  return try Braze.InAppMessage(Braze.InAppMessageRaw(message))
}
