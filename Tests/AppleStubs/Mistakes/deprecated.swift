// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'init(frame:)' was deprecated in iOS 26.0
// version: 26.0
import UIKit

@MainActor func mistake() -> UIWindow { UIWindow(frame: .zero) }
