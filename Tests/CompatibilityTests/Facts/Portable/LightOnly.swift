// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: no dark colours, in messages and buttons
// rank: essential

import BrazeKit

private func fact(message: Braze.InAppMessage) -> Braze.InAppMessage {
  var message = message
  message.slideup?.themes.dark = nil
  message.modal?.themes.dark = nil
  if var modal = message.modal {
    modal.buttons = modal.buttons.map { button in
      .init(
        id: button.id, text: button.text, clickAction: button.clickAction,
        themes: .init(themes: ["light": button.themes.light]))
    }
    message.modal = modal
  }
  return message
}
