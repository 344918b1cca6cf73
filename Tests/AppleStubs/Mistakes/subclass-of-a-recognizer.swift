// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: cannot assign to property: 'state' is a get-only property
import UIKit

@MainActor func mistake(_ recognizer: UIGestureRecognizer) { recognizer.state = .ended }
