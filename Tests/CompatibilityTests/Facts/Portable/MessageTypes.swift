// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a switch over all message types
// rank: essential

import BrazeKit
import Foundation

private func fact(message: Braze.InAppMessage) -> String {
  switch message {
  case .slideup(let slideup): slideup.message
  case .modal(let modal): modal.header
  case .modalImage(let image): image.imageURL.absoluteString
  case .full(let full): full.message
  case .fullImage(let image): image.imageAltText ?? ""
  case .html(let html): html.message
  case .control: ""
  @unknown default: ""
  }
}
