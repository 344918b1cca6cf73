// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: assets for a presenter of the app's own
// rank: rare
// row: `withLocalAssets`

import BrazeKit
import Foundation

private func fact(message: Braze.InAppMessage, braze: Braze, folder: URL) -> Braze.Cancellable {
  message.withLocalAssets(using: braze, destinationURL: folder) { result in print(result) }
}
