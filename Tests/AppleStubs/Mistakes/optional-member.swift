// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: must be unwrapped
import UIKit

@MainActor func mistake(_ delegate: any UIScrollViewDelegate, _ view: UIScrollView) {
  delegate.scrollViewDidScroll(view)
}
