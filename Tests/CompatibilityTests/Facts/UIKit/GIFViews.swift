// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a view for GIFs
// rank: rare
// needs: UIKit
// row: `GIFViewProvider`

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private func fact() {
  GIFViewProvider.shared = .init(view: { _ in UIImageView() }, updateView: { _, _ in })
}
