// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a slideup of the app's own, through the presenter
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private func fact(braze: Braze) {
  let message: Braze.InAppMessage = .slideup(
    .init(
      graphic: .icon("*"), message: "Tulips", slideFrom: .bottom,
      themes: .init(themes: ["light": .defaultLight])))
  braze.inAppMessagePresenter?.present(message: message)
}
