// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: call to main actor-isolated instance method 'addSubview'
import UIKit

nonisolated func mistake(_ view: UIView, _ other: UIView) { view.addSubview(other) }
