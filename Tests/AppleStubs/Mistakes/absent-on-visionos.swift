// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'screen' is unavailable in visionOS
// platform: visionos
import UIKit

@MainActor func mistake(_ scene: UIWindowScene) -> Bool { scene.screen.bounds.isEmpty }
