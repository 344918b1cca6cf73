// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a presenter of the app's own
// rank: essential

import BrazeKit

private struct Presenter: BrazeInAppMessagePresenter {
  func present(message: Braze.InAppMessage) { print(message.data.id ?? "local") }
  func dismiss(reason: Braze.InAppMessage.DismissalReason) {
    if reason == .changeUser || reason == .wipeData { print("closed") }
  }
}

@MainActor
private func fact(braze: Braze) { braze.inAppMessagePresenter = Presenter() }
