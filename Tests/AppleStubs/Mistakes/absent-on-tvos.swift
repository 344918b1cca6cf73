// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: 'keyboardLayoutGuide' is unavailable in tvOS
// platform: tvos
import UIKit

@MainActor func mistake(_ view: UIView) -> UILayoutGuide { view.keyboardLayoutGuide }
