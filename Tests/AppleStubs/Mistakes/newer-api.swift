// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: is only available in iOS 17.0 or newer
import UIKit

@MainActor func mistake(_ controller: UIViewController) {
  controller.setNeedsUpdateContentUnavailableConfiguration()
}
