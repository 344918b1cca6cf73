// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: each type as an optional that can be changed
// rank: useful

import BrazeKit

private func fact(message: Braze.InAppMessage) -> Braze.InAppMessage {
  var message = message
  message.full?.header = "Spring"
  message.full?.headerTextAlignment = .leading
  message.modalImage?.imageAltText = "Tulips"
  message.fullImage?.language = "en"
  message.html?.legacy = true
  message.data.orientation = .landscape
  return message
}
