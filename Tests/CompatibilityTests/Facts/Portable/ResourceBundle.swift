// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: other resources
// rank: rare
// row: `overrideResourcesBundle`

import BrazeUI
import Foundation

@MainActor
private func fact() { BrazeUI.overrideResourcesBundle = .main }
